import type { Readable } from 'node:stream'
import type { Locale } from '@brigade/contract/locale.ts'
import type { TableColumn } from './table.ts'

export type TableFormat = 'xlsx' | 'csv'

/** A table as a stream of bytes, row by row as it is read: memory does not grow with the rows, and a slow reader slows `rows`. */
export function writeTable<R>(
  format: TableFormat,
  columns: readonly TableColumn<R>[],
  rows: AsyncIterable<R> | Iterable<R>,
  options: { locale: Locale; timeZone: string; sheetName?: string },
): Readable {
  throw new Error(`not yet: ${format} ${columns.length} ${String(rows)} ${options.locale}`)
}
