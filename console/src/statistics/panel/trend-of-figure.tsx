import { minuteMs } from '@brigade/contract/time.ts'
import { figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import { useMemo } from 'react'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { TrendPanel } from '../../ui/chart/trend-panel.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { useNow } from '../../platform/time/use-now.ts'
import { whenIn } from '../figure/figure-age.tsx'
import { clockIn } from '../range/day-range.ts'
import { formatFigure, unitWords } from '../figure/figure-format.ts'
import { seriesOf, type Statistics } from '../read/use-statistics.ts'
import { statisticsText } from '../statistics.text.ts'
import { isFigureKey } from '../read/statistics-address.ts'
import { pictureName } from './picture-name.ts'
import css from './panel.module.css'
import { trendOf } from './figure-trend.ts'

type Props = {
  statistics: Statistics
  /** The figures of the tab that have a series. */
  keys: readonly FigureKey[]
  chosen: FigureKey
  onChoose: (key: FigureKey) => void
}

/** The trend of one figure by hour or by day, beside the period before and the target. */
export function TrendOfFigure({ statistics, keys, chosen, onChoose }: Props) {
  const w = useWords(statisticsText)
  const nameOf = useNameOf()
  const { reply, query, zone, error, retry } = statistics
  const series = seriesOf(reply, chosen)
  const { name, unit } = figures[chosen]
  const title = nameOf(name)
  const target = reply?.figures.find(({ key }) => key === chosen)?.target ?? null
  const now = useNow(minuteMs)
  const [from, to, asOf] = [query.from ?? '', query.to ?? '', reply?.asOf ?? null]
  const whenAt = asOf === null ? '' : whenIn(zone, asOf, now)
  const trend = useMemo(
    () =>
      series === undefined
        ? undefined
        : trendOf(
            series,
            {
              name: title,
              unit: nameOf(unitWords(unit)),
              now: w.now,
              before: w.before,
              label: `${w.trendLabel({ name: title, from, to })}${series.open === null || asOf === null ? '' : w.openLabel({ at: whenAt })}`,
              soFar: w.soFar({ at: whenAt }),
              upTo: w.upTo({ at: asOf === null ? '' : clockIn(zone, asOf) }),
              target:
                target === null
                  ? undefined
                  : { value: target, label: w.targetOf({ value: formatFigure(target, unit) }) },
            },
            { zone, days: { from, to }, asOf },
          ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- nameOf is another function at each drawing; the language stands in w
    [series, title, w, target, unit, zone, from, to, asOf, whenAt],
  )
  const note =
    series === undefined
      ? undefined
      : series.unit === 'hour'
        ? w.hourly
        : series.days > 1
          ? w.dailyOver({ n: series.days })
          : w.daily
  return (
    <TrendPanel
      title={w.trend({ name: title })}
      note={note}
      trend={trend}
      error={error}
      onRetry={retry}
      fileName={pictureName(title, query)}
      actions={
        keys.length < 2 ? null : (
          <span className={`${css.choice} spoken-label`}>
            <SelectField
              bare
              label={w.figure}
              value={chosen}
              options={keys.map((key) => ({ value: key, label: nameOf(figures[key].name) }))}
              onChange={(key) => {
                if (key !== null && isFigureKey(key)) onChoose(key)
              }}
            />
          </span>
        )
      }
    />
  )
}
