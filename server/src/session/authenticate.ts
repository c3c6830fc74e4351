import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { isWithin } from '../platform/budget/budgets.ts'
import { recentMap } from '../platform/budget/recent-map.ts'
import { cacheKey } from '../platform/caches.ts'
import type { Authenticated } from '../platform/http/access.ts'
import type { Caller, Platform } from '../platform/http/context.ts'
import { loadOpenedAccess } from '../system/opened-access.store.ts'
import { loadAccess } from '../system/system.store.ts'
import { findSession, prolongSession, type SessionOwner } from './session.store.ts'
import { hashOf } from '../platform/secret/token.ts'
import { readOnce } from '../platform/read-once.ts'

const slidingMs = sessionLimits.slidingHours * hourMs
const prolongEveryMs = minuteMs
// A notification of a change drops the cache at once. This limit bounds the effect of a lost one.
const knownForMs = 10_000
const maxCached = 20_000

type Known = { owner: SessionOwner; caller: Caller; knownAt: number }
type Who = Pick<Platform, 'db' | 'caches' | 'clock'>

/**
 * Sessions by the hash of their token, and the reads in progress: all streams of a session need it again at the same
 * moment. Code that ends or changes sessions drops both at once; other processes do so after a notification.
 */
export const sessionCache = cacheKey(() => ({
  known: recentMap<string, Known>(maxCached),
  reads: new Map<string, Promise<Known | undefined>>(),
}))

/** The caller that a token belongs to. `expired` opens the sign-in dialog, `invalid` leads to the login page (product.md, Sessions). */
export async function authenticate(
  { db, caches, clock }: Who,
  token: string,
  { prolong = true }: { prolong?: boolean } = {},
): Promise<Authenticated | 'expired' | 'invalid'> {
  const tokenHash = hashOf(token)
  const key = tokenHash.toString('base64')
  const now = clock.now()
  const { known, reads } = caches.of(sessionCache)
  const kept = known.get(key)
  // Another process may have prolonged a session that looks expired here, so it is read again first.
  const found = isFresh(kept, now) ? kept : await readOnce(reads, key, () => read(db, tokenHash, now))
  if (found === undefined || found.owner.isRevoked || !found.owner.isOpen) {
    known.delete(key)
    return 'invalid'
  }
  const { owner, caller } = found
  if (owner.expiresAt <= now || owner.absoluteExpiresAt <= now) {
    known.delete(key)
    return 'expired'
  }
  // A clock that was set back must not prolong a session: it would end earlier than was promised.
  if (prolong && now - owner.lastSeenAt >= prolongEveryMs) {
    const expiresAt = Math.min(now + slidingMs, owner.absoluteExpiresAt)
    if (!(await prolongSession(db, owner.sessionId, now, expiresAt))) {
      known.delete(key)
      return 'invalid'
    }
    owner.lastSeenAt = now
    owner.expiresAt = expiresAt
  }
  if (found !== kept) known.set(key, found)
  return {
    caller,
    stillHolds: () => {
      const at = clock.now()
      return caches.of(sessionCache).known.get(key) === found && isFresh(found, at) && owner.absoluteExpiresAt > at
    },
  }
}

const isFresh = (known: Known | undefined, now: number): boolean =>
  known !== undefined && isWithin(known.knownAt, now, knownForMs) && known.owner.expiresAt > now

async function read(db: Who['db'], tokenHash: Buffer, knownAt: number): Promise<Known | undefined> {
  const owner = await findSession(db, tokenHash)
  if (owner === undefined) return undefined
  const { sessionId, accountId, account, name, organisationId, mustChangePassword } = owner
  if (owner.openedId !== null) return readOpened(db, owner, owner.openedId, knownAt)
  const access = await loadAccess(db, accountId)
  return {
    owner,
    knownAt,
    caller: { sessionId, accountId, account, name, organisationId, mustChangePassword, opened: null, ...access },
  }
}

/**
 * The console of another organisation. A caller in this session has that organisation's scope and at most its
 * administrators' rights: every read or write for a caller uses these two, so no call needs to know of opened consoles.
 */
async function readOpened(
  db: Who['db'],
  owner: SessionOwner,
  organisationId: string,
  knownAt: number,
): Promise<Known | undefined> {
  const { sessionId, accountId, account, name } = owner
  const found = await loadOpenedAccess(db, { accountId, organisationId })
  if (found === undefined) return undefined
  const { organisation, ...access } = found
  const opened = { organisation, homeId: owner.organisationId, until: owner.absoluteExpiresAt }
  return {
    owner,
    knownAt,
    caller: { sessionId, accountId, account, name, organisationId, mustChangePassword: false, opened, ...access },
  }
}
