import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { figures } from '@brigade/contract/statistics/figures.ts'
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
  localOf: (moment: string) => Readonly<{ day: string; hour: number }> | undefined
}>

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
  const { db, organisationId, place, productsOf, zone, known } = resolved
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
  const byDay = new Map(days.map(({ wanted: one, at, value }) => [`${wanted[one]?.name} ${at}`, value]))
  const byHour = new Map(hours.map(({ wanted: one, at, value }) => [`${wanted[one]?.name} ${at}`, value]))
  const bySpan = new Map(spanned.map(({ measure, day, days: of, value }) => [`${measure} ${day} ${of}`, value]))
  return {
    day: (key, term, day) => byDay.get(`${nameOf(key, term)} ${day}`) ?? 0,
    at: (key, term, moment) => byHour.get(`${nameOf(key, term)} ${moment}`) ?? 0,
    until: (key, term, day, hour) => {
      if (known.asOf !== null && Date.parse(`${day}T00:00:00Z`) < Date.parse(known.asOf) - 34 * 86_400_000)
        return undefined
      const name = nameOf(key, term)
      let sum = 0
      for (const [moment, at] of local)
        if (at.day === day && at.hour < hour) sum += byHour.get(`${name} ${moment}`) ?? 0
      return sum
    },
    span: (measure, day, of) => bySpan.get(`${measure} ${day} ${of}`),
    hours: moments[0] === undefined ? [] : await listHoursWithin(db, { ...moments[0], zone }),
    localOf: (moment) => local.get(moment),
  }
}

/** Moments of the hours that are read: all of short ranges; else of the days that are cut where the run of today is. */
async function hourRanges(
  { db, zone, known }: ResolvedQuery,
  ranges: readonly Days[],
  isHourly: boolean,
): Promise<Days[]> {
  const cut = ranges.slice(1).map(({ to }) => ({ from: to, to }))
  const days = isHourly ? ranges : known.day === ranges[0]?.to ? cut : []
  const bounds = await Promise.all(days.map(({ from, to }) => boundsOf(db, { from, to }, zone)))
  return bounds
}

async function boundsOf(db: ResolvedQuery['db'], { from, to }: Days, zone: string): Promise<Days> {
  const first = await spanOf(db, from, 1, zone)
  const last = await spanOf(db, to, 1, zone)
  return { from: first.from, to: new Date(Date.parse(last.to) - 1).toISOString() }
}
