import { addDays, dayNumber } from '@brigade/contract/statistics/day.rules.ts'
import { figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { FigureValue, Series } from '@brigade/contract/statistics/statistics.model.ts'
import { type ResolvedQuery } from './resolve-query.ts'
import {
  datedMeasures,
  makings,
  sealedMeasures,
  stockMeasureNames,
  wholeDayMeasures,
  type Making,
  type Term,
} from './figure-measures.ts'
import { areHoursKept, isCut, rangesOf, termsOf, type Numbers } from './numbers.ts'
import type { Days } from './taken.store.ts'

/**
 * `isBefore`: the value that a figure is compared with. It needs stored days; the time before the first data is not 0.
 */
type Reading = Readonly<{
  resolved: ResolvedQuery
  numbers: Numbers
  key: FigureKey
  making: Making
  isBefore?: boolean
}>
type Cut = Readonly<{ day: string; hour: number }> | undefined
const daysIn = ({ from, to }: Days): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

const isStock = (term: Term) => stockMeasureNames.has(term.measure)

/** The last day that a figure is known of. */
function lastDay({ resolved: { known }, making }: Pick<Reading, 'resolved' | 'making'>): string | undefined {
  if (known.day === null) return undefined
  return hasMeasure(making, sealedMeasures) ? addDays(known.day, -2) : known.day
}

const hasStock = ({ known }: ResolvedQuery, measure: string, day: string) =>
  known.stockDays.has(day) || (datedMeasures.has(measure) && known.datedDays.has(day))

const isFlowKnown = ({ resolved: { known }, isBefore }: Reading, day: string) =>
  isBefore === true
    ? known.keptFrom !== null && day >= known.keptFrom
    : known.firstDay === null || day >= known.firstDay

/** A flow over days, with the last day up to an hour if it is cut. Undefined: unknown. */
function flow(reading: Reading, term: Term, days: readonly string[], cut: Cut): number | undefined {
  const { numbers, key } = reading
  let sum = 0
  for (const day of days) {
    if (!isFlowKnown(reading, day)) return undefined
    const value = cut?.day === day ? numbers.until(key, term, day, cut.hour) : numbers.day(key, term, day)
    if (value === undefined) return undefined
    sum += value
  }
  return sum
}

/** Undefined: unknown; null: a share of nothing. */
function valueIn(reading: Reading, range: Days, cut: Cut): number | null | undefined {
  const { making, resolved, numbers, key } = reading
  const last = lastDay(reading)
  const days = daysIn(range)
  if (last === undefined || days.length === 0) return undefined
  const termValue = (term: Term): number | undefined => {
    const end = days.at(-1) ?? range.to
    if (!isStock(term)) return flow(reading, term, days, cut)
    return hasStock(resolved, term.measure, end) ? numbers.day(key, term, end) : undefined
  }
  if (making.how === 'one') return ifReported(termValue(making.of), making, termValue)
  if (making.how === 'span') return spanIn(reading, making.measure, range, cut)
  if (making.how === 'perDay') return ratePerDay(reading, making, days, cut)
  const top = termValue(making.of)
  const bases = making.by.map(termValue)
  if (top === undefined || bases.includes(undefined)) return undefined
  const base = bases.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return base === 0 ? null : ifReported((top / base) * making.scale, making, termValue)
}

/** A 0 is known only if a device reported. */
const ifReported = (
  value: number | undefined,
  { needs }: { needs?: Term },
  termValue: (term: Term) => number | undefined,
): number | null | undefined => (value === 0 && needs !== undefined && termValue(needs) === 0 ? null : value)

/** Counts the days with a known stock. */
function ratePerDay(
  reading: Reading,
  { of, by, scale }: Extract<Making, { how: 'perDay' }>,
  days: readonly string[],
  cut: Cut,
): number | null | undefined {
  const { resolved, numbers, key } = reading
  const counted = days.filter((day) => hasStock(resolved, by.measure, day))
  if (counted.length === 0) return undefined
  const top = flow(reading, of, counted, cut)
  if (top === undefined) return undefined
  const base = counted.reduce((sum, day) => {
    const part = cut?.day === day ? cut.hour / 24 : resolved.known.day === day ? resolved.known.hour / 24 : 1
    return sum + numbers.day(key, by, day) * part
  }, 0)
  return base === 0 ? null : (top / base) * scale
}

function spanIn(reading: Reading, measure: string, { from, to }: Days, cut: Cut): number | null | undefined {
  const { resolved, numbers } = reading
  const days = dayNumber(to) - dayNumber(from) + 1
  if (![1, 7, 30].includes(days) || (cut !== undefined && days === 1)) return undefined
  const isKnown = isFlowKnown(reading, from) && (resolved.known.stockDays.has(to) || resolved.known.datedDays.has(to))
  if (!isKnown) return undefined
  const value = numbers.span(measure, to, days)
  // A count of people without a row is 0; a median of nothing is undefined.
  return value ?? (measure === 'activeUsers' ? 0 : null)
}

const hasMeasure = (making: Making, measures: ReadonlySet<string>) =>
  termsOf(making).some(({ measure }) => measures.has(measure))

/** The day that was not over when the last run counted it, if it is in the range and the figure is of it. */
function openDay({ from, to, known: { day } }: ResolvedQuery, making: Making): string | undefined {
  if (day === null || day < from || day > to || hasMeasure(making, sealedMeasures)) return undefined
  return day
}

/**
 * A figure of an earlier range, with its last day as far as the last run counted its own: stocks at the same run, flows
 * up to the same hour. Undefined: unknown, because it is counted by whole days, or its hours are no longer stored.
 */
function upToSameHour(reading: Reading, range: Days): number | null | undefined {
  const { making, resolved, numbers, key } = reading
  const { known } = resolved
  if (making.how === 'span' || hasMeasure(making, wholeDayMeasures) || !areHoursKept(resolved, range.to))
    return undefined
  if (!termsOf(making).every(isStock)) return valueIn(reading, range, { day: range.to, hour: known.hour })
  const moment = known.momentsByHour.get(`${range.to} ${known.hour}`)
  return moment === undefined ? undefined : valueAt(making, (term) => numbers.at(key, term, moment))
}

/** A figure that counts no distinct people and has no daily part, computed from the values of its terms. */
function valueAt(making: Making, valueOf: (term: Term) => number): number | null {
  if (making.how === 'one') return valueOf(making.of)
  if (making.how !== 'share') return null
  const base = making.by.reduce((sum, term) => sum + valueOf(term), 0)
  return base === 0 ? null : (valueOf(making.of) / base) * making.scale
}

type Earlier = Readonly<{ value: number | null; of: number | null }>

/**
 * Returns the value that a figure is compared with. If its last day is not over, that is the earlier range up to the
 * same hour; if this is unknown, both ranges are compared without their last day, and `of` is the value without it.
 */
function earlier(current: Reading, range: Days, then: Days): Earlier {
  const reading = { ...current, isBefore: true }
  const { making, resolved } = current
  if (openDay(resolved, making) === undefined) return { value: valueIn(reading, then, undefined) ?? null, of: null }
  const same = upToSameHour(reading, then)
  if (same !== undefined || range.from === range.to) return { value: same ?? null, of: null }
  const whole = ({ from, to }: Days): Days => ({
    from: making.how === 'span' ? addDays(from, -1) : from,
    to: addDays(to, -1),
  })
  const [value, of] = [
    valueIn(reading, whole(then), undefined) ?? null,
    valueIn(current, whole(range), undefined) ?? null,
  ]
  return value === null || of === null ? { value: null, of: null } : { value, of }
}

/**
 * Shortens a range by the unknown days at its end. Distinct people and medians cover as many days, up to the last known
 * one.
 */
const fitting = ({ to: end }: Pick<ResolvedQuery, 'to'>, { how }: Making, last: string) => {
  const lost = Math.max(dayNumber(end) - dayNumber(last), 0)
  return ({ from, to }: Days): Days => ({ from: how === 'span' ? addDays(from, -lost) : from, to: addDays(to, -lost) })
}

/** The days of the range that a figure is of. */
export function countedDays(resolved: ResolvedQuery, key: FigureKey): Days | undefined {
  const making = makings[key]
  const last = making === undefined ? undefined : lastDay({ resolved, making })
  if (making === undefined || last === undefined || last < resolved.from) return undefined
  return fitting(resolved, making, last)({ from: resolved.from, to: resolved.to })
}

export function figureValue(
  resolved: ResolvedQuery,
  numbers: Numbers,
  key: FigureKey,
  target: number | null,
): FigureValue {
  const making = makings[key]
  const none = {
    key,
    value: null,
    before: null,
    beforeOf: null,
    yearAgo: null,
    yearAgoOf: null,
    asOf: resolved.known.asOf,
    until: null,
    target,
    moved: null,
  }
  if (making === undefined || !isCut(key, resolved)) return { ...none, reason: 'not-kept' }
  const reading: Reading = { resolved, numbers, key, making }
  const last = lastDay(reading)
  if (last === undefined || last < resolved.from) return { ...none, reason: 'not-taken' }
  const [range, ago, year] = rangesOf(resolved)
  if (range === undefined || ago === undefined || year === undefined) return { ...none, reason: 'not-taken' }
  const isShort = last < range.to
  const isSpan = making.how === 'span'
  const fitted = fitting(resolved, making, last)
  const value = valueIn(reading, fitted(range), undefined)
  const [before, yearBefore] = [ago, year].map((then) => earlier(reading, fitted(range), fitted(then)))
  const isSealed = hasMeasure(making, sealedMeasures)
  return {
    ...none,
    value: value ?? null,
    reason:
      value === null ? baseReason(making) : value === undefined ? (isSpan ? spanReason(resolved) : 'not-taken') : null,
    before: before?.value ?? null,
    beforeOf: before?.of ?? null,
    yearAgo: yearBefore?.value ?? null,
    yearAgoOf: yearBefore?.of ?? null,
    until: (isSealed || isSpan) && isShort ? last : null,
  }
}

const baseReason = (making: Making) => ('needs' in making ? 'not-reported' : 'no-base')
const spanReason = ({ length }: ResolvedQuery) => ([1, 7, 30].includes(length) ? 'not-taken' : 'not-kept')

/** The trend of a figure: by hour for up to two days, otherwise by day; whole days if it has no hours. */
export function seriesOf(
  resolved: ResolvedQuery,
  numbers: Numbers,
  key: FigureKey,
  isHourly: boolean,
): Series | undefined {
  const making = makings[key]
  if (making === undefined || !isCut(key, resolved)) return undefined
  const reading: Reading = { resolved, numbers, key, making }
  const [range, ago] = rangesOf(resolved)
  if (range === undefined || ago === undefined) return undefined
  const byHour = isHourly && making.how !== 'span' && making.how !== 'perDay' && !hasMeasure(making, wholeDayMeasures)
  const days = making.how === 'span' && (resolved.length === 7 || resolved.length === 30) ? resolved.length : 1
  // Hours are counted when they are over: none of them is open.
  if (byHour) return { key, days: 1, unit: 'hour', open: null, points: hourPoints(reading) }
  const last = lastDay(reading) ?? ''
  const open = openDay(resolved, making) ?? null
  const dayValue = (day: string, isBefore = false) => {
    if (day > last) return null
    const of = making.how === 'span' ? { from: addDays(day, 1 - days), to: day } : { from: day, to: day }
    return valueIn({ ...reading, isBefore }, of, undefined) ?? null
  }
  const beforeOf = (day: string) => {
    const then = addDays(day, -resolved.length)
    if (day !== open) return dayValue(then, true)
    return upToSameHour({ ...reading, isBefore: true }, { from: then, to: then }) ?? null
  }
  const points = daysIn(range).map((day) => ({ at: day, value: dayValue(day), before: beforeOf(day) }))
  return { key, days, unit: 'day', open, points }
}

function hourPoints(reading: Reading): Series['points'] {
  const { resolved, numbers, key, making } = reading
  const { asOf, moments } = resolved.known
  const isStocks = termsOf(making).every(isStock)
  const isCounted = (moment: string, isBefore: boolean) =>
    asOf !== null &&
    areHoursKept(resolved, numbers.dayOf(moment)) &&
    (isStocks ? moments.has(moment) : moment < asOf && isFlowKnown({ ...reading, isBefore }, numbers.dayOf(moment)))
  const valueOver = (all: readonly string[], isBefore = false): number | null => {
    const counted = all.filter((moment) => isCounted(moment, isBefore))
    if (counted.length === 0) return null
    return valueAt(making, (term) => counted.reduce((sum, moment) => sum + numbers.at(key, term, moment), 0))
  }
  return numbers.hours.map((at) => ({ at, value: valueOver([at]), before: valueOver(numbers.hoursBefore(at), true) }))
}

/** Whether a figure is shown to somebody of the organisation at all. */
export const isShown = (key: FigureKey, isPlatform: boolean): boolean =>
  figures[key].isPlatformOnly !== true || isPlatform
