import { textRef, type TextRef } from '../refusal.ts'
import type { CellFault, TableRow } from './table.ts'

/**
 * The columns of a table that an import reads, by their index; others do not matter. `texts`: columns in which a day or
 * a number with an exponent cannot have been meant. `hidden`: columns that must not be stored with a refused row.
 */
export type ReadColumns = Readonly<{
  texts: ReadonlySet<number>
  others: ReadonlySet<number>
  hidden?: ReadonlySet<number>
}>

/** Columns that all hold texts. */
export const textColumns = (...indexes: readonly number[]): ReadColumns => ({
  texts: new Set(indexes),
  others: new Set(),
})

/** All columns that are read, some of which hold numbers or times. */
export function readColumnsOf<K>(at: ReadonlyMap<K, number>, others: readonly K[] = []): ReadColumns {
  const isOther = new Set<K>(others)
  const of = (wanted: boolean) =>
    new Set([...at].flatMap(([key, index]) => (isOther.has(key) === wanted ? [index] : [])))
  return { texts: of(false), others: of(true) }
}

const reasons: Readonly<Record<CellFault, () => TextRef>> = {
  error: () => textRef('job.errorCell', undefined),
  cut: () => textRef('job.cutNumber', undefined),
  scientific: () => textRef('job.shortenedNumber', undefined),
  date: () => textRef('job.becameDate', undefined),
}

/** Returns why a cell cannot be accepted as it is now; undefined if it can. */
export function faultOf({ faults }: TableRow, index: number, { texts, others }: ReadColumns): TextRef | undefined {
  const fault = faults?.get(index)
  if (fault === undefined) return undefined
  const counts = texts.has(index) || (others.has(index) && (fault === 'error' || fault === 'cut'))
  return counts ? reasons[fault]() : undefined
}

/** A row with the header of one of its cells, and why that cannot be taken. */
type Damaged = Readonly<{ row: number; cells: TableRow['cells']; column: string; why: TextRef }>

/** The cells of a row that a spreadsheet has changed, each with its column. */
export function faultsOf(row: TableRow, head: TableRow['cells'], columns: ReadColumns): readonly Damaged[] {
  if (row.faults === undefined) return []
  const cells = row.cells.map((cell, index) => (columns.hidden?.has(index) === true ? '' : cell))
  return [...row.faults.keys()].flatMap((index) => {
    const why = faultOf(row, index, columns)
    return why === undefined ? [] : [{ row: row.row, cells, column: String(head[index] ?? ''), why }]
  })
}
