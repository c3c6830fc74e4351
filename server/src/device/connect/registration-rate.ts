/** Attempts a minute from one address, and for one product: a secret that stands in every appliance must not be tried out. */
const most = { address: 60, product: 1200 } as const
const windowMs = 60_000
const mostKept = 20_000

export type RegistrationRate = (address: string, productKey: string, nowMs: number) => boolean

/** Whether one more attempt is let through. */
export function registrationRate(): RegistrationRate {
  let counts = new Map<string, number>()
  let sinceMs = Number.NEGATIVE_INFINITY
  const counted = (about: string): number => {
    const count = (counts.get(about) ?? 0) + 1
    counts.set(about, count)
    return count
  }
  return (address, productKey, nowMs) => {
    if (Math.abs(nowMs - sinceMs) >= windowMs || counts.size > mostKept) {
      counts = new Map()
      sinceMs = nowMs
    }
    const [ofAddress, ofProduct] = [counted(`address ${address}`), counted(`product ${productKey}`)]
    return ofAddress <= most.address && ofProduct <= most.product
  }
}
