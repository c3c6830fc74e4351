import type { Words } from '@brigade/contract/locale.ts'

/** A cell after reading: dates as `YYYY-MM-DD HH:mm:ss` (without a zone: a table has none), empty as ''. */
export type TableCell = string | number | boolean

/** One row of a table from outside; `row` counts from 1 including the header, and empty rows are left out. */
export type TableRow = Readonly<{ row: number; cells: readonly TableCell[] }>

/**
 * The type of a column: `instant` a time (ISO 8601 or null), shown in the reader's zone; `date` a day, `YYYY-MM-DD`.
 */
export type ColumnType = 'text' | 'number' | 'instant' | 'date'

export type TableColumn<R> = Readonly<{
  head: Words
  type: ColumnType
  value: (row: R) => string | number | null
  /** In characters; by default as the type needs. */
  width?: number
}>

/** Limits for a table from outside. Defaults are those of imports (contract/job). */
export type TableLimits = Readonly<{
  maxBytes: number
  maxRows: number
  maxColumns?: number
  maxCellLength?: number
}>
