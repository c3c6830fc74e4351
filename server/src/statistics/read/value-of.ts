import { addDays, dayNumber } from '@brigade/contract/statistics/day.rules.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { figures } from '@brigade/contract/statistics/figures.ts'
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
import { isCut, rangesOf, termsOf, yearAgo, type Numbers } from './numbers.ts'
import type { Days } from './taken.store.ts'

/** `isBefore`: what a figure is compared with. It needs days that were kept; what was before there was anything is no 0 to compare with. */
type Reading = Readonly<{
  resolved: ResolvedQuery
  numbers: Numbers
  key: FigureKey
  making: Making
  isBefore?: boolean
}>
type Cut = Readonly<{ day: string; hour: number }> | undefined
/** A range of this length takes the last day of the one before whole where its hours are not kept any more. */
const wholeFrom = 28

const daysIn = ({ from, to }: Days): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

const isStock = (term: Term) => stockMeasureNames.has(term.measure)

/** The last day that a figure is known of. */
function lastDay({ resolved: { known }, making }: Pick<Reading, 'resolved' | 'making'>): string | undefined {
  if (known.day === null) return undefined
  return termsOf(making).some(({ measure }) => sealedMeasures.has(measure)) ? addDays(known.day, -2) : known.day
}

const hasStock = ({ known }: ResolvedQuery, measure: string, day: string) =>
  known.stockDays.has(day) || (datedMeasures.has(measure) && known.datedDays.has(day))

const isFlowKnown = ({ resolved: { known }, isBefore }: Reading, day: string) =>
  isBefore === true
    ? known.keptFrom !== null && day >= known.keptFrom
    : known.firstDay === null || day >= known.firstDay

/** A flow over days, the last of them up to an hour where it is cut. Undefined: not known. */
function flow(reading: Reading, term: Term, days: readonly string[], cut: Cut): number | undefined {
  const { numbers, key } = reading
  let sum = 0
  for (const day of days) {
    if (!isFlowKnown(reading, day)) return undefined
    const isPart = cut?.day === day && !wholeDayMeasures.has(term.measure)
    const value = isPart ? numbers.until(key, term, day, cut.hour) : numbers.day(key, term, day)
    if (value === undefined && days.length < wholeFrom) return undefined
    sum += value ?? numbers.day(key, term, day)
  }
  return sum
}

/** Undefined: not known; null: a share of nothing. */
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
  // People are counted: none is 0. A median of nothing is none.
  return value ?? (measure === 'activeUsers' ? 0 : null)
}

/** A stock of today is compared with that of the same run, where that one is kept. */
function before(
  current: Reading,
  range: Days,
  { isToday, moment }: Readonly<{ isToday: boolean; moment: string | null }>,
) {
  const reading = { ...current, isBefore: true }
  const { making, resolved, numbers, key } = reading
  const cut = isToday ? { day: range.to, hour: resolved.known.hour } : undefined
  const isStocks = termsOf(making).length > 0 && termsOf(making).every(isStock)
  if (isToday && isStocks && moment !== null && resolved.known.moments.has(moment)) {
    if (making.how === 'one') return numbers.at(key, making.of, moment)
    if (making.how === 'share') {
      const base = making.by.reduce((sum, term) => sum + numbers.at(key, term, moment), 0)
      return base === 0 ? null : (numbers.at(key, making.of, moment) / base) * making.scale
    }
  }
  return valueIn(reading, range, cut)
}

/** A range without the days at its end that are not known. Distinct people and medians are of as many days, up to the last one that is known. */
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
    yearAgo: null,
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
  const isToday = !isShort && range.to === resolved.known.day
  const momentOf = (days: number) =>
    resolved.known.asOf === null ? null : new Date(Date.parse(resolved.known.asOf) - days * 86_400_000).toISOString()
  const agoValue = before(reading, fitted(ago), { isToday, moment: momentOf(resolved.length) })
  const yearValue = before(reading, fitted(year), {
    isToday,
    moment: momentOf(dayNumber(range.to) - dayNumber(yearAgo(range.to))),
  })
  const isSealed = termsOf(making).some(({ measure }) => sealedMeasures.has(measure))
  return {
    ...none,
    value: value ?? null,
    reason:
      value === null ? baseReason(making) : value === undefined ? (isSpan ? spanReason(resolved) : 'not-taken') : null,
    before: agoValue ?? null,
    yearAgo: yearValue ?? null,
    until: (isSealed || isSpan) && isShort ? last : null,
  }
}

const baseReason = (making: Making) => ('needs' in making ? 'not-reported' : 'no-base')
const spanReason = ({ length }: ResolvedQuery) => ([1, 7, 30].includes(length) ? 'not-taken' : 'not-kept')

/** The trend of a figure: by hour to two days, by day beyond; whole days where it has no hours. */
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
  const byHour =
    isHourly &&
    making.how !== 'span' &&
    making.how !== 'perDay' &&
    !termsOf(making).some(({ measure }) => wholeDayMeasures.has(measure))
  const days = making.how === 'span' && (resolved.length === 7 || resolved.length === 30) ? resolved.length : 1
  if (byHour) return { key, days: 1, unit: 'hour', points: hourPoints(reading) }
  const last = lastDay(reading) ?? ''
  const dayValue = (day: string, isBefore = false) => {
    if (day > last) return null
    const of = making.how === 'span' ? { from: addDays(day, 1 - days), to: day } : { from: day, to: day }
    return valueIn({ ...reading, isBefore }, of, undefined) ?? null
  }
  const points = daysIn(range).map((day) => ({
    at: day,
    value: dayValue(day),
    before: dayValue(addDays(day, -resolved.length), true),
  }))
  return { key, days, unit: 'day', points }
}

function hourPoints({ resolved, numbers, key, making }: Reading): Series['points'] {
  const { known, length } = resolved
  const isStocks = termsOf(making).every(isStock)
  const valueAt = (moment: string): number | null => {
    if (known.asOf === null || (isStocks ? !known.moments.has(moment) : moment >= known.asOf)) return null
    if (making.how === 'one') return numbers.at(key, making.of, moment)
    if (making.how !== 'share') return null
    const base = making.by.reduce((sum, term) => sum + numbers.at(key, term, moment), 0)
    return base === 0 ? null : (numbers.at(key, making.of, moment) / base) * making.scale
  }
  return numbers.hours.map((at) => ({
    at,
    value: valueAt(at),
    before: valueAt(new Date(Date.parse(at) - length * 86_400_000).toISOString()),
  }))
}

/** Whether a figure is shown to somebody of the organisation at all. */
export const isShown = (key: FigureKey, isPlatform: boolean): boolean =>
  figures[key].isPlatformOnly !== true || isPlatform
