import { nameCellFault, textFault } from '@brigade/contract/cell-fault.rules.ts'
import { customerLimits } from '@brigade/contract/customer/customer.model.ts'
import { erases } from '../../platform/excel/given-cell.ts'
import type { TableCell } from '../../platform/excel/table.ts'
import { textRef, type TextRef } from '../../platform/refusal.ts'
import type { PlaceFinder } from '../../system/area/find-place.ts'
import { readPlace } from '../../system/area/read-place.ts'
import { importHeads, type ImportColumn } from './customer-columns.ts'

/** The reason why a row is refused, with its column. */
export type Reason = Readonly<{ column: ImportColumn; why: TextRef }>

/** The texts of a row, areas by their codes; `parent` is still as written, and what a row erases is `erases`. */
export type ReadRow = Readonly<{ texts: Readonly<Record<ImportColumn, string>>; reasons: readonly Reason[] }>

/** Reads one row with all its reasons, not just the first. */
export function readRow(
  cells: readonly TableCell[],
  at: ReadonlyMap<ImportColumn, number>,
  find: PlaceFinder,
): ReadRow {
  const reasons: Reason[] = []
  const refuse = (column: ImportColumn, why: TextRef) => void reasons.push({ column, why })
  const texts: Record<ImportColumn, string> = { ...emptyTexts }
  for (const [column, index] of at) {
    const text = String(cells[index] ?? '').trim()
    texts[column] = text
    const fault = (column === 'note' ? textFault : nameCellFault)(text, maxOf(column))
    if (fault !== undefined) refuse(column, fault)
  }
  if (texts.name === '') refuse('name', textRef('field.required', undefined))
  for (const column of ['name', 'parent'] as const)
    if (texts[column] === erases) refuse(column, textRef('job.notErasable', undefined))
  readPlace(texts, find, refuse)
  return { texts, reasons }
}

const longest: Readonly<Partial<Record<ImportColumn, number>>> = customerLimits
const maxOf = (column: ImportColumn): number => longest[column] ?? 60
const emptyTexts: Readonly<Record<ImportColumn, string>> = {
  name: '',
  parent: '',
  principal: '',
  contact: '',
  province: '',
  city: '',
  region: '',
  address: '',
  note: '',
}

/** The column's name in the file, for the person who corrects the row; our own name if the file has none. */
export const headOf = (
  column: ImportColumn,
  head: readonly TableCell[],
  at: ReadonlyMap<ImportColumn, number>,
): string => String(head[at.get(column) ?? -1] ?? importHeads[column].en)
