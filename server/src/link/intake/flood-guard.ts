import { onceIn, rates } from '../../platform/budget/budgets.ts'

/**
 * Number of recently active devices in memory. Of more, those that were silent longest start with their full burst: a
 * device that loops is never one of them.
 */
const most = 100_000
/**
 * Rate limit of one device: a burst of this many messages (an oven that was offline sends its stored ones), and a
 * sustained rate per second. Ovens send one a second; a loop in a firmware sends thousands, and must not fill the
 * common disk.
 */
const limits = { atOnce: 6000, perSecond: 200, most } as const
/** One message over the limit is traced in this many milliseconds. */
const tracedMs = 10_000

export type FloodVerdict = 'fine' | 'flood' | 'floodAgain'
export type FloodGuard = (deviceId: string, atMs: number) => FloodVerdict

export function floodGuard(): FloodGuard {
  const budgets = rates(limits)
  const isTraced = onceIn({ spanMs: tracedMs, most })
  return (deviceId, atMs) => {
    if (budgets.take(deviceId, atMs)) return 'fine'
    return isTraced(deviceId, atMs) ? 'flood' : 'floodAgain'
  }
}
