import type { Platform } from '../../platform/http/context.ts'
import { keepDoing, type KeptDoing } from '../../platform/keep-doing.ts'
import { accountsWithPublishedPassword } from './published-password.ts'

const everyMs = 3_600_000

/** Says in the log, at the start and every hour, that anybody can sign in from elsewhere with a password everybody knows. */
export function keepWarning({ db, settings, log }: Pick<Platform, 'db' | 'settings' | 'log'>): KeptDoing {
  async function warn(): Promise<void> {
    const accounts = await accountsWithPublishedPassword({ db, settings })
    if (accounts.length === 0) return
    const { host } = settings.http
    log.warn({ accounts, host }, 'Other machines can sign in with the password that stands in the documents: change it')
  }
  return keepDoing(warn, {
    pauseMs: everyMs,
    log,
    trouble: 'Whether a published password works could not be found out',
  })
}
