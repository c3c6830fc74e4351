import { ActionMenu } from '../ui/menu/action-menu.tsx'
import { Button } from '../ui/button/button.tsx'
import { useCan } from '../platform/can.ts'
import { useStartJob } from '../job/job-link.tsx'
import { minuteMs } from '@brigade/contract/time.ts'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import type {
  TemperatureCurve,
  TemperatureFormat,
  TemperatureQuery,
} from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatDuration } from '../platform/time/duration.ts'
import { useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import { useUnits } from '../platform/units.ts'
import { useListSearch } from '../shell/use-list-search.ts'
import { CurvePanel } from '../ui/chart/curve-panel.tsx'
import { EmptyPanel } from '../ui/page/empty-panel.tsx'
import type { DeviceView } from '../device/view/device-view.ts'
import { HistoryMoves } from '../telemetry/history/history-moves.tsx'
import { useNow } from '../platform/time/use-now.ts'
import { useCurveMarks } from '../telemetry/curve/use-curve-marks.ts'
import { Box, Grid, Text } from '../ui/layout/layout.tsx'
import { temperatureText } from './cold-chain.text.ts'
import { ExcursionPanel } from './excursion-panel.tsx'
import { TemperatureControls } from './temperature-controls.tsx'
import { chartOf } from './temperature-curve.ts'
import { FiguresPanel } from './figures-panel.tsx'
import { TemperatureSearch, timesOf, type Times } from './temperature-search.ts'

/** Shows the temperature of a refrigerator over a span: its curve, its excursions and its figures. */
export function TemperatureTab({ view }: { view: DeviceView }) {
  const w = useWords(temperatureText)
  const units = useUnits()
  const [search, change] = useListSearch(TemperatureSearch)
  const minute = useNow(minuteMs)
  const times = timesOf(search, minute)
  const { fromMs, toMs, span } = times
  const query = queryOf(view.device.id, search, times)
  const { data, error, refetch } = useQuery({
    ...ask(coldChainApi.temperature, query, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const { kind, device, model } = view
  const marks = useCurveMarks({ kind, deviceId: device.id, model, fromMs, toMs, hasDoors: true })
  const curve = useMemo(
    () => (data === undefined ? undefined : chartOf({ data, times: { fromMs, toMs }, marks, units, words: w })),
    [data, fromMs, toMs, marks, units, w],
  )
  const go = (next: Times | null): void => {
    if (next === null) return
    change({
      startTime: new Date(next.fromMs).toISOString(),
      endTime: new Date(next.toMs).toISOString(),
      span: undefined,
    })
  }
  if (data?.verdict === 'notMeasured')
    return <EmptyPanel title={w.notMeasured} hint={w.notMeasuredHint} icon="temperature" />
  return (
    <>
      <TemperatureControls
        search={search}
        span={span}
        judged={data?.judged}
        onChange={change}
        actions={<TemperatureExportMenu query={query} />}
      />
      <Box padding="24 gutter 0">
        <CurvePanel
          title={w.title}
          curve={curve}
          error={error}
          onRetry={() => void refetch()}
          onSpan={(from, to) => go({ fromMs: from, toMs: to })}
          actions={<HistoryMoves shown={times} nowMs={minute} onGo={go} />}
          fileName={`${view.device.sn}-temperature`}
        />
      </Box>
      <Text.p padding="8 gutter 0" size="xs" tone="ink-3" minHeight="24">
        {noteOf(data, w)}
      </Text.p>
      {data === undefined ? null : (
        <Grid gap="24" padding="8 gutter 24" columns="1">
          <ExcursionPanel
            data={data}
            endMs={toMs}
            withExcused={search.excused === true}
            onExcused={(excused) => change({ excused: excused ? true : undefined })}
            onZoom={go}
          />
          <FiguresPanel figures={data.figures} />
        </Grid>
      )}
    </>
  )
}

function queryOf(id: string, { high, low, tolerance, delay }: TemperatureSearch, { fromMs, toMs }: Times) {
  return {
    id,
    startTime: new Date(fromMs).toISOString(),
    endTime: new Date(toMs).toISOString(),
    ...(high === undefined ? {} : { highC: high }),
    ...(low === undefined ? {} : { lowC: low }),
    ...(tolerance === undefined ? {} : { toleranceC: tolerance }),
    ...(delay === undefined ? {} : { delayMinutes: delay }),
  }
}

function noteOf(data: TemperatureCurve | undefined, w: ReturnType<typeof useWords<typeof temperatureText>>): string {
  if (data === undefined) return ''
  return data.bucketMs > 0 ? w.bucket({ duration: formatDuration(data.bucketMs) }) : ''
}

/** The export is a background job: it writes the rows on screen, in the person's units. */
function TemperatureExportMenu({ query }: { query: TemperatureQuery }) {
  const w = useWords(temperatureText)
  const can = useCan()
  const { system } = useUnits()
  const { mutate } = useStartJob(coldChainApi.startTemperatureExport)
  if (!can('cooler:export')) return null
  const start = (format: TemperatureFormat) => (): void =>
    mutate({ ...query, format, unit: system === 'metric' ? 'C' : 'F' })
  return (
    <ActionMenu
      target={
        <Button icon="download" aria-haspopup="menu">
          {w.export}
        </Button>
      }
      actions={[
        { key: 'pdf', icon: 'chart-line', label: w.pdf, onClick: start('pdf') },
        { key: 'xlsx', icon: 'table', label: w.xlsx, onClick: start('xlsx') },
        { key: 'csv', icon: 'table', label: w.csv, onClick: start('csv') },
      ]}
    />
  )
}
