import { minuteMs } from '@brigade/contract/time.ts'
import type { NoValueReason } from '@brigade/contract/statistics/statistics.model.ts'
import type { z } from 'zod'
import { useWords } from '../../platform/locale.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { clockIn, dayIn } from '../range/day-range.ts'
import { statisticsText } from '../statistics.text.ts'

type Props = {
  asOf: string | null
  isLive: boolean
  until: string | null
  reason: z.output<typeof NoValueReason> | null
  zone: string
}

/** Shows the age of a figure, or why there is none. */
export function FigureAge({ asOf, isLive, until, reason, zone }: Props) {
  const w = useWords(statisticsText)
  const now = useNow(minuteMs)
  if (reason !== null)
    return (
      <Row.span inline gap="4" align="center">
        {w[`reason-${reason}`]}
      </Row.span>
    )
  if (isLive)
    return (
      <Row.span inline gap="4" align="center">
        <StateShape name="online" size="tiny" />
        {w.live}
      </Row.span>
    )
  if (until !== null)
    return (
      <Row.span inline gap="4" align="center">
        {w.until({ day: until })}
      </Row.span>
    )
  if (asOf === null) return null
  return (
    <Row.span inline gap="4" align="center">
      {w.asOf({ at: whenIn(zone, asOf, now) })}
    </Row.span>
  )
}

/** The time of day; with the day if it differs. */
export function whenIn(zone: string, instant: string, now: number): string {
  const day = dayIn(zone, instant)
  return day === dayIn(zone, now) ? clockIn(zone, instant) : `${day.slice(5)} ${clockIn(zone, instant)}`
}
