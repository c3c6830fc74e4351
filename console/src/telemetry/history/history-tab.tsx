import { minuteMs } from '@brigade/contract/time.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDuration } from '../../platform/time/duration.ts'
import { useWords, useLocale } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { CurveLimit } from '../../ui/chart/curve-model.ts'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { chartsOf } from '../curve/curve-axes.ts'
import { curvePlan } from '../curve/curve-plan.ts'
import { useCurveMarks } from '../curve/use-curve-marks.ts'
import { isCurveType, seriesStyle } from '../curve/curve-points.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { HistoryControls } from './history-controls.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { HistoryRows } from './history-rows.tsx'
import { HistorySearch, maxCurves, spanOf, type Times } from './history-search.ts'
import { HistoryActions } from './history-actions.tsx'
import { HistoryChart } from './history-chart.tsx'
import { useEarlierCurve } from './use-earlier-curve.ts'
import { historyText } from './history.text.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useUnits } from '../../platform/units.ts'
import { propertyOf, type DeviceView } from '../../device/view/device-view.ts'
import { toShown } from '../../device/view/shown-value.ts'

/** Shows the curve of any properties over any span, and the reports behind it. */
export function HistoryTab({ view }: { view: DeviceView }) {
  const w = useWords(historyText)
  const [search, change] = useListSearch(HistorySearch, 'device.history')
  const minute = useNow(minuteMs)
  const { drawable, chosen } = chosenOf(view, search)
  const { span, fromMs, toMs } = spanOf(search, minute)
  const isSpan = toMs > fromMs
  const times = {
    startTime: new Date(fromMs).toISOString(),
    endTime: new Date(isSpan ? toMs : fromMs + 1).toISOString(),
  }

  const { data, error, refetch } = useQuery({
    ...ask(
      telemetryCalls[view.kind].curve,
      { id: view.device.id, identifiers: chosen.join(','), ...times },
      { quiet: true },
    ),
    enabled: chosen.length > 0 && isSpan,
    placeholderData: keepPreviousData,
  })
  const shown = { fromMs, toMs: Math.max(toMs, fromMs + 1) }
  const earlier = useEarlierCurve(view, chosen, { span, fromMs, toMs, isAsked: search.before === true })
  const limits = useHistoryLimits(view, chosen)
  const marks = useCurveMarks({ kind: view.kind, deviceId: view.device.id, model: view.model, ...shown })
  // The order is that of the choice: the first property has the left axis of the first chart, and the limits.
  const charts = chartsOf(chosen.flatMap((one) => drawable.find(({ identifier }) => identifier === one) ?? []))
  const go = (next: Times | null): void => {
    if (next === null) return
    const [startTime, endTime] = [new Date(next.fromMs).toISOString(), new Date(next.toMs).toISOString()]
    change({ startTime, endTime, span: undefined, pageNum: undefined })
  }
  const actions = (
    <HistoryActions
      view={view}
      search={search}
      hasLimits={limits.length > 0}
      shown={shown}
      nowMs={minute + minuteMs}
      onChange={change}
      onGo={go}
    />
  )
  return (
    <>
      <HistoryControls search={search} span={span} drawable={drawable} chosen={chosen} onChange={change} />
      {chosen.length === 0 ? (
        <Box padding="24 gutter 0">
          <EmptyPanel title={w.noneChosen} icon="chart-line" />
        </Box>
      ) : null}
      {charts.map(({ sides }, index) => (
        <Box key={[...sides.keys()].join(',')} padding="24 gutter 0">
          <HistoryChart
            view={view}
            chosen={[...sides.keys()]}
            data={data}
            error={error}
            onRetry={() => void refetch()}
            times={shown}
            limits={index === 0 && search.limits === true ? limits : noLimits}
            marks={marks}
            earlier={earlier}
            onGo={go}
            actions={index > 0 ? undefined : actions}
          />
        </Box>
      ))}
      <Text.p padding="8 gutter 0" size="xs" tone="ink-3" minHeight="24">
        {chosen.length === 0 ? '' : w.zoomHint}{' '}
        {data !== undefined && data.bucketMs > 0 ? w.bucket({ duration: formatDuration(data.bucketMs) }) : ''}
      </Text.p>
      <HistoryRows view={view} search={search} times={times} onSearch={change} />
    </>
  )
}

const noLimits: readonly CurveLimit[] = []

/**
 * Returns the properties that can be drawn, and the chosen ones: those that the address names, otherwise the main
 * readings.
 */
function chosenOf(view: DeviceView, search: HistorySearch) {
  const drawable = (view.model?.properties ?? []).filter((property) => isCurveType(property.dataType))
  const requested = search.properties?.split(',') ?? []
  const known = requested
    .filter((identifier) => drawable.some((property) => property.identifier === identifier))
    .slice(0, maxCurves)
  const main = curvePlan(view).series.filter((series) => series.role === 'reading')
  return { drawable, chosen: search.properties === undefined ? main.map((series) => series.identifier) : known }
}

/** Returns the limits that the thing model sets for the first property, which owns the left axis. */
function useHistoryLimits({ model }: DeviceView, chosen: readonly string[]): readonly CurveLimit[] {
  const w = useWords(historyText)
  const units = useUnits()
  const locale = useLocale()
  const [first, ...others] = chosen
  const isAlone = others.length === 0
  return useMemo(() => {
    const property = first === undefined ? undefined : propertyOf({ model }, first)
    if (property === undefined || !isNumberType(property.dataType)) return []
    const { dataType, name } = property
    const { unit } = seriesStyle(dataType, units)
    const format = (value: number): string =>
      [isAlone ? '' : name[locale], formatNumber(value), unit].filter(Boolean).join(' ')
    const [max, min] = [toShown(dataType, dataType.max, units), toShown(dataType, dataType.min, units)]
    return [
      { value: max, beyond: 'above', label: w.highest({ value: format(max) }), isAlwaysShown: true },
      { value: min, beyond: 'below', label: w.lowest({ value: format(min) }), isAlwaysShown: true },
    ]
  }, [model, first, isAlone, locale, units, w])
}
