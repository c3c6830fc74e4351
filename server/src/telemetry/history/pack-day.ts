import { hourMs } from '@brigade/contract/time.ts'

/**
 * Packs the values of one property in one day as `seal_history` does (0062_packed_days.sql, 0079_room_of_figures.sql), to the byte: for a past that is computed here, and
 * would only be made rows to be sealed again. A test packs the same values both ways.
 */

const hoursOfDay = 24
/** The most decimals of numbers that are stored as whole ones. */
const maxDigits = 3
const maxWholeValue = 1e6
const [maxInt1, maxInt2, maxInt4] = [0x7f, 0x7fff, 0x7fff_ffff]
/** A step that is stored separately takes this many bytes: its place and its value. */
const besideBytes = 8

/** Places count from 1, and the first value has no step. */
type Far = readonly (readonly [place: number, beyond: number])[]
export type PackedSteps = Readonly<{ bytes: Uint8Array; far: Far | null }>

/**
 * Packs steps as their differences from `every`, with the number of bytes that costs least together with the steps that
 * are stored separately.
 */
function packSteps(steps: readonly number[], every: number): PackedSteps {
  const n = steps.length
  let [none, one, two] = [0, 0, 0]
  for (const step of steps) {
    const beyond = step - every
    if (beyond !== 0) none += 1
    if (beyond < -maxInt1 - 1 || beyond > maxInt1) one += 1
    if (beyond < -maxInt2 - 1 || beyond > maxInt2) two += 1
  }
  const costs = [besideBytes * none, n + besideBytes * one, 2 * n + besideBytes * two, 4 * n]
  const least = costs.indexOf(Math.min(...costs))
  const width = [0, 1, 2, 4][least] ?? 0
  const most = [0, maxInt1, maxInt2, Number.POSITIVE_INFINITY][least] ?? 0
  const bytes = Buffer.alloc(width * n)
  const far: [number, number][] = []
  for (const [index, step] of steps.entries()) {
    const beyond = step - every
    const isBeside = width === 0 ? beyond !== 0 : beyond < -most - 1 || beyond > most
    if (isBeside) far.push([index + 2, beyond])
    else if (width > 0) bytes.writeIntBE(beyond, index * width, width)
  }
  return { bytes, far: far.length > 0 ? far : null }
}

const stepsOf = (values: readonly number[]): number[] =>
  values.slice(1).map((value, index) => value - (values[index] ?? 0))

/** Times (ms since the start of the day, rising): the usual step is their median. */
export function packTimes(at: readonly number[]): PackedSteps & Readonly<{ every: number }> {
  const steps = stepsOf(at)
  const every = steps.toSorted((a, b) => a - b)[Math.ceil(steps.length / 2) - 1] ?? 0
  return { every, ...packSteps(steps, every) }
}

function digitsOf(number: number): number {
  if (!(Math.abs(number) < maxWholeValue)) return maxDigits + 1
  for (let digits = 0; digits <= maxDigits; digits += 1) {
    const factor = 10 ** digits
    if (number === Math.round(number * factor) / factor) return digits
  }
  return maxDigits + 1
}

/** The number of decimals; null if there are too many, or a number is too large. */
export function scaleOf(numbers: readonly number[]): number | null {
  let most = 0
  for (const number of numbers) {
    const digits = digitsOf(number)
    if (digits > maxDigits) return null
    if (digits > most) most = digits
  }
  return most
}

export function packNumbers(numbers: readonly number[], scale: number): PackedSteps & Readonly<{ firstWhole: number }> {
  const factor = 10 ** scale
  const wholes = numbers.map((number) => Math.round(number * factor))
  return { firstWhole: wholes[0] ?? 0, ...packSteps(stepsOf(wholes), 0) }
}

export type PackedHours = Readonly<{
  hours: readonly number[] | null
  hourPoints: readonly number[]
  hourLows: readonly number[] | null
  hourHighs: readonly number[] | null
  hourSums: readonly number[] | null
  hourFigures: readonly number[] | null
}>

type Hour = { hour: number; points: number; low: number; high: number; sum: number; whole: number }

/** The last of several values of one instant counts. */
function hoursIn(at: readonly number[], numbers: readonly number[], factor: number): readonly Hour[] {
  const found: Hour[] = []
  let open: Hour | undefined
  for (const [index, ms] of at.entries()) {
    if (at[index + 1] === ms) continue
    const number = numbers[index] ?? Number.NaN
    const hour = Math.floor(ms / hourMs)
    if (open?.hour !== hour) {
      open = { hour, points: 0, low: number, high: number, sum: 0, whole: 0 }
      found.push(open)
    }
    open.points += 1
    if (number < open.low) open.low = number
    if (number > open.high) open.high = number
    open.sum += number
    open.whole += Math.round(number * factor)
  }
  return found
}

/** The figures of the hours that have values, of numbers alone. */
export function packHours(at: readonly number[], numbers: readonly number[], scale: number | null): PackedHours {
  const factor = 10 ** (scale ?? 0)
  const found = hoursIn(at, numbers, factor)
  const isSmall =
    scale !== null &&
    found.every(
      ({ low, high, whole }) =>
        Math.max(Math.abs(low), Math.abs(high)) * factor <= maxInt2 && Math.abs(whole) <= maxInt4,
    )
  const wholes = (of: (hour: Hour) => number) => (isSmall ? found.map((hour) => Math.round(of(hour) * factor)) : null)
  return {
    hours: found.length === hoursOfDay ? null : found.map(({ hour }) => hour),
    hourPoints: found.map(({ points }) => points),
    hourLows: wholes(({ low }) => low),
    hourHighs: wholes(({ high }) => high),
    hourSums: isSmall ? found.map(({ whole }) => whole) : null,
    hourFigures: isSmall
      ? null
      : [
          ...found.map(({ low }) => low),
          ...found.map(({ high }) => high),
          ...found.map(({ sum, points }) => sum / points),
        ],
  }
}
