import { addDays, dayNumber } from '@brigade/contract/statistics/day.rules.ts'
import { figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { type ResolvedQuery } from './resolve-query.ts'
import { listLocalHours } from './resolve-query.store.ts'
import { makings, type Making, type Term } from './figure-measures.ts'
import { listHoursWithin, spanOf } from '../run/run.store.ts'
import { listDays, listHours, listSpans, type Days, type Wanted } from './taken.store.ts'

/** The numbers of a reply's figures, read together for the range, the one before and the one a year before. */
export type Numbers = Readonly<{
  /** The number of a day; a day without a row has 0. */
  day: (key: FigureKey, term: Term, day: string) => number
  /** The sum of the hours of a day before an hour of it. */
  until: (key: FigureKey, term: Term, day: string, hour: number) => number | undefined
  /** A stock at the moment of a run, or a flow of the hour that begins there. */
  at: (key: FigureKey, term: Term, moment: string) => number
  span: (measure: string, day: string, days: number) => number | undefined
  hours: readonly string[]
  /** The same hour of the period before: two hours if the clocks went back then, none if there was no such hour. */
  hoursBefore: (moment: string) => readonly string[]
  dayOf: (moment: string) => string
}>

/** Hours, and the stocks of each run, are kept as many days before the last run. */
const hourlyFor = 34
/** Whether the hours of a day are still kept. */
export const areHoursKept = ({ known: { asOf } }: Pick<ResolvedQuery, 'known'>, day: string): boolean =>
  asOf === null || Date.parse(`${day}T00:00:00Z`) >= Date.parse(asOf) - hourlyFor * dayMs

export const yearAgo = (day: string): string => {
  const [year = '', ...rest] = day.split('-')
  const date = [String(Number(year) - 1), ...rest].join('-')
  // There is no 29 February in most years.
  return Number.isNaN(Date.parse(date)) || !new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
    ? `${String(Number(year) - 1)}-02-28`
    : date
}

const neededBy = ({ needs }: { needs?: Term }): readonly Term[] => (needs === undefined ? [] : [needs])

export const termsOf = (making: Making): readonly Term[] =>
  making.how === 'one'
    ? [making.of, ...neededBy(making)]
    : making.how === 'share'
      ? [making.of, ...making.by, ...neededBy(making)]
      : making.how === 'perDay'
        ? [making.of, making.by]
        : []

const nameOf = (key: FigureKey, { measure, part }: Term) => `${key} ${measure} ${part ?? ''}`

/** The three ranges of days that a figure is compared by. */
export const rangesOf = ({ from, to, length }: Pick<ResolvedQuery, 'from' | 'to' | 'length'>): readonly Days[] => [
  { from, to },
  { from: addDays(from, -length), to: addDays(to, -length) },
  { from: yearAgo(from), to: yearAgo(to) },
]

/** Whether a figure can be narrowed by these filters. */
export const isCut = (key: FigureKey, { filters, place, isOwn }: ResolvedQuery): boolean => {
  const { cuts, deviceKind, isPlatformOnly } = figures[key]
  // It counts the whole installation, whatever organisation was chosen.
  if (isPlatformOnly === true && !isOwn) return false
  const isNarrow = filters.seriesId !== undefined || filters.productId !== undefined || filters.kind !== undefined
  if (isNarrow && !cuts.includes('product')) return false
  if (place !== null && !cuts.includes('place')) return false
  return filters.kind === undefined || deviceKind === null || filters.kind === deviceKind
}

/** The part of a span that the filters narrow to; null: no model is left. */
function spanPart({ filters: { kind, seriesId, productId }, productsOf }: ResolvedQuery): string | null {
  if (productsOf(null)?.length === 0) return null
  return productId !== undefined ? `product|${productId}` : seriesId !== undefined ? `series|${seriesId}` : (kind ?? '')
}

export async function readNumbers(
  resolved: ResolvedQuery,
  keys: readonly FigureKey[],
  isHourly: boolean,
): Promise<Numbers> {
  const { db, organisationId, place, productsOf, zone } = resolved
  const wanted: (Wanted & { name: string })[] = []
  const spans: string[] = []
  for (const key of keys.filter((one) => isCut(one, resolved))) {
    const making = makings[key]
    if (making === undefined) continue
    if (making.how === 'span') spans.push(making.measure)
    const { cuts, deviceKind } = figures[key]
    const products = cuts.includes('product') ? productsOf(deviceKind) : null
    for (const term of termsOf(making))
      wanted.push({ ...term, products, place: cuts.includes('place') ? place : null, name: nameOf(key, term) })
  }
  const ranges = rangesOf(resolved)
  const moments = await hourRanges(resolved, ranges, isHourly)
  const [days, hours, spanned] = await Promise.all([
    listDays(db, organisationId, wanted, ranges),
    listHours(db, organisationId, wanted, moments),
    listSpans(db, { organisationId, place, part: spanPart(resolved) }, spans, ranges),
  ])
  const local = await listLocalHours(db, [...new Set(hours.map(({ at }) => at))], zone)
  const pairs = isHourly ? await pairedHours(resolved, moments) : undefined
  const byDay = new Map(days.map(({ wanted: one, at, value }) => [`${wanted[one]?.name} ${at}`, value]))
  const byHour = new Map(hours.map(({ wanted: one, at, value }) => [`${wanted[one]?.name} ${at}`, value]))
  const bySpan = new Map(spanned.map(({ measure, day, days: of, value }) => [`${measure} ${day} ${of}`, value]))
  return {
    day: (key, term, day) => byDay.get(`${nameOf(key, term)} ${day}`) ?? 0,
    at: (key, term, moment) => byHour.get(`${nameOf(key, term)} ${moment}`) ?? 0,
    until: (key, term, day, hour) => {
      if (!areHoursKept(resolved, day)) return undefined
      const name = nameOf(key, term)
      let sum = 0
      for (const [moment, at] of local)
        if (at.day === day && at.hour < hour) sum += byHour.get(`${name} ${moment}`) ?? 0
      return sum
    },
    span: (measure, day, of) => bySpan.get(`${measure} ${day} ${of}`),
    hours: pairs?.hours ?? [],
    hoursBefore: (moment) => pairs?.before.get(moment) ?? [],
    dayOf: (moment) => pairs?.local.get(moment)?.day ?? '',
  }
}

/** The hours of a short range, each with the same hour of the period before by the clock of the zone. */
async function pairedHours({ db, zone, length }: ResolvedQuery, [current, ago]: readonly Days[]) {
  if (current === undefined || ago === undefined) return undefined
  const [hours, earlier] = await Promise.all([current, ago].map((range) => listHoursWithin(db, { ...range, zone })))
  if (hours === undefined || earlier === undefined) return undefined
  const local = await listLocalHours(db, [...hours, ...earlier], zone)
  const clockOf = (moment: string, days: number) => {
    const at = local.get(moment)
    return at === undefined ? '' : `${addDays(at.day, days)} ${at.hour}`
  }
  const byClock = Map.groupBy(earlier, (moment) => clockOf(moment, length))
  const before = new Map<string, readonly string[]>()
  const paired = new Set<string>()
  for (const moment of hours) {
    const clock = clockOf(moment, 0)
    // An hour that occurs twice now has its counterpart once.
    if (!paired.has(clock)) before.set(moment, byClock.get(clock) ?? [])
    paired.add(clock)
  }
  return { hours, before, local }
}

/**
 * Moments of the hours that are read: all of them for short ranges; otherwise only of partial days, up to the hour of
 * the last run.
 */
async function hourRanges(
  { db, zone, known, from, to }: ResolvedQuery,
  ranges: readonly Days[],
  isHourly: boolean,
): Promise<Days[]> {
  const open = known.day !== null && known.day >= from && known.day <= to ? known.day : undefined
  const ahead = open === undefined ? 0 : dayNumber(to) - dayNumber(open)
  const cut = ranges.slice(1).map((range) => addDays(range.to, -ahead))
  const days = isHourly ? ranges : open === undefined ? [] : cut.map((day) => ({ from: day, to: day }))
  const bounds = await Promise.all(days.map(({ from, to }) => boundsOf(db, { from, to }, zone)))
  return bounds
}

async function boundsOf(db: ResolvedQuery['db'], { from, to }: Days, zone: string): Promise<Days> {
  const first = await spanOf(db, from, 1, zone)
  const last = await spanOf(db, to, 1, zone)
  return { from: first.from, to: new Date(Date.parse(last.to) - 1).toISOString() }
}
