import { hourMs } from '@brigade/contract/time.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import { accountsWithPublishedPassword } from './published-password.ts'

const everyMs = hourMs

/** Logs a warning, at the start and every hour, if other machines can sign in with the published password. */
export function startWarning({
  db,
  caches,
  settings,
  log,
}: Pick<Platform, 'db' | 'caches' | 'settings' | 'log'>): Repetition {
  async function warn(): Promise<void> {
    const accounts = await accountsWithPublishedPassword({ db, caches, settings })
    if (accounts.length === 0) return
    const { host } = settings.http
    log.warn({ accounts, host }, 'Other machines can sign in with the password that stands in the documents: change it')
  }
  return repeat(warn, {
    pauseMs: everyMs,
    log,
    onErrorMessage: 'Whether a published password works could not be found out',
  })
}
