import { gatewayCodes } from '@brigade/contract/link/gateway.topics.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { windowCounts } from '../../platform/budget/budgets.ts'
import { networkOf } from '../../platform/network-of.ts'

/**
 * Limits per minute. Only failures count for an address, so that nobody can guess names or secrets, and a factory
 * behind one address is not slowed. Only correctly signed requests count for a product, so that nobody without its
 * secret can block its devices.
 */
const limits = { failedOfAddress: 60, signedOfProduct: 1200 } as const
const minute = { windowMs: minuteMs, most: 20_000 } as const

type Attempt = Readonly<{ address: string; productKey: string; nowMs: number }>
type IsSigned = (productSecret: string) => boolean
const throttled = { code: gatewayCodes.throttled }

/** Runs an attempt to register, or answers 429 in its place. */
export type RegistrationRate = <R extends Readonly<{ code: number }>>(
  attempt: Attempt,
  isSigned: IsSigned,
  register: (isSigned: IsSigned) => Promise<R>,
) => Promise<R | typeof throttled>

export function registrationRate(): RegistrationRate {
  const [failed, signed] = [windowCounts(minute), windowCounts(minute)]
  return async ({ address, productKey, nowMs }, isSigned, register) => {
    const network = networkOf(address)
    if (failed.countOf(network, nowMs) >= limits.failedOfAddress) return throttled
    let isOver = false
    let hasFailed = false
    // Counted before the work begins: otherwise a thousand concurrent attempts would all be processed.
    failed.add(network, nowMs)
    try {
      const registered = await register((productSecret) => {
        if (!isSigned(productSecret)) return false
        isOver = signed.countOf(productKey, nowMs) >= limits.signedOfProduct
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

/**
 * For an external broker: a registration would have to be answered over the client's connection, which is the broker's,
 * so devices register by HTTPS.
 */
export const noRegistration: RegistrationRate = () => Promise.resolve(throttled)
