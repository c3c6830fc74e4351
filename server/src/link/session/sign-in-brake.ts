import { networkOf } from '../../platform/network-of.ts'
import { minuteCounter } from '../provisioning/minute-counter.ts'

/**
 * Limits of failures in a minute: of one address for one device, and of one address for all devices. A device that has
 * signed in from an address is always checked, so that no neighbour there can lock it out; from elsewhere nobody can at
 * all.
 */
const most = { ofDevice: 10, ofAddress: 300 } as const
/** Devices that signed in, by address; the least recent ones are dropped. */
const mostKnown = 200_000

type Attempt = Readonly<{ address: string; device: string; nowMs: number }>

export type SignInBrake = Readonly<{
  /** Whether this attempt is refused without a check. */
  isBraked: (attempt: Attempt) => boolean
  /**
   * An attempt that is being checked counts as a failure of its device until it ends: otherwise a thousand concurrent
   * ones would all be checked instead of ten.
   */
  begun: (attempt: Attempt) => void
  /** The attempt failed: it counts for its address too. */
  failed: (attempt: Attempt) => void
  /** The attempt did not fail. */
  passed: (attempt: Attempt) => void
  /** The device signed in. */
  succeeded: (attempt: Attempt) => void
}>

/** Limits the rate of failed sign-ins as a device, in this process. */
export function signInBrake(): SignInBrake {
  const [ofDevice, ofAddress] = [minuteCounter(), minuteCounter()]
  const known = new Set<string>()
  const keyOf = ({ address, device }: Attempt) => `${networkOf(address)} ${device.slice(0, 200)}`
  return {
    isBraked: (attempt) => {
      const key = keyOf(attempt)
      if (known.has(key)) return false
      return (
        ofDevice.countOf(key, attempt.nowMs) >= most.ofDevice ||
        ofAddress.countOf(networkOf(attempt.address), attempt.nowMs) >= most.ofAddress
      )
    },
    begun: (attempt) => ofDevice.add(keyOf(attempt), attempt.nowMs),
    failed: (attempt) => ofAddress.add(networkOf(attempt.address), attempt.nowMs),
    passed: (attempt) => ofDevice.takeBack(keyOf(attempt), attempt.nowMs),
    succeeded: (attempt) => {
      const key = keyOf(attempt)
      known.delete(key)
      known.add(key)
      const [longestSilent] = known
      if (known.size > mostKnown && longestSilent !== undefined) known.delete(longestSilent)
    },
  }
}
