import type {
  Excursion,
  Excused,
  TemperatureCurve,
  TemperatureFigures,
} from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { useMemo } from 'react'
import { formatDuration } from '../platform/time/duration.ts'
import { formatNumber, formatShare, formatTime } from '../platform/format.ts'
import { useWords } from '../platform/locale.ts'
import { useUnits } from '../platform/units.ts'
import type { Column } from '../ui/data-table/column.ts'
import { PlainTable } from '../ui/data-table/plain-table.tsx'
import { Checkbox } from '../ui/field/checkbox.tsx'
import { Text } from '../ui/layout/layout.tsx'
import { EmptyPanel } from '../ui/page/empty-panel.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { temperatureText } from './cold-chain.text.ts'
import css from './temperature.module.css'
import type { Times } from './temperature-search.ts'

type Row = (Excursion & { by?: undefined }) | (Excused & { unknownMs?: undefined })
type Props = {
  data: TemperatureCurve
  endMs: number
  withExcused: boolean
  onExcused: (shown: boolean) => void
  onZoom: (times: Times) => void
}

/** Lists each excursion: when it was, how long and how far beyond the limit. A click zooms the curve to it, with an equal margin before and after. */
export function ExcursionPanel({ data, endMs, withExcused, onExcused, onZoom }: Props) {
  const w = useWords(temperatureText)
  const units = useUnits()
  const { excursions, excused, figures, judged } = data
  const rows = useMemo(
    (): Row[] => [...excursions, ...(withExcused ? excused : [])].toSorted((a, b) => b.from - a.from),
    [excursions, excused, withExcused],
  )
  const columns = useExcursionColumns(endMs, onZoom)
  const [found, excusedCount] = [figures.excursions ?? 0, figures.excused ?? 0]
  const tolerance = `${formatNumber(units.temperatureSpan(judged.toleranceC), 1)} ${units.temperatureUnit}`
  const note = [
    w.excursionNote({ tolerance, minutes: judged.delays.join(', ') }),
    ...(figures.judgedMs > 0 ? [w.coverage(coverageOf(figures))] : []),
    ...(found > excursions.length ? [w.listed({ shown: excursions.length, all: found })] : []),
    ...(excusedCount > 0 ? [w.excusedNote({ count: excusedCount })] : []),
  ].join(' · ')
  return (
    <Panel
      title={w.excursions}
      actions={
        excusedCount === 0 ? undefined : (
          <Checkbox checked={withExcused} onChange={onExcused}>
            {w.withExcused}
          </Checkbox>
        )
      }
    >
      <Text.p padding="8 16" tone="ink-3" size="xs">
        {note}
      </Text.p>
      {rows.length === 0 ? (
        <NoneListed data={data} />
      ) : (
        <PlainTable
          label={w.excursions}
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.from} ${row.by ?? ''}`}
          maxHeight={400}
        />
      )}
    </Panel>
  )
}

/** The columns of the list; the begin of a row zooms the curve to it. */
function useExcursionColumns(endMs: number, onZoom: Props['onZoom']): readonly Column<Row>[] {
  const w = useWords(temperatureText)
  const units = useUnits()
  const degrees = (celsius: number) => `${formatNumber(units.temperature(celsius), 1)} ${units.temperatureUnit}`
  const zoom = (row: Row): void => {
    const to = row.to ?? endMs
    const margin = Math.max(1_800_000, to - row.from)
    onZoom({ fromMs: row.from - margin, toMs: Math.min(to + margin, Date.now()) })
  }
  return [
    {
      key: 'from',
      title: w.begin,
      width: 176,
      cell: (row) => (
        <Text.button
          border="none"
          tone="link"
          textAlign="left"
          pointer
          type="button"
          className={css.zoom}
          aria-label={w.show({ time: formatTime(row.from) })}
          onClick={() => zoom(row)}
        >
          {formatTime(row.from)}
        </Text.button>
      ),
    },
    { key: 'to', title: w.end, width: 168, cell: (row) => (row.to === null ? w.stillSo : formatTime(row.to)) },
    {
      key: 'lasted',
      title: w.lasted,
      width: 120,
      align: 'end',
      cell: (row) => (
        <span
          data-tip={
            row.unknownMs === undefined || row.unknownMs === 0
              ? undefined
              : w.silent({ duration: formatDuration(row.unknownMs) })
          }
        >
          {formatDuration((row.to ?? endMs) - row.from)}
          {row.unknownMs === undefined || row.unknownMs === 0 ? '' : ' *'}
        </span>
      ),
    },
    { key: 'limit', title: w.limit, width: 96, align: 'end', cell: (row) => degrees(row.limitC) },
    { key: 'worst', title: w.worst, width: 96, align: 'end', cell: (row) => <b>{degrees(row.worstC)}</b> },
    { key: 'worstAt', title: w.worstAt, width: 168, cell: (row) => formatTime(row.worstAt) },
    { key: 'why', title: w.why, width: 168, cell: (row) => <Verdict row={row} /> },
  ]
}

const coverageOf = ({ judgedMs, spanMs }: TemperatureFigures) => ({
  judged: formatDuration(judgedMs),
  whole: formatDuration(spanMs),
  share: formatShare(judgedMs, spanMs),
})

/** Explains why no excursion is listed. Only a span that was evaluated nearly completely gets the tick. */
function NoneListed({ data: { verdict, figures } }: Pick<Props, 'data'>) {
  const w = useWords(temperatureText)
  const { judgedMs, spanMs } = figures
  if (verdict === 'clear') return <EmptyPanel title={w.none} hint={w.noneHint} icon="check" />
  if (verdict === 'unknown') return <EmptyPanel title={w.noReports} hint={w.noReportsHint} icon="temperature" />
  if (verdict === 'noLimits') return <EmptyPanel title={w.noLimits} hint={w.noLimitsHint} icon="temperature" />
  return (
    <EmptyPanel
      title={w.partly({ judged: formatDuration(judgedMs) })}
      hint={w.partlyHint({ rest: formatDuration(spanMs - judgedMs) })}
      icon="info"
    />
  )
}

function Verdict({ row }: { row: Row }) {
  const w = useWords(temperatureText)
  if (row.by === 'defrost') return w.byDefrost
  if (row.by === 'door') return w.byDoor
  return (
    <Text tone="bad" weight="500">
      {row.side === 'high' ? w.tooWarm : w.tooCold}
    </Text>
  )
}
