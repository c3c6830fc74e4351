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
