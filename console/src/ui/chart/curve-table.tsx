import { useMemo } from 'react'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import type { Column } from '../data-table/column.ts'
import { PlainTable } from '../data-table/plain-table.tsx'
import { uiText } from '../ui.text.ts'
import { readingAt } from './curve-gaps.ts'
import type { Curve, CurveSeries } from './curve-model.ts'

type Row = { timeMs: number; values: ReadonlyMap<string, number> }

/** Nobody reads more rows on screen; the export has all of them. */
const maxRows = 1200

/** The same figures as a table, newest first. */
export function CurveTable({ curve }: { curve: Curve }) {
  const w = useWords(uiText)
  const rows = useMemo(() => rowsOf(curve), [curve])
  const cellOf = (series: CurveSeries, { timeMs, values }: Row): string => {
    const value = values.get(series.key)
    if (value !== undefined) return formatNumber(value, series.digits)
    // Between two reports a row shows a held or an unknown value; otherwise it is empty.
    const gaps = series.gaps ?? curve.gaps ?? []
    if (gaps.some(({ from, to }) => from <= timeMs && timeMs < to)) return w.noDataBand
    const { value: is, heldSinceMs } = readingAt(series, timeMs, gaps)
    return heldSinceMs === null || is === null ? '' : w.heldValue({ value: formatNumber(is, series.digits) })
  }
  const columns: Column<Row>[] = [
    { key: 'time', title: w.time, width: 168, cell: (row) => formatTime(row.timeMs) },
    ...curve.series.map((series): Column<Row> => ({
      key: series.key,
      title: series.unit === '' ? series.name : `${series.name} (${series.unit})`,
      align: 'end',
      cell: (row) => cellOf(series, row),
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

/** Makes a row for each report, and for each moment from which a value is held or unknown. */
function rowsOf({ series, from: fromMs, gaps: common = [] }: Curve): Row[] {
  const byTime = new Map<number, Map<string, number>>()
  const valuesAt = (timeMs: number): Map<string, number> => {
    const values = byTime.get(timeMs) ?? new Map<string, number>()
    byTime.set(timeMs, values)
    return values
  }
  for (const { key, points, held = [], gaps = common } of series) {
    // A value from before the span is placed at its beginning, as held.
    for (const [timeMs, value] of points) if (timeMs >= fromMs) valuesAt(timeMs).set(key, value)
    for (const { from } of [...held, ...gaps]) valuesAt(from)
  }
  return [...byTime]
    .map(([timeMs, values]) => ({ timeMs, values }))
    .toSorted((a, b) => b.timeMs - a.timeMs)
    .slice(0, maxRows)
}
