import { customerLimits } from '@brigade/contract/customer/customer.model.ts'
import { readTexts, type Reason, type Sheet } from '../../job/table-import.ts'
import type { TableCell } from '../../platform/excel/table.ts'
import type { PlaceFinder } from '../../system/area/find-place.ts'
import { readPlace } from '../../system/area/read-place.ts'
import type { ImportColumn } from './customer-columns.ts'

/**
 * The texts of a row, with areas by their codes; `parent` is still the written text, and `erases` lists the values that
 * the row erases.
 */
export type ReadRow = Readonly<{
  texts: Readonly<Record<ImportColumn, string>>
  reasons: readonly Reason<ImportColumn>[]
}>

export function readRow(
  cells: readonly TableCell[],
  sheet: Pick<Sheet<ImportColumn>, 'at'>,
  find: PlaceFinder,
): ReadRow {
  const { texts, reasons, refuse } = readTexts(sheet, cells, emptyTexts, (column) => ({
    max: longest[column] ?? 60,
    isText: column === 'note',
    isRequired: column === 'name',
    isKept: column === 'name' || column === 'parent',
  }))
  readPlace(texts, find, refuse)
  return { texts, reasons }
}

const longest: Readonly<Partial<Record<ImportColumn, number>>> = customerLimits
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
