import type { Platform } from '../../platform/http/context.ts'
import { isThisMachine } from '../../platform/listening.ts'
import { publishedPassword } from '../../platform/settings.ts'
import { isPassword } from '../password.ts'
import { listOldestAccounts } from './notice.store.ts'

type Given = Pick<Platform, 'db' | 'settings'>

/** A hash is tried once, however many ask at the same time: 25 ms each. */
const tried = new Map<string, Promise<boolean>>()
const mostTried = 1000
const mostNamed = 10

async function isPublished(passwordHash: string): Promise<boolean> {
  const known = tried.get(passwordHash)
  if (known !== undefined) return known
  const trying = isPassword(publishedPassword, passwordHash)
  if (tried.size >= mostTried) tried.clear()
  tried.set(passwordHash, trying)
  try {
    return await trying
  } catch (error) {
    tried.delete(passwordHash)
    throw error
  }
}

/** Whether other machines can reach the sign-in page: by what it listens on, or through a proxy in front. */
function isReachableFromElsewhere({ http, publicUrl }: Given['settings']): boolean {
  return !isThisMachine(http.host) || (publicUrl !== undefined && !isThisMachine(new URL(publicUrl).hostname))
}

/** Accounts that the password printed in the documents opens, while other machines can reach the sign-in page. */
export async function accountsWithPublishedPassword({ db, settings }: Given): Promise<string[]> {
  if (!isReachableFromElsewhere(settings)) return []
  const found: string[] = []
  for (const { account, passwordHash } of await listOldestAccounts(db)) {
    if (await isPublished(passwordHash)) found.push(account)
    if (found.length === mostNamed) break
  }
  return found
}

/** How long it holds that there is none. */
const noneHoldsMs = 60_000
type Look = { found: Promise<string[]>; until: number }
const looks = new WeakMap<Platform['db'], Look>()

/**
 * The same for who asks every few seconds: all who ask meanwhile share one look, and that there is none holds for a minute. Where
 * there are some it is looked again, so that they are named no longer than they are there.
 */
export async function accountsToWarnOf(given: Given & Pick<Platform, 'clock'>): Promise<string[]> {
  const { db, clock } = given
  const last = looks.get(db)
  if (last !== undefined && clock.now() < last.until) return last.found
  const look = { found: accountsWithPublishedPassword(given), until: clock.now() + noneHoldsMs }
  looks.set(db, look)
  const isNone = await look.found.then(
    (found) => found.length === 0,
    () => false,
  )
  if (!isNone && looks.get(db) === look) looks.delete(db)
  return look.found
}
