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
}>
type Taken = Readonly<{ zone: string; days: Days; asOf: string | null }>

/** The trend of a figure from its series: the period before point under point, what lies after the last run not there yet. */
export function trendOf(series: Series, words: Named, { zone, days, asOf }: Taken): Trend {
  const length = lengthOf(days)
  const isHourly = series.unit === 'hour'
  const place = (at: string): Place => placeOf(at, zone, isHourly)
  const current = series.points.map(({ at, value }): TrendPoint => {
    const { day, clock } = place(at)
    return {
      ...labelsOf(day, clock, isHourly && length > 1),
      value,
      isAhead: value === null && isAfter(at, asOf, zone),
    }
  })
  const earlier = series.points.map(({ at, before }): TrendPoint => {
    const { day, clock } = place(at)
    return { ...labelsOf(addDays(day, -length), clock, isHourly && length > 1), value: before }
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
    target: words.target,
  }
}

type Place = { day: string; clock: string | null }

const placeOf = (at: string, zone: string, isHourly: boolean): Place =>
  at.includes('T') ? { day: dayIn(zone, at), clock: isHourly ? clockIn(zone, at) : null } : { day: at, clock: null }

function labelsOf(day: string, clock: string | null, hasDay: boolean): { label: string; title: string } {
  if (clock === null) return { label: day.slice(5), title: day }
  return { label: hasDay ? `${day.slice(5)} ${clock}` : clock, title: `${day} ${clock}` }
}

/** An hour or a day that had not begun when the run was due. */
function isAfter(at: string, asOf: string | null, zone: string): boolean {
  if (asOf === null) return false
  return at.includes('T') ? Date.parse(at) >= Date.parse(asOf) : at > dayIn(zone, Date.parse(asOf) - 1)
}
