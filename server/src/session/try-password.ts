import { sessionLimits } from '@brigade/contract/session/session.model.ts'
import type { Platform } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { isPassword } from '../system/password.ts'
import { networkOf } from '../platform/network-of.ts'
import { brake, release, type Braked } from './brake.store.ts'
import { countAttempt, forgetFailures, uncountAttempt } from './sign-in.store.ts'

const lockMs = sessionLimits.lockMinutes * 60_000

type Try = Readonly<{
  /** The sign-in name as it was given. */
  account: string
  address: string
  password: string
  /** Of the account; undefined where there is none, which takes as long and says the same. */
  passwordHash: string | undefined
  /** What too many failures from anywhere slow down; null where the browser is known to the account. */
  braked: Braked | null
}>

/**
 * Answers how many tries are left after a wrong password, or null after the right one. Refuses while the pair of account and
 * address is locked, whatever the password, and at the failure that locks it; and where too many failed from anywhere, all but
 * one try a minute.
 */
export async function tryPassword({ db, clock }: Pick<Platform, 'db' | 'clock'>, tried: Try): Promise<number | null> {
  const { account, password, passwordHash, braked } = tried
  const address = networkOf(tried.address)
  const at = clock.now()
  const most = sessionLimits.failuresBeforeLock
  const { failures, lockedUntil } = await countAttempt(db, { account, address, at, most, lockMs })
  if (failures > most) refuseLocked((lockedUntil ?? at + lockMs) - at)
  const waitMs = braked === null ? null : await brake(db, braked, at)
  if (waitMs !== null) {
    await uncountAttempt(db, account, address, most)
    refuseSlowed(braked?.kind === 'prompt' ? 'session.promptSlowed' : 'session.slowed', waitMs)
  }
  if (await isPassword(password, passwordHash)) {
    await forgetFailures(db, account, address)
    if (braked !== null) await release(db, braked)
    return null
  }
  if (failures === most) refuseLocked(lockMs)
  return most - failures
}

function refuseSlowed(key: 'session.slowed' | 'session.promptSlowed', waitMs: number): never {
  const seconds = Math.ceil(waitMs / 1000)
  refuse(key, { seconds }, { retryAfterSeconds: seconds })
}

function refuseLocked(leftMs: number): never {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000))
  refuse('session.locked', { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds })
}
