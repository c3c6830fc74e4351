import { minuteMs } from '@brigade/contract/time.ts'
import { windowCounts } from '../../platform/budget/budgets.ts'
import { recentMap } from '../../platform/budget/recent-map.ts'
import { networkOf } from '../../platform/network-of.ts'

/**
 * Limits of failures in a minute: of one address for one device, and of one address for all devices. A device that has
 * signed in from an address is always checked, so that no neighbour there can lock it out; clients elsewhere cannot at
 * all.
 */
const most = { ofDevice: 10, ofAddress: 300 } as const
/** Devices that signed in, by address; the least recent ones are dropped. */
const maxCached = 200_000
const minute = { windowMs: minuteMs, most: 20_000 } as const

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
  const [ofDevice, ofAddress] = [windowCounts(minute), windowCounts(minute)]
  const known = recentMap<string, true>(maxCached)
  const keyOf = ({ address, device }: Attempt) => `${networkOf(address)} ${device.slice(0, 200)}`
  return {
    isBraked: (attempt) => {
      const key = keyOf(attempt)
      if (known.get(key) === true) return false
      return (
        ofDevice.countOf(key, attempt.nowMs) >= most.ofDevice ||
        ofAddress.countOf(networkOf(attempt.address), attempt.nowMs) >= most.ofAddress
      )
    },
    begun: (attempt) => void ofDevice.add(keyOf(attempt), attempt.nowMs),
    failed: (attempt) => void ofAddress.add(networkOf(attempt.address), attempt.nowMs),
    passed: (attempt) => ofDevice.takeBack(keyOf(attempt), attempt.nowMs),
    succeeded: (attempt) => known.set(keyOf(attempt), true),
  }
}
