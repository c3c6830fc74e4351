import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import { figures } from '@brigade/contract/statistics/figures.ts'
import type { Series } from '@brigade/contract/statistics/statistics.model.ts'
import type { Trend, TrendPoint } from '../../ui/chart/trend-model.ts'
import { digitsOf } from '../figure/figure-format.ts'
import { clockIn, dayIn, lengthOf, type Days } from '../range/day-range.ts'

type Named = Readonly<{
  name: string
  unit: string
  now: string
  before: string
  label: string
  target: Readonly<{ value: number; label: string }> | undefined
  /** A note beside the unfinished day, and beside the day that it is compared with. */
  soFar: string
  upTo: string
}>
type Taken = Readonly<{ zone: string; days: Days; asOf: string | null }>

/**
 * The trend of a figure from its series: the period before point under point, points after the last run absent, and the
 * unfinished day open.
 */
export function trendOf(series: Series, words: Named, { zone, days, asOf }: Taken): Trend {
  const length = lengthOf(days)
  const isHourly = series.unit === 'hour'
  const place = (at: string): Place => placeOf(at, zone, isHourly)
  const noted = (at: string, { label, title }: Labels, note: string) =>
    at === series.open ? { label, title: `${title} ${note}`, isOpen: true } : { label, title }
  const current = series.points.map(({ at, value }): TrendPoint => {
    const { day, clock } = place(at)
    return {
      ...noted(at, labelsOf(day, clock, isHourly && length > 1), words.soFar),
      value,
      isAhead: value === null && isAfter(at, asOf, zone),
    }
  })
  const earlier = series.points.map(({ at, before }): TrendPoint => {
    const { day, clock } = place(at)
    return { ...noted(at, labelsOf(addDays(day, -length), clock, isHourly && length > 1), words.upTo), value: before }
  })
  const { unit } = figures[series.key]
  return {
    label: words.label,
    name: words.now,
    unit: words.unit,
    digits: digitsOf(unit),
    colour: '--chart-1',
    points: current,
    before: earlier.every(({ value }) => value === null) ? undefined : { name: words.before, points: earlier },
    openNote: current.some(({ isOpen, value }) => isOpen === true && value !== null) ? words.soFar : undefined,
    target: words.target,
  }
}

type Place = { day: string; clock: string | null }

const placeOf = (at: string, zone: string, isHourly: boolean): Place =>
  at.includes('T') ? { day: dayIn(zone, at), clock: isHourly ? clockIn(zone, at) : null } : { day: at, clock: null }

type Labels = { label: string; title: string }

function labelsOf(day: string, clock: string | null, hasDay: boolean): Labels {
  if (clock === null) return { label: day.slice(5), title: day }
  return { label: hasDay ? `${day.slice(5)} ${clock}` : clock, title: `${day} ${clock}` }
}

/** An hour or a day that had not begun when the run was due. */
function isAfter(at: string, asOf: string | null, zone: string): boolean {
  if (asOf === null) return false
  return at.includes('T') ? Date.parse(at) >= Date.parse(asOf) : at > dayIn(zone, Date.parse(asOf) - 1)
}
