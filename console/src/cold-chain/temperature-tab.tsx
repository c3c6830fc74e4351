import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import type { TemperatureCurve } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useMemo } from 'react'
import { formatDuration } from '../platform/time/duration.ts'
import { useWords, type Said } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import { useUnits, type Units } from '../platform/units.ts'
import { useListSearch } from '../shell/use-list-search.ts'
import { Segments } from '../ui/button/segments.tsx'
import { CurvePanel } from '../ui/chart/curve-panel.tsx'
import { EmptyPanel } from '../ui/page/empty-panel.tsx'
import { FilterBones } from '../ui/search-form/filter-bones.tsx'
import type { DeviceView } from '../device/view/device-view.ts'
import { HistoryMoves } from '../telemetry/history/history-moves.tsx'
import css from '../telemetry/history/history.module.css'
import { useNow } from '../device/view/use-now.ts'
import { temperatureText } from './cold-chain.text.ts'
import { ExcursionPanel } from './excursion-panel.tsx'
import { JudgeField } from './judge-field.tsx'
import own from './temperature.module.css'
import { chartOf } from './temperature-curve.ts'
import { TemperatureExportMenu } from './temperature-export.tsx'
import { FiguresPanel } from './figures-panel.tsx'
import { TemperatureSearch, judgeLimits, timesOf, type Times } from './temperature-search.ts'

const DateRangeFilter = lazy(() =>
  import('../ui/search-form/date-range-filter.tsx').then((module) => ({ default: module.DateRangeFilter })),
)

/** The temperature of a refrigerator over a span: its curve, what was wrong with it and when, and the figures to sign for. */
export function TemperatureTab({ view }: { view: DeviceView }) {
  const w = useWords(temperatureText)
  const units = useUnits()
  const [search, change] = useListSearch(TemperatureSearch)
  const minute = useNow(60_000)
  const times = timesOf(search, minute)
  const { fromMs, toMs, span } = times
  const { high, low, tolerance, delay } = search
  const query = {
    id: view.device.id,
    startTime: new Date(fromMs).toISOString(),
    endTime: new Date(toMs).toISOString(),
    ...(high === undefined ? {} : { highC: high }),
    ...(low === undefined ? {} : { lowC: low }),
    ...(tolerance === undefined ? {} : { toleranceC: tolerance }),
    ...(delay === undefined ? {} : { delayMinutes: delay }),
  }
  const { data, error, refetch } = useQuery({
    ...ask(coldChainApi.temperature, query, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const curve = useMemo(
    () => (data === undefined ? undefined : chartOf({ data, times: { fromMs, toMs }, units, words: w })),
    [data, fromMs, toMs, units, w],
  )
  const go = (next: Times | null): void => {
    if (next === null) return
    change({
      startTime: new Date(next.fromMs).toISOString(),
      endTime: new Date(next.toMs).toISOString(),
      span: undefined,
    })
  }
  const options = [
    { value: '24h' as const, label: w.day },
    { value: '7d' as const, label: w.week },
    { value: '30d' as const, label: w.month },
    { value: '90d' as const, label: w.quarter },
  ]
  const spanLimits = judgeLimits.toleranceC
  if (data?.verdict === 'notMeasured')
    return <EmptyPanel title={w.notMeasured} hint={w.notMeasuredHint} icon="temperature" />
  return (
    <>
      <div className={css.controls}>
        <Segments
          label={w.span}
          options={options}
          value={span}
          onChange={(next) => change({ span: next, startTime: undefined, endTime: undefined })}
        />
        <div className={css.dates}>
          <Suspense fallback={<FilterBones label={w.own} />}>
            <DateRangeFilter
              label={w.own}
              from={search.startTime}
              to={search.endTime}
              onChange={(startTime, endTime) => change({ startTime, endTime, span: undefined })}
            />
          </Suspense>
        </div>
        {limitFields({ high, low, units, words: w, onChange: change })}
        <div className={own.judge}>
          <JudgeField
            label={w.tolerance}
            unit={units.temperatureUnit}
            value={shownSpan(tolerance ?? data?.judged.toleranceC, units.temperatureSpan)}
            min={spanLimits.min}
            max={units.temperatureSpan(spanLimits.max)}
            onChange={(next) => change({ tolerance: next === undefined ? undefined : next / units.temperatureSpan(1) })}
          />
        </div>
        <div className={own.judge}>
          <JudgeField
            label={w.delay}
            unit={w.minutes}
            value={delay ?? data?.judged.delayMinutes}
            {...judgeLimits.delayMinutes}
            onChange={(next) => change({ delay: next })}
          />
        </div>
        <TemperatureExportMenu query={query} />
      </div>
      <div className={css.block}>
        <CurvePanel
          title={w.title}
          curve={curve}
          error={error}
          onRetry={() => void refetch()}
          onSpan={(from, to) => go({ fromMs: from, toMs: to })}
          actions={<HistoryMoves shown={times} nowMs={minute} onGo={go} />}
          fileName={`${view.device.sn}-temperature`}
        />
      </div>
      <p className={css.note}>{noteOf(data, w)}</p>
      {data === undefined ? null : (
        <div className={own.panels}>
          <ExcursionPanel
            data={data}
            endMs={toMs}
            withExcused={search.excused === true}
            onExcused={(excused) => change({ excused: excused ? true : undefined })}
            onZoom={go}
          />
          <FiguresPanel figures={data.figures} />
        </div>
      )}
    </>
  )
}

type LimitFields = Pick<TemperatureSearch, 'high' | 'low'> & {
  units: Units
  words: Said<typeof temperatureText>
  onChange: (limits: Pick<TemperatureSearch, 'high' | 'low'>) => void
}

/** Limits to judge by in place of the device's own; neither passes the other. */
function limitFields({ high, low, units, words, onChange }: LimitFields) {
  const { min, max } = judgeLimits.limitC
  const field = (side: 'high' | 'low', value: number | undefined, [from, to]: readonly [number, number]) => (
    <div key={side} className={own.judge}>
      <JudgeField
        label={side === 'high' ? words.highLimit : words.lowLimit}
        unit={units.temperatureUnit}
        placeholder={words.deviceLimit}
        value={value === undefined ? undefined : units.temperature(value)}
        min={units.temperature(from)}
        max={units.temperature(to)}
        onChange={(next) =>
          onChange({ [side]: next === undefined ? undefined : Number(units.toCelsius(next).toFixed(3)) })
        }
      />
    </div>
  )
  return [field('high', high, [low ?? min, max]), field('low', low, [min, high ?? max])]
}

const shownSpan = (celsius: number | undefined, show: (celsius: number) => number): number | undefined =>
  celsius === undefined ? undefined : show(celsius)

function noteOf(data: TemperatureCurve | undefined, w: ReturnType<typeof useWords<typeof temperatureText>>): string {
  if (data === undefined) return ''
  return data.bucketMs > 0 ? w.bucket({ duration: formatDuration(data.bucketMs) }) : ''
}
