import { networkOf } from '../../platform/network-of.ts'

/**
 * Failures in a minute after which nobody is asked any more: of one address for one device, and of one address for all. A
 * device that has signed in from an address is asked about always, so that nobody beside it there can keep it out; from
 * elsewhere nobody can at all.
 */
const most = { ofDevice: 10, ofAddress: 300 } as const
const windowMs = 60_000
const mostKept = 20_000
/** Devices that signed in, by address; the longest silent are let go of. */
const mostKnown = 200_000

type Attempt = Readonly<{ address: string; device: string; nowMs: number }>

export type SignInBrake = Readonly<{
  /** Whether this attempt is refused without being looked at. */
  isBraked: (attempt: Attempt) => boolean
  failed: (attempt: Attempt) => void
  succeeded: (attempt: Attempt) => void
}>

type Count = { sinceMs: number; count: number }

function counts() {
  const byKey = new Map<string, Count>()
  const of = (key: string, nowMs: number): Count => {
    const known = byKey.get(key)
    return known === undefined || Math.abs(nowMs - known.sinceMs) >= windowMs ? { sinceMs: nowMs, count: 0 } : known
  }
  return {
    countOf: (key: string, nowMs: number) => of(key, nowMs).count,
    add: (key: string, nowMs: number) => {
      const { sinceMs, count } = of(key, nowMs)
      byKey.delete(key)
      byKey.set(key, { sinceMs, count: count + 1 })
      const [oldest] = byKey.keys()
      if (byKey.size > mostKept && oldest !== undefined) byKey.delete(oldest)
    },
  }
}

/** Brakes whoever tries to sign in as a device and fails, in this process. */
export function signInBrake(): SignInBrake {
  const [ofDevice, ofAddress] = [counts(), counts()]
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
    failed: (attempt) => {
      ofDevice.add(keyOf(attempt), attempt.nowMs)
      ofAddress.add(networkOf(attempt.address), attempt.nowMs)
    },
    succeeded: (attempt) => {
      const key = keyOf(attempt)
      known.delete(key)
      known.add(key)
      const [longestSilent] = known
      if (known.size > mostKnown && longestSilent !== undefined) known.delete(longestSilent)
    },
  }
}
