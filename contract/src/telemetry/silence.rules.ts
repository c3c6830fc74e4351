import { hourMs } from '../time.ts'

/** From and to, epoch ms. */
export type Span = Readonly<{ from: number; to: number }>
/** From and to, epoch ms. */
export type Gap = { from: number; to: number }

const silence = {
  /** Reports are missing after this many times their interval. */
  intervals: 3,
  /** Shorter silences are none, however quickly reports come. */
  leastMs: 120_000,
  /** Assumed interval if there are too few reports to measure it. */
  unknownMs: hourMs,
  /** The interval is the median of this many on either side: one silence among them does not change it. */
  around: 7,
} as const

/**
 * How long each report of a series holds, ms: until the next is overdue. The interval is that of the reports around it; if a device begins
 * to report less or more often, the slower of both sides counts. `times` rise, epoch ms.
 */
export function holdsOf(times: readonly number[]): number[] {
  const { around, intervals, leastMs, unknownMs } = silence
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  const before = steps.map((_, index) => median(steps, Math.max(0, index - around), index))
  return times.map((_, index) => {
    // The step to the next report is the one in question, so it is on neither side.
    const sides = [
      before[index] ?? median(steps, steps.length - around, steps.length),
      median(steps, index + 1, index + 1 + around),
    ]
    const interval = Math.max(...sides)
    return interval === 0 ? unknownMs : Math.max(leastMs, intervals * interval)
  })
}

/** The same for a part of a series that is read in parts, of which `before` and `after` are the neighbours: of them only the next few count. */
export function holdsBetween(before: readonly number[], times: readonly number[], after: readonly number[]): number[] {
  const [lead, rest] = [before.slice(-mostBefore), after.slice(0, silence.around + 2)]
  return holdsOf([...lead, ...times, ...rest]).slice(lead.length, lead.length + times.length)
}
/** Reports on which the holds of those after them depend. */
export const mostBefore = silence.around + 1

/** Median of at least two steps; 0 if there are fewer. */
function median(steps: readonly number[], from: number, to: number): number {
  const some = steps.slice(Math.max(0, from), to)
  if (some.length < 2) return 0
  some.sort((a, b) => a - b)
  return some[(some.length - 1) >> 1] ?? 0
}

/** Returns the gaps: from the last report before a silence to the first after it, also at both ends of the span. */
export function gapsBetween(times: readonly number[], span: Span, widthMs = 0): Gap[] {
  const gaps: Gap[] = []
  const add = (from: number, to: number) => {
    const [start, end] = [Math.max(from, span.from), Math.min(to, span.to)]
    if (end > start) gaps.push({ from: start, to: end })
  }
  const holds = holdsOf(times)
  const [first, firstHold] = [times[0], holds[0]]
  if (first === undefined || firstHold === undefined) {
    add(span.from, span.to)
    return gaps
  }
  if (first - span.from > firstHold) add(span.from, first)
  for (const [index, at] of times.entries()) {
    const next = times[index + 1] ?? span.to
    // The time of the last report within a bucket is unknown.
    if (next - at > Math.max(holds[index] ?? 0, widthMs === 0 ? 0 : 2 * widthMs)) add(at + widthMs, next)
  }
  return gaps
}

/** The time that lies in gaps of every one of some series. */
export function commonGaps(all: readonly (readonly Gap[])[]): Gap[] {
  const [first, ...others] = all
  if (first === undefined) return []
  return others
    .reduce<readonly Gap[]>(
      (common, own) =>
        common.flatMap((one) =>
          own.flatMap((other): Gap[] => {
            const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
            return to > from ? [{ from, to }] : []
          }),
        ),
      first,
    )
    .map(({ from, to }) => ({ from, to }))
}

/**
 * Whether a device reports only changes of a value, as far as a series shows it: no two neighbours are equal, and the intervals are
 * irregular. Such a value holds for as long as its device sends messages.
 */
export function isReportedOnChange(times: readonly number[], values: readonly number[]): boolean {
  if (times.length < 6 || values.some((value, index) => index > 0 && value === values[index - 1])) return false
  const steps = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? 0))
    .toSorted((a, b) => a - b)
  const at = (share: number) => steps[Math.floor((steps.length - 1) * share)] ?? 0
  return at(0.75) > 5 * at(0.25)
}
