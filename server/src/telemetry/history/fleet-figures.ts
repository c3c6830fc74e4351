import type { FleetHours } from './fleet-history.store.ts'
import { unpackHours, type HourFigures, type PackedHours } from './sealed-day.ts'

type Numbers = (number | null)[]
/** The figures of a device, one of each bucket; null where it has no value. */
export type FleetFigures = Readonly<{
  min: Numbers
  max: Numbers
  mean: Numbers
  /** Of all buckets together; null without any value. */
  whole: Readonly<{ points: number; min: number; max: number; mean: number }> | null
}>

/**
 * The numbers of an array as PostgreSQL sends it: a head of 20 bytes (the dimensions at 0, the length at 12), then of each its length and its
 * bytes. An empty one has no dimension.
 */
function sentNumbers(sent: Buffer): number[] {
  if (sent.readInt32BE(0) === 0) return []
  const count = sent.readInt32BE(12)
  const size = sent.readInt32BE(20)
  const numberAt = (at: number): number =>
    size === 8 ? sent.readDoubleBE(at) : size === 4 ? sent.readInt32BE(at) : sent.readInt16BE(at)
  return Array.from({ length: count }, (_, index) => numberAt(24 + index * (size + 4)))
}

/** Within which whole hours of a span figures count: those it cuts come as parts of their own, which have nothing of outside. */
export type HourSpan = Readonly<{ from: number; to: number }>

/** Folds hours into buckets, which begin at the hours `starts` and rise; the last one ends at `end`. */
export function foldHours(
  parts: readonly FleetHours[],
  { starts, end }: Readonly<{ starts: readonly number[]; end: number }>,
  whole: HourSpan,
): ReadonlyMap<string, FleetFigures> {
  const first = starts[0] ?? 0
  // The bucket of each hour: looking it up costs nothing, finding it would cost most of the folding.
  const bucketOf = new Int32Array(Math.max(0, end - first))
  for (const [bucket, start] of starts.entries()) bucketOf.fill(bucket, start - first)
  const folded = new Map<string, Fold>()
  for (const part of parts) {
    const fold = folded.get(part.deviceId) ?? newFold(starts.length)
    folded.set(part.deviceId, fold)
    const shift = part.day === null ? 0 : part.day * 24
    const isWhole = (hour: number) => part.day === null || (hour >= whole.from && hour < whole.to)
    for (const figures of unpackHours(sent(part))) {
      const hour = figures.hour + shift
      const bucket = isWhole(hour) ? bucketOf[hour - first] : undefined
      if (bucket !== undefined) add(fold, bucket, figures)
    }
  }
  return new Map([...folded].map(([deviceId, fold]) => [deviceId, figuresOf(fold)]))
}

/** The hours of a part as a sealed day has them. */
const sent = ({ hours, points, scale, lows, highs, sums, figures }: FleetHours): PackedHours => ({
  hours: hours && sentNumbers(hours),
  hourPoints: sentNumbers(points),
  scale,
  hourLows: lows && sentNumbers(lows),
  hourHighs: highs && sentNumbers(highs),
  hourSums: sums && sentNumbers(sums),
  hourFigures: figures && sentNumbers(figures),
})

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

/** A mean has as many digits as a double holds, which are most of an answer: six behind the point are more than any sensor knows. */
const shortened = (mean: number): number =>
  Math.abs(mean) < 1 || Math.abs(mean) > 1e9 ? mean : Math.round(mean * 1e6) / 1e6
