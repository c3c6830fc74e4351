import type { Platform } from '../../platform/http/context.ts'
import { isThisMachine } from '../../platform/listening.ts'
import { publishedPassword } from '../../platform/settings.ts'
import { isPassword } from '../password.ts'
import { listOldestAccounts } from './notice.store.ts'

type Given = Pick<Platform, 'db' | 'settings'>

/** A hash is tried once: 25 ms each. */
const tried = new Map<string, boolean>()
const mostTried = 1000
const mostNamed = 10

async function isPublished(passwordHash: string): Promise<boolean> {
  const known = tried.get(passwordHash)
  if (known !== undefined) return known
  const found = await isPassword(publishedPassword, passwordHash)
  if (tried.size >= mostTried) tried.clear()
  tried.set(passwordHash, found)
  return found
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
