import { dayMs, minuteMs } from '@brigade/contract/time.ts'

/** Steps of an axis of time: minutes up to half a day, then days. */
const minuteSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720] as const
const daySteps = [1, 2, 3, 5, 7, 14, 30, 60, 90, 180, 365] as const
/** No axis has more ticks, however wide it is. */
const maxTicks = 60

/** The largest width of a character of an axis, at its size of 12 px: only digits, signs and spaces occur there. */
const letterPx = 7
/** Free on either side of a label. */
const besidePx = 6
export const labelPx = (label: string): number => label.length * letterPx

type Axis = Readonly<{
  from: number
  to: number
  /** The width of the plot, and the free width beside it. */
  widthPx: number
  marginPx: number
  label: (time: number) => string
}>

/**
 * The instants that an axis of time labels: as many as there is room for, each at a round time of the viewer's clock.
 */
export function timeTicks(axis: Axis): number[] {
  const { from, to } = axis
  const candidates = [
    ...minuteSteps.map((step) => ({ lastsMs: step * minuteMs, at: minutesFrom(from, step) })),
    ...daySteps.map((step) => ({ lastsMs: step * dayMs, at: daysFrom(from, step) })),
  ]
  for (const { lastsMs, at } of candidates) {
    if ((to - from) / lastsMs > maxTicks) continue
    const ticks = risingTo(at, from, to)
    if (haveRoom(ticks, axis)) return ticks.filter((tick) => isWithin(tick, axis))
  }
  return []
}

type TickAt = (index: number) => number

/** A day restarts at each midnight, also one on which clocks change. */
function minutesFrom(from: number, step: number): TickAt {
  const first = new Date(from)
  const perDay = 1440 / step
  return (index) =>
    new Date(
      first.getFullYear(),
      first.getMonth(),
      first.getDate() + Math.floor(index / perDay),
      0,
      (index % perDay) * step,
    ).getTime()
}

function daysFrom(from: number, step: number): TickAt {
  const first = new Date(from)
  return (index) => new Date(first.getFullYear(), first.getMonth(), first.getDate() + index * step).getTime()
}

function risingTo(at: TickAt, from: number, to: number): number[] {
  const ticks: number[] = []
  for (let index = 0; ; index += 1) {
    const tick = at(index)
    if (tick > to) return ticks
    // An hour that a clock leaves out has the time of the next.
    if (tick >= from && tick > (ticks.at(-1) ?? Number.NEGATIVE_INFINITY)) ticks.push(tick)
  }
}

const placeOf = (tick: number, { from, to, widthPx }: Axis): number => ((tick - from) / (to - from)) * widthPx

function haveRoom(ticks: readonly number[], axis: Axis): boolean {
  const half = (tick: number) => labelPx(axis.label(tick)) / 2 + besidePx
  return ticks.every((tick, index) => {
    const before = ticks[index - 1]
    return before === undefined || placeOf(tick, axis) - placeOf(before, axis) >= half(tick) + half(before)
  })
}

/** A label that would be cut at an edge is left out. */
function isWithin(tick: number, axis: Axis): boolean {
  const half = labelPx(axis.label(tick)) / 2
  const place = placeOf(tick, axis)
  return place - half >= -axis.marginPx && place + half <= axis.widthPx + axis.marginPx
}
