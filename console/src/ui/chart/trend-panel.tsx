import { useRef, useState, type ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import type { Column } from '../data-table/column.ts'
import { PlainTable } from '../data-table/plain-table.tsx'
import { Box, Row as RowBox, Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import { ChartFrame, frameState } from './chart-frame.tsx'
import css from './chart.module.css'
import { gapsOf, type Trend, type TrendPoint } from './trend-model.ts'
import { TrendPlot, type TrendHandle } from './trend-plot.tsx'

type Props = {
  title: string
  note?: ReactNode
  actions?: ReactNode
  /** Undefined while it is fetched for the first time. Make it once per change (useMemo): the plot redraws when it changes. */
  trend: Trend | undefined
  error?: { message: string } | null
  onRetry?: (() => void) | undefined
  fileName: string
}

/** One figure by hour or day: the period before is dashed, time that was not counted is a gap, the target is a line. */
export function TrendPanel({ title, note, actions, trend, error, onRetry, fileName }: Props) {
  const [cursor, setCursor] = useState<number | null>(null)
  const plot = useRef<TrendHandle>(null)
  const height = trend?.height ?? 264
  const isEmpty = trend !== undefined && trend.points.every(({ value }) => value === null)
  return (
    <ChartFrame
      title={title}
      note={note}
      actions={actions}
      state={frameState({ data: trend, error, onRetry, isEmpty })}
      height={height + 40}
      table={() => (trend === undefined ? null : <TrendTable trend={trend} />)}
      image={async () => (await plot.current?.image()) ?? null}
      fileName={fileName}
    >
      {trend === undefined ? null : (
        <>
          <TrendLegend trend={trend} cursor={cursor} />
          <TrendPlot ref={plot} trend={trend} onCursor={setCursor} />
        </>
      )}
    </ChartFrame>
  )
}

/** Values at the cursor; without one the last that was counted. */
function TrendLegend({ trend, cursor }: { trend: Trend; cursor: number | null }) {
  const w = useWords(uiText)
  const last = trend.points.findLastIndex(({ value }) => value !== null)
  const index = cursor ?? last
  const point = trend.points[index]
  const before = trend.before?.points[index]
  return (
    <RowBox gap="8 24" padding="0 16" align="center" minHeight="40" nowrap wrap className={css.legend}>
      <Text.time weight="550">{point?.title ?? ''}</Text.time>
      <Item name={trend.name} point={point} trend={trend} />
      {trend.before === undefined ? null : (
        <Item name={trend.before.name} point={before} trend={trend} title={before?.title} isBefore />
      )}
      {trend.openNote === undefined ? null : (
        <RowBox.span inline gap="6" align="baseline" tone="ink-2" className={`${css.item} ${css.right}`}>
          <Box.span alignSelf="center" className={css.ring} style={{ borderColor: `var(${trend.colour})` }} />
          {trend.openNote}
        </RowBox.span>
      )}
      {gapsOf(trend.points).length === 0 ? null : (
        <RowBox.span
          inline
          gap="6"
          align="baseline"
          tone="ink-2"
          className={`${css.item} ${trend.openNote === undefined ? css.right : css.small}`}
        >
          <Box.span height="12" alignSelf="center" border="strong" className={css.missing} />
          {w.noDataBand}
        </RowBox.span>
      )}
    </RowBox>
  )
}

type ItemProps = {
  name: string
  point: TrendPoint | undefined
  trend: Trend
  title?: string | undefined
  isBefore?: boolean
}

function Item({ name, point, trend, title, isBefore = false }: ItemProps) {
  return (
    <RowBox.span inline gap="6" align="baseline" tone="ink-2" className={css.item} data-tip={title}>
      <Box.span
        alignSelf="center"
        className={`${css.key} ${isBefore ? css.plan : ''}`}
        style={{ borderTopWidth: isBefore ? 1 : 2, borderTopColor: `var(${trend.colour})` }}
      />
      {name}{' '}
      <Text.b weight="600" tone="ink">
        {formatNumber(point?.value, trend.digits)}
      </Text.b>
      {point?.value === null || point === undefined || trend.unit === '' ? null : (
        <Text.u tone="ink-3">{trend.unit}</Text.u>
      )}
    </RowBox.span>
  )
}

type Row = { point: TrendPoint; before: TrendPoint | undefined }

function TrendTable({ trend }: { trend: Trend }) {
  const w = useWords(uiText)
  const unit = trend.unit === '' ? '' : ` (${trend.unit})`
  const rows: readonly Row[] = trend.points
    .map((point, index) => ({ point, before: trend.before?.points[index] }))
    .filter(({ point }) => point.isAhead !== true)
    .toReversed()
  const hasOpen = rows.some(({ point }) => point.isOpen === true)
  const columns: readonly Column<Row>[] = [
    { key: 'time', title: w.time, width: hasOpen ? 248 : 176, cell: ({ point }) => point.title },
    {
      key: 'now',
      title: `${trend.name}${unit}`,
      align: 'end',
      cell: ({ point }) => formatNumber(point.value, trend.digits),
    },
    ...(trend.before === undefined
      ? []
      : [
          {
            key: 'then',
            title: w.timeBefore,
            width: hasOpen ? 208 : 176,
            cell: ({ before }: Row) => before?.title,
          },
          {
            key: 'before',
            title: `${trend.before.name}${unit}`,
            align: 'end' as const,
            cell: ({ before }: Row) => formatNumber(before?.value, trend.digits),
          },
        ]),
  ]
  return (
    <PlainTable
      label={trend.label}
      columns={columns}
      rows={rows}
      rowKey={({ point }) => point.title}
      maxHeight={(trend.height ?? 264) + 40}
    />
  )
}
