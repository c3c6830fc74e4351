import { gatewayCodes } from '@brigade/contract/device/gateway/gateway.topics.ts'
import { networkOf } from '../../platform/network-of.ts'

/**
 * A minute. Of one address what failed counts, so that nobody tries out names or secrets, and a factory behind one address is
 * not held up. Of one product what was rightly signed counts, so that nobody without its secret holds up its devices.
 */
const most = { failedOfAddress: 60, signedOfProduct: 1200 } as const
const windowMs = 60_000
const mostKept = 20_000

type Counter = Readonly<{
  countOf: (key: string, nowMs: number) => number
  add: (key: string, nowMs: number) => void
  /** It did not count after all. */
  takeBack: (key: string, nowMs: number) => void
}>

/** Counts of the last minute. Where there are too many, that of whoever was longest silent is let go of. */
function counter(): Counter {
  const counts = new Map<string, Readonly<{ sinceMs: number; count: number }>>()
  const found = (key: string, nowMs: number) => {
    const known = counts.get(key)
    return known === undefined || Math.abs(nowMs - known.sinceMs) >= windowMs ? { sinceMs: nowMs, count: 0 } : known
  }
  const keep = (key: string, kept: Readonly<{ sinceMs: number; count: number }>) => {
    counts.delete(key)
    counts.set(key, kept)
    const [longestSilent] = counts.keys()
    if (counts.size > mostKept && longestSilent !== undefined) counts.delete(longestSilent)
  }
  return {
    countOf: (key, nowMs) => {
      const known = found(key, nowMs)
      if (known.count > 0) keep(key, known)
      return known.count
    },
    add: (key, nowMs) => {
      const { sinceMs, count } = found(key, nowMs)
      keep(key, { sinceMs, count: count + 1 })
    },
    takeBack: (key, nowMs) => {
      const { sinceMs, count } = found(key, nowMs)
      if (count > 0) keep(key, { sinceMs, count: count - 1 })
    },
  }
}

type Attempt = Readonly<{ address: string; productKey: string; nowMs: number }>
type IsSigned = (productSecret: string) => boolean
const throttled = { code: gatewayCodes.throttled }

/** Lets an attempt to register happen, or answers 429 in its place. */
export type RegistrationRate = <R extends Readonly<{ code: number }>>(
  attempt: Attempt,
  isSigned: IsSigned,
  register: (isSigned: IsSigned) => Promise<R>,
) => Promise<R | typeof throttled>

export function registrationRate(): RegistrationRate {
  const [failed, signed] = [counter(), counter()]
  return async ({ address, productKey, nowMs }, isSigned, register) => {
    const network = networkOf(address)
    if (failed.countOf(network, nowMs) >= most.failedOfAddress) return throttled
    let isOver = false
    let hasFailed = false
    // Counted before anything is done for it: of a thousand at once, all but these would be done else.
    failed.add(network, nowMs)
    try {
      const registered = await register((productSecret) => {
        if (!isSigned(productSecret)) return false
        isOver = signed.countOf(productKey, nowMs) >= most.signedOfProduct
        if (!isOver) signed.add(productKey, nowMs)
        return !isOver
      })
      hasFailed = !isOver && registered.code !== 200
      return isOver ? throttled : registered
    } finally {
      if (!hasFailed) failed.takeBack(network, nowMs)
    }
  }
}

/** Of an external broker: whoever registers is answered over its connection, which is the broker's, so it registers by HTTPS. */
export const noRegistration: RegistrationRate = () => Promise.resolve(throttled)
