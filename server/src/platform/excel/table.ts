import type { Words } from '@brigade/contract/locale.ts'

/** A cell after reading: dates as `YYYY-MM-DD HH:mm:ss` (without a zone: a table has none), empty as ''. */
export type TableCell = string | number | boolean

/**
 * How a spreadsheet has changed a cell, so that it is no longer what was typed: the error of a formula; a number of
 * more than fifteen digits, whose last ones became zeros; a number that is shown with an exponent (`1E5`); a day or a
 * time (`3-4`). The last two are faults only in a column of texts.
 */
export type CellFault = 'error' | 'cut' | 'scientific' | 'date'

/**
 * One row of an imported table; `row` counts from 1 including the header, and empty rows are left out. `faults`: by the
 * index of the cell, left out if there are none.
 */
export type TableRow = Readonly<{
  row: number
  cells: readonly TableCell[]
  faults?: ReadonlyMap<number, CellFault>
}>

/**
 * The type of a column: `instant` a time (ISO 8601 or null), shown in the reader's zone; `date` a day, `YYYY-MM-DD`.
 */
export type ColumnType = 'text' | 'number' | 'instant' | 'date'

export type TableColumn<R> = Readonly<{
  head: Words
  type: ColumnType
  value: (row: R) => string | number | null
  /** The width in characters; by default that of the type. */
  width?: number
  /** Another column has the offset of each time, so that a time of a repeated hour stays a time. */
  hasOffsetBeside?: true
}>

/** Limits for a table from outside. Defaults are those of imports (contract/job). */
export type TableLimits = Readonly<{
  maxBytes: number
  maxRows: number
  maxColumns?: number
  maxCellLength?: number
}>
