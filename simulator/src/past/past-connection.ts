import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { outageMs } from '../device/luck.ts'
import { between, comes, happens, type Chance } from '../random.ts'

/** A connection began or ended, and how the server noticed. */
export type Connection = Readonly<{
  at: number
  online: boolean
  reason: 'connected' | 'connection_lost' | 'keep_alive'
}>

/** A time in which it is connected, because something is sent to it. */
type Needed = Readonly<{ from: number; to: number }>
type Given = Readonly<{
  chance: Chance
  isFlaky: boolean
  lossesPerHour: number
  isSteady: boolean
  /** In the order of their times. */
  needed: readonly Needed[]
}>

/** Once in two weeks the network of the house is away, or somebody pulls a plug. */
const longPerHour = 1 / (14 * 24)
const longMs = { least: 20 * minuteMs, most: 7 * hourMs } as const

/** The connection of a device in its past: short losses as in its running life, and occasionally a long one. */
export function pastConnection({ chance, isFlaky, lossesPerHour, isSteady, needed }: Given) {
  /** Undefined while it is connected. */
  let backAt: number | undefined
  /** Neither away nor about to be when it is needed. */
  const lose = (at: number, forMs: number, reason: Connection['reason']): Connection[] => {
    const next = needed.find(({ to }) => to > at)?.from ?? Number.POSITIVE_INFINITY
    if (next - at < 2 * minuteMs) return []
    backAt = Math.min(at + Math.round(forMs), next - minuteMs)
    return [{ at, online: false, reason }]
  }
  return {
    begin: (at: number): Connection => ({ at, online: true, reason: 'connected' }),
    /** The device disconnects, and does not come back. */
    leave: (at: number): Connection[] => {
      const wasOnline = backAt === undefined
      backAt = Number.POSITIVE_INFINITY
      return wasOnline ? [{ at, online: false, reason: 'keep_alive' }] : []
    },
    isOnline: () => backAt === undefined,
    /** Returns the changes of the last `dtMs`, and the connection loss that follows. */
    step: (at: number, dtMs: number): Connection[] => {
      const changes: Connection[] = []
      if (backAt !== undefined) {
        if (backAt > at) return []
        changes.push({ at: backAt, online: true, reason: 'connected' })
        backAt = undefined
      }
      if (isSteady) return changes
      if (comes(chance, longPerHour, dtMs))
        return [...changes, ...lose(at, between(chance, longMs.least, longMs.most), 'keep_alive')]
      if (!comes(chance, lossesPerHour, dtMs)) return changes
      if (happens(chance, 0.5)) return [...changes, ...lose(at, between(chance, 1, 4) * 1000, 'connection_lost')]
      return [...changes, ...lose(at, outageMs(chance, isFlaky), 'keep_alive')]
    },
  }
}
