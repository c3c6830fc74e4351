import { minuteMs } from '@brigade/contract/time.ts'
import { cacheKey, type Caches } from '../../platform/caches.ts'
import type { Platform } from '../../platform/http/context.ts'
import { isThisMachine } from '../../platform/listening.ts'
import { publishedPassword } from '../../platform/settings.ts'
import { isPassword } from '../password.ts'
import { findPasswordHash, listOldestAccounts } from './notice.store.ts'
import { isWithin } from '../../platform/budget/budgets.ts'

type Given = Pick<Platform, 'db' | 'caches' | 'settings'>
type Look = { found: Promise<string[]>; at: number }

/**
 * `tried`: checking a hash takes 25 ms, so each hash is checked once. `look`: the last result of `accountsToWarnOf`.
 */
const publishedPasswordCache = cacheKey<{ tried: Map<string, Promise<boolean>>; look?: Look | undefined }>(() => ({
  tried: new Map(),
}))
const maxTried = 1000
const maxNamed = 10

async function isPublished(caches: Caches, passwordHash: string): Promise<boolean> {
  const { tried } = caches.of(publishedPasswordCache)
  const known = tried.get(passwordHash)
  if (known !== undefined) return known
  const trying = isPassword(publishedPassword, passwordHash)
  if (tried.size >= maxTried) tried.clear()
  tried.set(passwordHash, trying)
  try {
    return await trying
  } catch (error) {
    tried.delete(passwordHash)
    throw error
  }
}

/** Whether other machines can reach the sign-in page: by the listening address, or through a proxy in front. */
export function isReachableFromElsewhere({ http, publicUrl }: Given['settings']): boolean {
  return !isThisMachine(http.host) || (publicUrl !== undefined && !isThisMachine(new URL(publicUrl).hostname))
}

/** Accounts that still have the published password, while other machines can reach the sign-in page. */
export const accountsWithPublishedPassword = async (given: Given): Promise<string[]> =>
  isReachableFromElsewhere(given.settings) ? listWithPublishedPassword(given) : []

/** The same wherever the sign-in page can be reached from. */
export async function listWithPublishedPassword({ db, caches }: Pick<Given, 'db' | 'caches'>): Promise<string[]> {
  const found: string[] = []
  for (const { account, passwordHash } of await listOldestAccounts(db)) {
    if (await isPublished(caches, passwordHash)) found.push(account)
    if (found.length === maxNamed) break
  }
  return found
}

/** Whether this account may sign in, and has it. */
export async function hasPublishedPassword({ db, caches }: Pick<Given, 'db' | 'caches'>, account: string) {
  const passwordHash = await findPasswordHash(db, account)
  return passwordHash !== undefined && (await isPublished(caches, passwordHash))
}

/** The time for which an empty result is cached. */
const noneHoldsMs = minuteMs

/**
 * The same accounts for a call every few seconds. Concurrent calls share one query, and an empty result is cached for a
 * minute. Other results are not cached, so that no account is named longer than it has the password.
 */
export async function accountsToWarnOf(given: Given & Pick<Platform, 'clock'>): Promise<string[]> {
  const { caches, clock } = given
  const cache = caches.of(publishedPasswordCache)
  const last = cache.look
  if (last !== undefined && isWithin(last.at, clock.now(), noneHoldsMs)) return last.found
  const look = { found: accountsWithPublishedPassword(given), at: clock.now() }
  cache.look = look
  const isNone = await look.found.then(
    (found) => found.length === 0,
    () => false,
  )
  if (!isNone && cache.look === look) cache.look = undefined
  return look.found
}
