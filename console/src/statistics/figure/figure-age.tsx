import type { NoValueReason } from '@brigade/contract/statistics/statistics.model.ts'
import type { z } from 'zod'
import { useWords } from '../../platform/locale.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { clockIn, dayIn } from '../range/day-range.ts'
import { statisticsText } from '../statistics.text.ts'
import css from './figure.module.css'

type Props = {
  asOf: string | null
  isLive: boolean
  until: string | null
  reason: z.output<typeof NoValueReason> | null
  zone: string
}

/** How old a figure is, or why there is none. */
export function FigureAge({ asOf, isLive, until, reason, zone }: Props) {
  const w = useWords(statisticsText)
  const now = useNow(60_000)
  if (reason !== null) return <span className={css.age}>{w[`reason-${reason}`]}</span>
  if (isLive)
    return (
      <span className={css.age}>
        <StateShape name="online" size="tiny" />
        {w.live}
      </span>
    )
  if (until !== null) return <span className={css.age}>{w.until({ day: until })}</span>
  if (asOf === null) return null
  return <span className={css.age}>{w.asOf({ at: whenIn(zone, asOf, now) })}</span>
}

/** The time of day; with the day where that is another. */
export function whenIn(zone: string, instant: string, now: number): string {
  const day = dayIn(zone, instant)
  return day === dayIn(zone, now) ? clockIn(zone, instant) : `${day.slice(5)} ${clockIn(zone, instant)}`
}
