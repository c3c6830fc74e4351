import { sessionLimits } from '@brigade/contract/session/session.model.ts'
import type { Platform } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { isPassword } from '../system/password.ts'
import { countAttempt, forgetFailures } from './sign-in.store.ts'

const lockMs = sessionLimits.lockMinutes * 60_000

type Try = Readonly<{
  /** The sign-in name as it was given. */
  account: string
  address: string
  password: string
  /** Of the account; undefined where there is none, which takes as long and says the same. */
  passwordHash: string | undefined
}>

/**
 * Answers how many tries are left after a wrong password, or null after the right one. Refuses while the pair of account and
 * address is locked, whatever the password, and at the failure that locks it.
 */
export async function tryPassword({ db, clock }: Pick<Platform, 'db' | 'clock'>, tried: Try): Promise<number | null> {
  const { account, address, password, passwordHash } = tried
  const at = clock.now()
  const most = sessionLimits.failuresBeforeLock
  const { failures, lockedUntil } = await countAttempt(db, { account, address, at, most, lockMs })
  if (failures > most) refuseLocked((lockedUntil ?? at + lockMs) - at)
  if (await isPassword(password, passwordHash)) {
    await forgetFailures(db, account, address)
    return null
  }
  if (failures === most) refuseLocked(lockMs)
  return most - failures
}

function refuseLocked(leftMs: number): never {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000))
  refuse('session.locked', { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds })
}
