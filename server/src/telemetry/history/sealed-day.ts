import { dayMs } from '@brigade/contract/time.ts'
import { dayOf } from '../../platform/db/partitions.ts'

/**
 * Reads the packed form of sealed days (0062_packed_days.sql) when every value is wanted: SQL would make a row of each.
 */

/** The days (UTC) from one instant to another, both included. */
export const daysOf = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, Math.floor(to / dayMs) - Math.floor(from / dayMs) + 1) }, (_, n) =>
    dayOf(from + n * dayMs),
  )

const float8 = 701

/**
 * The numbers of an array as PostgreSQL sends it (`array_send`): how many dimensions, whether there are nulls, the type, of each dimension two
 * numbers, then of each element its length and its bytes. NaN is null. Its texts would be taken apart character by character, which is the
 * larger part of a curve's time.
 */
export function sentNumbers(sent: Buffer): Float64Array {
  const dimensions = sent.readInt32BE(0)
  const isFloat = sent.readInt32BE(8) === float8
  let count = dimensions === 0 ? 0 : 1
  for (let dimension = 0; dimension < dimensions; dimension += 1) count *= sent.readInt32BE(12 + 8 * dimension)
  const numbers = new Float64Array(count).fill(Number.NaN)
  let at = 12 + 8 * dimensions
  for (let index = 0; index < count; index += 1) {
    const size = sent.readInt32BE(at)
    at += 4
    if (size < 0) continue
    numbers[index] = isFloat ? sent.readDoubleBE(at) : size === 4 ? sent.readInt32BE(at) : sent.readInt16BE(at)
    at += size
  }
  return numbers
}

/**
 * Steps as differences from `every`, in 0, 1, 2 or 4 bytes for the whole day; larger ones are stored separately as
 * pairs of a place and a step.
 */
export type PackedSteps = Readonly<{ bytes: Buffer; far: Float64Array | null }>

/** The times of one or several properties of a device in a day: ms since its start. */
export type PackedTimes = PackedSteps & Readonly<{ points: number; firstMs: number; every: number }>

/** The numbers of a property in a day that all have at most three decimals. Others are a list (`sentNumbers`). */
export type PackedNumbers = PackedSteps & Readonly<{ points: number; firstWhole: number; scale: number }>

export const unpackTimes = ({ points, firstMs, every, bytes, far }: PackedTimes): Int32Array =>
  summed(firstMs, points, every, { bytes, far })

export function unpackNumbers(packed: PackedNumbers): Float64Array {
  const { points, firstWhole, scale } = packed
  const wholes = summed(firstWhole, points, 0, packed)
  const factor = 10 ** scale
  const numbers = new Float64Array(points)
  // A loop over typed arrays: a month of minutes is a tenth of a millisecond.
  for (let n = 0; n < points; n += 1) numbers[n] = (wholes[n] ?? 0) / factor
  return numbers
}

function summed(first: number, points: number, every: number, { bytes, far }: PackedSteps): Int32Array {
  const sums = new Int32Array(points)
  const width = points > 1 ? Math.floor(bytes.length / (points - 1)) : 0
  addNear(sums, bytes, width)
  // A step that is stored separately is 0 in its own place. Places count from 1, and the first has no step.
  for (let n = 0; far !== null && n < far.length; n += 2) sums[(far[n] ?? 0) - 1] = far[n + 1] ?? 0
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

/** The figures of the hours of a day that have values: arrays as PostgreSQL sends them. */
export type PackedHours = Readonly<{
  /** Null: all 24. */
  hours: Buffer | null
  hourPoints: Buffer
  /** Whole numbers, 10^scale times as large; null if `figures` has all lows, then all highs, then all means. */
  scale: number | null
  lows: Buffer | null
  highs: Buffer | null
  sums: Buffer | null
  figures: Buffer | null
}>

export type HourFigures = Readonly<{ hour: number; count: number; min: number; max: number; sum: number }>

export function unpackHours(packed: PackedHours): HourFigures[] {
  const factor = 10 ** (packed.scale ?? 0)
  const points = sentNumbers(packed.hourPoints)
  const numbersOf = (sent: Buffer | null) => (sent === null ? null : sentNumbers(sent))
  const [hours, lows, highs] = [numbersOf(packed.hours), numbersOf(packed.lows), numbersOf(packed.highs)]
  const [sums, figures] = [numbersOf(packed.sums), numbersOf(packed.figures)]
  const figure = (wholes: Float64Array | null, part: number, index: number) =>
    wholes === null ? (figures?.[part * points.length + index] ?? Number.NaN) : (wholes[index] ?? Number.NaN) / factor
  return Array.from(points, (count, index) => ({
    hour: hours?.[index] ?? index,
    count,
    min: figure(lows, 0, index),
    max: figure(highs, 1, index),
    sum: figure(sums, 2, index) * (sums === null ? count : 1),
  }))
}
