import { formatTime } from '../../platform/format.ts'
import type { Column } from './column.ts'

/** The first column of a log: its rows are sorted by their time. `key` is the name that the endpoint sorts by. */
export const timeColumn = <R,>(title: string, timeOf: (row: R) => string, key = 'time'): Column<R> => ({
  key,
  title,
  width: 176,
  sortable: true,
  identifies: true,
  cell: (row) => <span className="time">{formatTime(timeOf(row))}</span>,
})

/** When something was, among other columns; a dash while it was not. `key` names the row's own field. */
export const momentColumn = <K extends string, R extends { readonly [P in K]: string | null }>(
  key: K,
  title: string,
  more: Partial<Column<R>> = {},
): Column<R> => ({
  key,
  title,
  width: 156,
  align: 'end',
  cell: (row) => {
    const at: string | null = row[key]
    return at === null ? null : <span className="time">{formatTime(at)}</span>
  },
  ...more,
})
