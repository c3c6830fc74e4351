import { dayOf } from '../../platform/db/partitions.ts'

/** Reads the packed form of sealed days (0062_packed_days.sql) where every value is wanted: SQL would make a row of each. */

const dayMs = 86_400_000
/** The days (UTC) from one instant to another, both included. */
export const daysOf = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, Math.floor(to / dayMs) - Math.floor(from / dayMs) + 1) }, (_, n) =>
    dayOf(from + n * dayMs),
  )

/** Steps: what each has beyond `every`, in 0, 1, 2 or 4 bytes for the whole day; those that are too far off stand beside, with their places. */
export type PackedSteps = Readonly<{ bytes: Buffer; far: readonly (readonly number[])[] | null }>

/** The times of one or several properties of a device in a day: ms since its start. */
export type PackedTimes = PackedSteps & Readonly<{ points: number; firstMs: number; every: number }>

/** The numbers of a property in a day. Those with at most three decimals are packed, others are a list in which null is a text. */
export type PackedNumbers =
  | (PackedSteps & Readonly<{ points: number; firstWhole: number; scale: number }>)
  | readonly (number | null)[]

export const unpackTimes = ({ points, firstMs, every, bytes, far }: PackedTimes): Int32Array =>
  summed(firstMs, points, every, { bytes, far })

/** NaN stands for a text. */
export function unpackNumbers(packed: PackedNumbers): Float64Array {
  if (isList(packed)) return Float64Array.from(packed, (number) => number ?? Number.NaN)
  const { points, firstWhole, scale } = packed
  const wholes = summed(firstWhole, points, 0, packed)
  const factor = 10 ** scale
  const numbers = new Float64Array(points)
  // A loop over typed arrays: a month of minutes is a tenth of a millisecond.
  for (let n = 0; n < points; n += 1) numbers[n] = (wholes[n] ?? 0) / factor
  return numbers
}

const isList = (packed: PackedNumbers): packed is readonly (number | null)[] => Array.isArray(packed)

function summed(first: number, points: number, every: number, { bytes, far }: PackedSteps): Int32Array {
  const sums = new Int32Array(points)
  const width = points > 1 ? Math.floor(bytes.length / (points - 1)) : 0
  addNear(sums, bytes, width)
  // A step that stands beside has 0 in its own place. Places count from 1, and the first has no step.
  for (const [place, step] of far ?? []) if (place !== undefined && step !== undefined) sums[place - 1] = step
  let sum = first
  sums[0] = sum
  for (let n = 1; n < points; n += 1) {
    sum += every + (sums[n] ?? 0)
    sums[n] = sum
  }
  return sums
}

/** The most significant byte is the first. */
function addNear(steps: Int32Array, bytes: Buffer, width: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const count = steps.length - 1
  if (width === 1) for (let n = 0; n < count; n += 1) steps[n + 1] = view.getInt8(n)
  else if (width === 2) for (let n = 0; n < count; n += 1) steps[n + 1] = view.getInt16(2 * n)
  else if (width === 4) for (let n = 0; n < count; n += 1) steps[n + 1] = view.getInt32(4 * n)
}

/** The figures of the hours of a day that have values: whole numbers of a scale, or all lows, then all highs, then all means. */
export type PackedHours = Readonly<{
  /** Null: all 24. */
  hours: readonly number[] | null
  hourPoints: readonly number[]
  scale: number | null
  hourLows: readonly number[] | null
  hourHighs: readonly number[] | null
  hourSums: readonly number[] | null
  hourFigures: readonly number[] | null
}>

export type HourFigures = Readonly<{ hour: number; count: number; min: number; max: number; sum: number }>

export function unpackHours({ hours, hourPoints, scale, ...packed }: PackedHours): HourFigures[] {
  const factor = 10 ** (scale ?? 0)
  const { hourLows, hourHighs, hourSums, hourFigures } = packed
  const all = hourPoints.length
  const figure = (whole: readonly number[] | null, part: number, index: number) =>
    whole === null ? (hourFigures?.[part * all + index] ?? Number.NaN) : (whole[index] ?? Number.NaN) / factor
  return hourPoints.map((count, index) => ({
    hour: hours?.[index] ?? index,
    count,
    min: figure(hourLows, 0, index),
    max: figure(hourHighs, 1, index),
    sum: figure(hourSums, 2, index) * (hourSums === null ? count : 1),
  }))
}
