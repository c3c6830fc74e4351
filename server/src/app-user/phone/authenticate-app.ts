import { appTypes, AppVersionName } from '@brigade/contract/app-user/app-user.model.ts'
import { maskedNickname } from '@brigade/contract/app-user/contact.rules.ts'
import { phoneLimits } from '@brigade/contract/app-user/phone.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { isWithin, windowCounts, type WindowCounts } from '../../platform/budget/budgets.ts'
import { cacheKey } from '../../platform/caches.ts'
import type { AuthenticateApp } from '../../platform/http/access.ts'
import type { Platform } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { appTokenCache } from '../token-cache.ts'
import { countCall, findToken, noteUse, slidingMs, type SeenApp } from '../token.store.ts'

const noteEveryMs = minuteMs
// A notification of a change drops the cache at once. This limit bounds the effect of a lost one.
const knownForMs = 10_000
const minute = { windowMs: minuteMs, most: 50_000 } as const

/** Calls of a token within a minute, in this process. Not among the caches that a change of access drops. */
const minutes = cacheKey(() => windowCounts(minute))

type Who = Pick<Platform, 'db' | 'caches' | 'clock' | 'settings'>

/**
 * The app user of a token. A disabled user is refused with that reason; one who calls too often is refused with a
 * delay.
 */
export async function authenticateApp(
  { db, caches, clock, settings }: Who,
  token: string,
  { appHeader, counts }: Parameters<AuthenticateApp>[1],
): ReturnType<AuthenticateApp> {
  const tokenHash = hashOf(token)
  const key = tokenHash.toString('base64')
  const now = clock.now()
  const cache = caches.of(appTokenCache)
  const kept = cache.get(key)
  const isFresh = kept !== undefined && isWithin(kept.knownAt, now, knownForMs) && kept.found.expiresAt > now
  const found = isFresh ? kept.found : await findToken(db, tokenHash)
  if (found === undefined) {
    cache.delete(key)
    return 'invalid'
  }
  if (found.expiresAt <= now) return 'expired'
  if (!found.enabled) refuse('appUser.forbidden')
  if (counts) {
    countWithinMinute(caches.of(minutes), found.id, now)
    await countCall(db, found.appUserId, now, settings.statisticsZone)
  }
  const isOtherApp = kept?.appHeader !== appHeader
  if (counts && (isOtherApp || !isWithin(found.lastSeenAt, now, noteEveryMs))) {
    found.expiresAt = now + slidingMs
    found.lastSeenAt = now
    await noteUse(db, found, { app: appIn(appHeader), at: now, expiresAt: found.expiresAt })
  }
  if (!isFresh || isOtherApp) cache.set(key, { found, knownAt: isFresh ? kept.knownAt : now, appHeader })
  return {
    person: { tokenId: found.id, appUserId: found.appUserId, maskedName: maskedNickname(found.nickname) },
  }
}

function countWithinMinute(calls: WindowCounts, tokenId: string, now: number) {
  if (calls.add(tokenId, now) <= phoneLimits.callsPerMinute) return
  const seconds = Math.max(1, Math.ceil(calls.endsInMs(tokenId, now) / 1000))
  refuse('appUser.tooManyCalls', { seconds }, { retryAfterSeconds: seconds })
}

/** Parses `android/2.3.1 (Android 15)`; undefined for anything else. */
function appIn(header: string): SeenApp | undefined {
  const [, named, version = '', system = ''] = /^([a-z]+)\/(\S{1,40})(?: \(([^()]{1,60})\))?$/.exec(header) ?? []
  const type = appTypes.find((known) => known === named)
  return type === undefined || !AppVersionName.safeParse(version).success ? undefined : { type, version, system }
}
