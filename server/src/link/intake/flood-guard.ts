/**
 * What one device may say: this many messages at once (an oven that was away sends what it kept), and this many a second for as
 * long as it likes. Ovens say one a second; a loop in a firmware says thousands, and must not fill the disk of everybody.
 */
const limits = { atOnce: 6000, perSecond: 200 } as const
/** Of messages beyond that, one is kept in the trace in so many milliseconds. */
const tracedMs = 10_000
/** Devices heard lately; one that is forgotten begins with all it may say. */
const mostKnown = 50_000

type Budget = { left: number; at: number; tracedAt: number }

export type FloodVerdict = 'fine' | 'flood' | 'floodAgain'
export type FloodGuard = (deviceId: string, atMs: number) => FloodVerdict

export function floodGuard(): FloodGuard {
  const budgets = new Map<string, Budget>()
  return (deviceId, atMs) => {
    let budget = budgets.get(deviceId)
    if (budget === undefined) {
      if (budgets.size >= mostKnown) budgets.clear()
      budget = { left: limits.atOnce, at: atMs, tracedAt: Number.NEGATIVE_INFINITY }
      budgets.set(deviceId, budget)
    }
    const passedMs = Math.max(0, atMs - budget.at)
    budget.left = Math.min(limits.atOnce, budget.left + (passedMs * limits.perSecond) / 1000)
    budget.at = Math.max(budget.at, atMs)
    if (budget.left >= 1) {
      budget.left -= 1
      return 'fine'
    }
    if (atMs - budget.tracedAt < tracedMs) return 'floodAgain'
    budget.tracedAt = atMs
    return 'flood'
  }
}
