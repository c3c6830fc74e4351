import type { Gap, Span } from '@brigade/contract/telemetry/silence.rules.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import type { FleetValues, listFleetHours } from './fleet-history.store.ts'
import { numbersIn, timesIn } from '../history/sealed-days.store.ts'
import { unpackHours, type HourFigures } from '../history/sealed-day.ts'

type Numbers = (number | null)[]
/** The figures of a device, one for each bucket; null if it has no value. */
export type FleetFigures = Readonly<{
  min: Numbers
  max: Numbers
  mean: Numbers
  /** Figures of all buckets together; null without any value. */
  whole: Readonly<{ points: number; min: number; max: number; mean: number }> | null
}>

/** The hours and values of each device in a span, and the times at which its values do not count. */
export type FleetReports = Awaited<ReturnType<typeof listFleetHours>> &
  Readonly<{ span: Span; denied: ReadonlyMap<string, readonly Gap[]> }>

/** Folds hours and values into buckets, which begin at the hours `starts` and rise; the last one ends with the span. */
export function foldFleet(
  { hours, values, span, denied }: FleetReports,
  starts: readonly number[],
): ReadonlyMap<string, FleetFigures> {
  const first = starts[0] ?? 0
  // The bucket of each hour: looking it up costs nothing, finding it would cost most of the folding.
  const bucketOf = new Int32Array(Math.max(0, Math.ceil(span.to / hourMs) - first))
  for (const [bucket, start] of starts.entries()) bucketOf.fill(bucket, start - first)
  const folded = new Map<string, Fold>()
  const foldOf = (deviceId: string): Fold => {
    const fold = folded.get(deviceId) ?? newFold(starts.length)
    folded.set(deviceId, fold)
    return fold
  }
  // Hours that the span cuts arrive as separate parts, or are read.
  const isWhole = (hour: number) => hour * hourMs >= span.from && (hour + 1) * hourMs <= span.to
  for (const part of hours) {
    const fold = foldOf(part.deviceId)
    const shift = part.day === null ? 0 : part.day * 24
    for (const figures of unpackHours(part)) {
      const hour = figures.hour + shift
      const bucket = part.day === null || isWhole(hour) ? bucketOf[hour - first] : undefined
      if (bucket !== undefined) add(fold, bucket, figures)
    }
  }
  for (const day of values) {
    const fold = foldOf(day.deviceId)
    addValues(day, { span, denied: denied.get(day.deviceId) ?? [] }, (hour, number) => {
      const bucket = day.isWhole || !isWhole(hour) ? bucketOf[hour - first] : undefined
      if (bucket !== undefined) addOne(fold, bucket, number)
    })
  }
  return new Map([...folded].map(([deviceId, fold]) => [deviceId, figuresOf(fold)]))
}

/** The numbers of a day that count, with their hours since 1970. Of several values of one instant the last one counts. */
function addValues(
  day: FleetValues,
  { span, denied }: Readonly<{ span: Span; denied: readonly Gap[] }>,
  put: (hour: number, number: number) => void,
): void {
  const [times, numbers] = [timesIn(day), numbersIn(day)]
  const start = day.day * dayMs
  const late = new Set(day.late)
  const own = denied.filter(({ from, to }) => to > start && from < start + dayMs)
  let next = 0
  for (const [index, number] of numbers.entries()) {
    const ms = times[index] ?? 0
    const at = start + ms
    while ((own[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1
    if (Number.isNaN(number) || times[index + 1] === ms || at < span.from || at >= span.to) continue
    if ((own[next]?.from ?? Number.POSITIVE_INFINITY) <= at || late.has(ms)) continue
    put(Math.floor(at / hourMs), number)
  }
}

type Fold = Readonly<Record<'points' | 'total' | 'low' | 'high', Float64Array>>

const newFold = (length: number): Fold => ({
  points: new Float64Array(length),
  total: new Float64Array(length),
  low: new Float64Array(length).fill(Number.POSITIVE_INFINITY),
  high: new Float64Array(length).fill(Number.NEGATIVE_INFINITY),
})

function add(fold: Fold, bucket: number, { count, min, max, sum }: HourFigures) {
  fold.points[bucket] = (fold.points[bucket] ?? 0) + count
  fold.total[bucket] = (fold.total[bucket] ?? 0) + sum
  fold.low[bucket] = Math.min(fold.low[bucket] ?? min, min)
  fold.high[bucket] = Math.max(fold.high[bucket] ?? max, max)
}

function addOne(fold: Fold, bucket: number, number: number) {
  fold.points[bucket] = (fold.points[bucket] ?? 0) + 1
  fold.total[bucket] = (fold.total[bucket] ?? 0) + number
  if (number < (fold.low[bucket] ?? 0)) fold.low[bucket] = number
  if (number > (fold.high[bucket] ?? 0)) fold.high[bucket] = number
}

const sumOf = (numbers: Float64Array): number => numbers.reduce((sum, number) => sum + number, 0)

function figuresOf({ points, total, low, high }: Fold): FleetFigures {
  const known = (value: number | undefined): number | null =>
    value !== undefined && Number.isFinite(value) ? value : null
  const all = sumOf(points)
  const whole = {
    points: all,
    min: low.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    max: high.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
    mean: shortened(sumOf(total) / all),
  }
  return {
    min: Array.from(low, known),
    max: Array.from(high, known),
    mean: Array.from(total, (sum, bucket) => known(shortened(sum / (points[bucket] ?? 0)))),
    whole: all === 0 ? null : whole,
  }
}

/**
 * A mean has all digits of a double, which would be most of an answer: six decimals are more precise than any sensor.
 */
const shortened = (mean: number): number =>
  Math.abs(mean) < 1 || Math.abs(mean) > 1e9 ? mean : Math.round(mean * 1e6) / 1e6
