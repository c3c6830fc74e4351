import { useMemo } from 'react'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import type { Column } from '../data-table/column.ts'
import { PlainTable } from '../data-table/plain-table.tsx'
import { uiText } from '../ui.text.ts'
import type { Curve } from './curve-model.ts'

type Row = { timeMs: number; values: ReadonlyMap<string, number> }

/** More rows than a person reads; the export has them all. */
const mostRows = 1200

/** The same figures as a table, newest first. */
export function CurveTable({ curve }: { curve: Curve }) {
  const w = useWords(uiText)
  const rows = useMemo(() => rowsOf(curve), [curve])
  const columns: Column<Row>[] = [
    { key: 'time', title: w.time, width: 168, cell: (row) => formatTime(row.timeMs) },
    ...curve.series.map((series): Column<Row> => ({
      key: series.key,
      title: series.unit === '' ? series.name : `${series.name} (${series.unit})`,
      align: 'end',
      cell: (row) => formatNumber(row.values.get(series.key), series.digits),
    })),
  ]
  return (
    <PlainTable
      label={curve.label}
      columns={columns}
      rows={rows}
      rowKey={(row) => String(row.timeMs)}
      maxHeight={(curve.height ?? 264) + 40}
    />
  )
}

function rowsOf({ series }: Curve): Row[] {
  const byTime = new Map<number, Map<string, number>>()
  for (const one of series) {
    for (const [timeMs, value] of one.points) {
      const values = byTime.get(timeMs) ?? new Map<string, number>()
      values.set(one.key, value)
      byTime.set(timeMs, values)
    }
  }
  return [...byTime]
    .map(([timeMs, values]) => ({ timeMs, values }))
    .toSorted((a, b) => b.timeMs - a.timeMs)
    .slice(0, mostRows)
}
