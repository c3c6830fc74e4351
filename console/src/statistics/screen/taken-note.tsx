import { minuteMs } from '@brigade/contract/time.ts'
import { runHours } from '@brigade/contract/statistics/statistics.model.ts'
import { demoApi } from '@brigade/contract/system/demo/demo.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { whenIn } from '../figure/figure-age.tsx'
import { dayIn, offsetsOf } from '../range/day-range.ts'
import { statisticsText } from '../statistics.text.ts'
import { lastDue } from './last-due.ts'
import css from './screen.module.css'
import type { Statistics } from '../read/use-statistics.ts'

/** A run that is due takes its time. */
const graceMs = 15 * minuteMs

/**
 * Shows the age of the taken figures, the time of the next run and its zone; and if a run is missing, that they are
 * older than they should be.
 */
export function TakenNote({ statistics: { reply, live, query, zone, isLiveLost } }: { statistics: Statistics }) {
  const w = useWords(statisticsText)
  const now = useNow(minuteMs)
  const today = dayIn(zone, now)
  const { from = today, to = today } = query
  const offsets = useMemo(() => offsetsOf(zone, { from, to }), [zone, from, to])
  const head = reply ?? live
  if (head === undefined) return null
  const { asOf, next } = head
  const due = lastDue(zone, now, runHours)
  const isStale = asOf !== null && Date.parse(asOf) < due && now - due > graceMs
  return (
    <Stack gap="8" padding="0 gutter 12" size="xs" tone="ink-3" className={css.taken}>
      <p>
        {asOf === null ? null : <span>{w.asOf({ at: whenIn(zone, asOf, now) })}</span>}
        <span>{w.next({ at: whenIn(zone, next, now) })}</span>
        <span data-tip={zone}>
          {w.zone({
            offset: offsets
              .map(({ day, offset }, index) => (index === 0 ? offset : w.offsetFrom({ day, offset })))
              .join(w.list),
          })}
        </span>
      </p>
      {asOf === null ? <NotTaken first={whenIn(zone, next, now)} /> : null}
      {isStale ? (
        <Notice
          isWarning
          words={w.stale({ due: whenIn(zone, new Date(due).toISOString(), now), at: whenIn(zone, asOf, now) })}
        />
      ) : null}
      {isLiveLost && live !== undefined ? (
        <Notice isWarning words={w.liveLost({ at: whenIn(zone, live.at, now) })} />
      ) : null}
    </Stack>
  )
}

/** Explains why there are no figures yet. With the demo they wait for its past instead of a run. */
function NotTaken({ first }: { first: string }) {
  const w = useWords(statisticsText)
  // The badge of the demo asks again while the past is being written.
  const { data } = useQuery(ask(demoApi.state, {}, { quiet: true }))
  const { written, left } = data?.past ?? { written: 0, left: 0 }
  if (left > 0)
    return <Notice words={w.pastComing({ written: formatNumber(written), all: formatNumber(written + left) })} />
  return <Notice words={written > 0 ? w.pastCounted : w.notYet({ at: first })} />
}

const Notice = ({ words, isWarning = false }: { words: string; isWarning?: boolean }) => (
  <Row.p
    gap="8"
    padding="8 12"
    align="center"
    radius="s"
    ground="info-soft"
    tone="ink"
    className={isWarning ? css.warning : ''}
    role="status"
  >
    <Icon name={isWarning ? 'alert' : 'info'} size="small" />
    {words}
  </Row.p>
)
