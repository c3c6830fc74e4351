import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDuration } from '../../platform/time/duration.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { CurveLimit } from '../../ui/chart/curve-model.ts'
import { CurvePanel } from '../../ui/chart/curve-panel.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { curvePlan } from '../curve/curve-plan.ts'
import { isCurveType } from '../curve/curve-points.ts'
import type { DeviceView } from '../../device/view/device-view.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { HistoryControls } from './history-controls.tsx'
import { Button } from '../../ui/button/button.tsx'
import { compareHref } from '../../device/view/device-address.ts'
import { go as goTo } from '../../platform/navigate.ts'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { HistoryRows } from './history-rows.tsx'
import { HistoryMoves } from './history-moves.tsx'
import { HistorySearch, mostCurves, spanOf, type Times } from './history-search.ts'
import { useHistoryCurve } from './use-history-curve.ts'
import { useHistoryLimits } from './use-history-limits.ts'
import { historyText } from './history.text.ts'

/** Shows the curve of any properties over any span, and the reports behind it. */
export function HistoryTab({ view }: { view: DeviceView }) {
  const w = useWords(historyText)
  const [search, change] = useListSearch(HistorySearch, 'device.history')
  const minute = useNow(60_000)
  const drawable = (view.model?.properties ?? []).filter((property) => isCurveType(property.dataType))
  const requested = search.properties?.split(',') ?? []
  const known = requested
    .filter((identifier) => drawable.some((property) => property.identifier === identifier))
    .slice(0, mostCurves)
  const chosen =
    search.properties === undefined
      ? curvePlan(view)
          .series.filter((series) => series.role === 'reading')
          .map((series) => series.identifier)
      : known

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
  const limits = useHistoryLimits(view, chosen)
  const curve = useHistoryCurve(view, chosen, data, { ...shown, limits: search.limits === true ? limits : noLimits })
  const go = (next: Times | null): void => {
    if (next === null) return
    const [startTime, endTime] = [new Date(next.fromMs).toISOString(), new Date(next.toMs).toISOString()]
    change({ startTime, endTime, span: undefined, pageNum: undefined })
  }
  return (
    <>
      <HistoryControls search={search} span={span} drawable={drawable} chosen={chosen} onChange={change} />
      <Box padding="24 24 0">
        {chosen.length === 0 ? (
          <EmptyPanel title={w.noneChosen} icon="chart-line" />
        ) : (
          <CurvePanel
            title={w.curveTitle}
            curve={curve}
            error={error}
            onRetry={() => void refetch()}
            onSpan={(from, to) => go({ fromMs: from, toMs: to })}
            actions={
              <>
                {limits.length === 0 ? null : (
                  <Checkbox
                    checked={search.limits === true}
                    onChange={(checked) => change({ limits: checked ? true : undefined })}
                  >
                    {w.limits}
                  </Checkbox>
                )}
                <Button size="small" icon="chart-line" onClick={() => goTo(compareHref(view.kind, [view.device.id]))}>
                  {w.compare}
                </Button>
                <HistoryMoves shown={shown} nowMs={minute + 60_000} onGo={go} />
              </>
            }
            fileName={`${view.device.sn}-${chosen.join('-')}`}
          />
        )}
      </Box>
      <Text.p padding="8 24 0" size="xs" tone="ink-3" minHeight="24">
        {chosen.length === 0 ? '' : w.zoomHint}{' '}
        {data !== undefined && data.bucketMs > 0 ? w.bucket({ duration: formatDuration(data.bucketMs) }) : ''}
      </Text.p>
      <HistoryRows view={view} search={search} times={times} onSearch={change} />
    </>
  )
}

const noLimits: readonly CurveLimit[] = []
