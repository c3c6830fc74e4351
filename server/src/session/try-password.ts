import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import type { Platform } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { isPassword } from '../system/password.ts'
import { networkOf } from '../platform/network-of.ts'
import { brake, release, type Braked } from './brake.store.ts'
import { countAttempt, forgetFailures, uncountAttempt } from './sign-in.store.ts'

const lockMs = sessionLimits.lockMinutes * minuteMs

type Counted = Readonly<{
  /** The sign-in name as typed. */
  account: string
  address: string
  /** The rate limit for failures from any address; null when the account knows the browser. */
  braked: Braked | null
  /**
   * A second step follows: a right password must not clear the failures, or each right password would give the code
   * five more tries.
   */
  keepsFailures?: boolean
}>
type PasswordTry = Counted &
  Readonly<{
    password: string
    /** The account's hash; undefined if there is no account, which takes as long and is answered the same. */
    passwordHash: string | undefined
  }>

type Counting = Pick<Platform, 'db' | 'clock'>

export const tryPassword = (counting: Counting, tried: PasswordTry): Promise<number | null> =>
  trySecret(counting, { ...tried, isRight: () => isPassword(tried.password, tried.passwordHash) })

/**
 * Returns the number of tries left after a wrong password or code, or null after the right one. Refuses while the pair
 * of account and address is locked, whatever was typed, and at the failure that locks it; after too many failures from
 * any address it refuses all but one try a minute.
 */
export async function trySecret(
  { db, clock }: Counting,
  tried: Counted & { isRight: () => Promise<boolean> },
): Promise<number | null> {
  const { account, braked, keepsFailures = false, isRight } = tried
  const address = networkOf(tried.address)
  const at = clock.now()
  const most = sessionLimits.failuresBeforeLock
  const { failures, lockedUntil } = await countAttempt(db, { account, address, at, most, lockMs })
  const isPrompt = braked?.kind === 'prompt'
  if (failures > most) refuseLocked(isPrompt, (lockedUntil ?? at + lockMs) - at)
  const waitMs = braked === null ? null : await brake(db, braked, at)
  if (waitMs !== null) {
    await uncountAttempt(db, account, address, most)
    refuseSlowed(isPrompt ? 'session.promptSlowed' : 'session.slowed', waitMs)
  }
  if (await isRight()) {
    if (keepsFailures) await uncountAttempt(db, account, address, most)
    else await forgetFailures(db, account, address)
    if (braked !== null) await release(db, braked)
    return null
  }
  if (failures === most) refuseLocked(isPrompt, lockMs)
  return most - failures
}

function refuseSlowed(key: 'session.slowed' | 'session.promptSlowed', waitMs: number): never {
  const seconds = Math.ceil(waitMs / 1000)
  refuse(key, { seconds }, { retryAfterSeconds: seconds })
}

/** A signed-in person who is asked for the password did not fail to sign in. */
function refuseLocked(isPrompt: boolean, leftMs: number): never {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000))
  const key = isPrompt ? 'session.promptLocked' : 'session.locked'
  refuse(key, { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds })
}
