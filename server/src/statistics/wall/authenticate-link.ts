import { isWallToken, wallTokenStart } from '@brigade/contract/statistics/wall/wall.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { isWithin } from '../../platform/budget/budgets.ts'
import { recentMap } from '../../platform/budget/recent-map.ts'
import { cacheKey } from '../../platform/caches.ts'
import type { Authenticate, AuthenticateApp, Authenticated, AuthenticateOptions } from '../../platform/http/access.ts'
import type { Platform } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { newToken, hashOf } from '../../platform/secret/token.ts'
import { readOnce } from '../../platform/read-once.ts'
import { findLiveLink, noteLinkUse, type LiveLink } from './row/link.store.ts'

const noteEveryMs = minuteMs
// A notification of a change drops the cache at once. This limit bounds the effect of a lost one: a revoked link is dark within 5 s.
const knownForMs = 3000
const maxCached = 5000

type Known = { link: LiveLink; knownAt: number; notedAt: number; address: string }

/**
 * Links by the hash of their token, and the reads in progress: all screens of a link need it again at the same moment.
 */
export const wallLinkCache = cacheKey(() => ({
  known: recentMap<string, Known>(maxCached),
  reads: new Map<string, Promise<Known | undefined>>(),
}))

export const newLinkToken = (): string => wallTokenStart + newToken()

type Who = Pick<Platform, 'db' | 'caches' | 'clock'>

async function liveLink(
  { db, caches, clock }: Who,
  token: string,
  address: string | undefined,
): Promise<(Pick<Known, 'link'> & Pick<Authenticated, 'stillHolds'>) | undefined> {
  const tokenHash = hashOf(token)
  const key = tokenHash.toString('base64')
  const now = clock.now()
  const { known, reads } = caches.of(wallLinkCache)
  const kept = known.get(key)
  const found = isFresh(kept, now) ? kept : await readOnce(reads, key, () => read(db, tokenHash, { kept, now }))
  if (found === undefined) {
    known.delete(key)
    return undefined
  }
  if (address !== undefined && (address !== found.address || !isWithin(found.notedAt, now, noteEveryMs))) {
    await noteLinkUse(db, found.link.id, { at: now, address })
    found.notedAt = now
    found.address = address
  }
  if (found !== kept) known.set(key, found)
  return {
    link: found.link,
    stillHolds: () => caches.of(wallLinkCache).known.get(key) === found && isFresh(found, clock.now()),
  }
}

const isFresh = (known: Known | undefined, now: number): boolean =>
  known !== undefined && isWithin(known.knownAt, now, knownForMs)

async function read(
  db: Who['db'],
  tokenHash: Buffer,
  { kept, now }: Readonly<{ kept: Known | undefined; now: number }>,
): Promise<Known | undefined> {
  const link = await findLiveLink(db, tokenHash)
  if (link === undefined) return undefined
  return { link, knownAt: now, notedAt: kept?.notedAt ?? 0, address: kept?.address ?? '' }
}

/** The holder of a wall link is a caller without an account: it sees one organisation and has no rights. */
async function authenticateLink(
  who: Who,
  token: string,
  { address }: AuthenticateOptions = {},
): Promise<Authenticated | 'invalid'> {
  const found = await liveLink(who, token, address)
  if (found === undefined) return 'invalid'
  const { id, name, organisationId, organisationKind } = found.link
  return {
    stillHolds: found.stillHolds,
    caller: {
      linkId: id,
      name,
      organisationId,
      organisationKind,
      sessionId: '0',
      accountId: '0',
      account: '',
      roleId: '0',
      isAdministrator: false,
      operationCodes: none,
      mustChangePassword: false,
      opened: null,
    },
  }
}

const none: ReadonlySet<string> = new Set()

/** The sign-in of accounts, extended by the holders of wall links. */
export const withWallLinks =
  <Of extends Who>(authenticate: (of: Of, ...request: Parameters<Authenticate>) => ReturnType<Authenticate>) =>
  (of: Of): Authenticate =>
  (token, request) =>
    isWallToken(token) ? authenticateLink(of, token, request) : authenticate(of, token, request)

/** The sign-in of app users, with the holder of a wall link recognised but without a right to any of their calls. */
export const withoutWallLinks =
  <Of>(authenticate: (of: Of, ...request: Parameters<AuthenticateApp>) => ReturnType<AuthenticateApp>) =>
  (of: Of): AuthenticateApp =>
  (token, request) =>
    isWallToken(token) ? refuse('session.notAuthorised') : authenticate(of, token, request)
