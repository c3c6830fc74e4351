import type { OnlineRow } from '@brigade/contract/telemetry/online.model.ts'
import type { z } from 'zod'
import { startOfDay } from '../../platform/time/days.ts'

type Entry = Pick<z.output<typeof OnlineRow>, 'time' | 'online'>

/** A stretch of time in one state; null if the state is unknown. */
export type Stretch = {
  from: number
  to: number
  online: boolean | null
  /** The device was not registered yet. */
  isBefore?: boolean
}
export type Day = {
  start: number
  end: number
  stretches: readonly Stretch[]
  share: number | null
  knownMs: number
}

type Known = {
  /** Newest first. */
  entries: readonly Entry[]
  /** False if older entries exist that were not read. */
  isWhole: boolean
  online: boolean
  onlineChangedAt: string | null
  fromMs: number
  nowMs: number
}

/** When a device was online, from its log: each entry begins a state that lasts to the next. Refusals change no state. */
export function stretchesOf({ entries, isWhole, online, onlineChangedAt, fromMs, nowMs }: Known): Stretch[] {
  const turns = entries
    .flatMap((entry) => (entry.online === null ? [] : [{ at: Date.parse(entry.time), online: entry.online }]))
    .filter((turn) => turn.at < nowMs)
    .toSorted((a, b) => a.at - b.at)
  const within = turns.filter((turn) => turn.at > fromMs)
  const earlier = turns.findLast((turn) => turn.at <= fromMs)
  const first = within[0]
  if (first === undefined && earlier === undefined) {
    // The clock of the screen ticks by the minute: a change may be newer than its now.
    const changed = onlineChangedAt === null ? fromMs : Math.max(fromMs, Date.parse(onlineChangedAt))
    const since = Math.min(nowMs, changed)
    const both: Stretch[] = [
      { from: fromMs, to: since, online: isWhole ? !online : null },
      { from: since, to: nowMs, online },
    ]
    return both.filter((stretch) => stretch.to > stretch.from)
  }
  // Before the first entry the device was in the opposite state, unless older entries were not loaded.
  const atStart = earlier?.online ?? (isWhole && first !== undefined ? !first.online : null)
  const stretches: Stretch[] = []
  let open: Stretch = { from: fromMs, to: nowMs, online: atStart }
  for (const turn of within) {
    if (turn.online === open.online) continue
    stretches.push({ ...open, to: turn.at })
    open = { from: turn.at, to: nowMs, online: turn.online }
  }
  return [...stretches, open].filter((stretch) => stretch.to > stretch.from)
}

type Since = Readonly<{ registeredMs: number; sinceMs: number }>

/**
 * The stretches from `fromMs` on. The time before the device was registered, and after that before its connections are known, is
 * among them, and neither online nor offline.
 */
export function sinceKnown(known: Known, { registeredMs, sinceMs }: Since): Stretch[] {
  const { fromMs, nowMs } = known
  const firstMs = Math.min(sinceMs, nowMs)
  if (firstMs <= fromMs) return stretchesOf(known)
  const enteredMs = Math.max(fromMs, Math.min(registeredMs, firstMs))
  const before: Stretch[] = [
    { from: fromMs, to: enteredMs, online: null, isBefore: true },
    { from: enteredMs, to: firstMs, online: null },
  ]
  return [...before.filter(({ from, to }) => to > from), ...stretchesOf({ ...known, fromMs: firstMs })]
}

export const knownMsOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { from, to, online }) => (online === null ? sum : sum + to - from), 0)

/** The online share of the known time; null if nothing is known. */
export function shareOf(stretches: readonly Stretch[]): number | null {
  const known = knownMsOf(stretches)
  let up = 0
  for (const { from, to, online } of stretches) {
    if (online === true) up += to - from
  }
  return known === 0 ? null : up / known
}

/** The stretches cut into the days of the viewer's zone, the last one today. */
export function daysOf(stretches: readonly Stretch[], nowMs: number, count = 7): Day[] {
  return Array.from({ length: count }, (_, index) => {
    const start = startOfDay(nowMs, count - 1 - index)
    // A day is not always 24 h long: clocks change.
    const end = startOfDay(nowMs, count - 2 - index)
    const inside = stretches
      .filter((stretch) => stretch.to > start && stretch.from < end)
      .map((stretch) => ({ ...stretch, from: Math.max(stretch.from, start), to: Math.min(stretch.to, end) }))
    return { start, end, stretches: inside, share: shareOf(inside), knownMs: knownMsOf(inside) }
  })
}
