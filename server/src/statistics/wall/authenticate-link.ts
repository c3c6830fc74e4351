import { isWallToken, wallTokenStart } from '@brigade/contract/statistics/wall/wall.model.ts'
import { cacheKey } from '../../platform/caches.ts'
import type { Authenticate, AuthenticateApp, AuthenticateOptions } from '../../platform/http/access.ts'
import type { Caller, Platform } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { newToken, hashOf } from '../../platform/secret/token.ts'
import { findLiveLink, noteLinkUse, type LiveLink } from './row/link.store.ts'

const noteEveryMs = 60_000
// A notification of a change drops the cache at once. This limit bounds the effect of a lost one: a revoked link is dark within 5 s.
const knownForMs = 3000
const mostKnown = 5000

type Known = { link: LiveLink; knownAt: number; notedAt: number; address: string }

/** Links by the hash of their token. */
export const wallLinkCache = cacheKey(() => new Map<string, Known>())

export const newLinkToken = (): string => wallTokenStart + newToken()

type Who = Pick<Platform, 'db' | 'caches' | 'clock'>

async function liveLink(
  { db, caches, clock }: Who,
  token: string,
  address: string | undefined,
): Promise<LiveLink | undefined> {
  const tokenHash = hashOf(token)
  const key = tokenHash.toString('base64')
  const now = clock.now()
  const cache = caches.of(wallLinkCache)
  const kept = cache.get(key)
  const isFresh = kept !== undefined && now - kept.knownAt < knownForMs
  const link = isFresh ? kept.link : await findLiveLink(db, tokenHash)
  if (link === undefined) {
    cache.delete(key)
    return undefined
  }
  const isUse =
    address !== undefined && (kept === undefined || address !== kept.address || now - kept.notedAt >= noteEveryMs)
  if (isUse) await noteLinkUse(db, link.id, { at: now, address })
  if (!isFresh || isUse) {
    if (cache.size >= mostKnown) cache.clear()
    cache.set(key, {
      link,
      knownAt: isFresh ? kept.knownAt : now,
      notedAt: isUse ? now : (kept?.notedAt ?? 0),
      address: address ?? kept?.address ?? '',
    })
  }
  return link
}

/** The holder of a wall link is a caller without an account: it sees one organisation and has no rights. */
async function authenticateLink(
  who: Who,
  token: string,
  { address }: AuthenticateOptions = {},
): Promise<{ caller: Caller } | 'invalid'> {
  const link = await liveLink(who, token, address)
  if (link === undefined) return 'invalid'
  const { id, name, organisationId, organisationKind } = link
  return {
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

/** Sign-in of accounts, with the holders of wall links beside them. */
export const withWallLinks =
  <Of extends Who>(authenticate: (of: Of, ...request: Parameters<Authenticate>) => ReturnType<Authenticate>) =>
  (of: Of): Authenticate =>
  (token, request) =>
    isWallToken(token) ? authenticateLink(of, token, request) : authenticate(of, token, request)

/** Sign-in of app users: the holder of a wall link is known and has no right to any call of theirs. */
export const withoutWallLinks =
  <Of>(authenticate: (of: Of, ...request: Parameters<AuthenticateApp>) => ReturnType<AuthenticateApp>) =>
  (of: Of): AuthenticateApp =>
  (token, request) =>
    isWallToken(token) ? refuse('session.notAuthorised') : authenticate(of, token, request)
