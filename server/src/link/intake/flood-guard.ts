/**
 * Rate limit of one device: a burst of this many messages (an oven that was offline sends its stored ones), and a
 * sustained rate per second. Ovens send one a second; a loop in a firmware sends thousands, and must not fill the
 * common disk.
 */
const limits = { atOnce: 6000, perSecond: 200 } as const
/** One message over the limit is traced in this many milliseconds. */
const tracedMs = 10_000
/** Number of recently active devices in memory; a forgotten one starts with its full burst. */
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
