import { kindsUnder } from '@brigade/contract/customer/organisation.model.ts'
import { firstRow, type ReadRows, type RefusedTableRow, type Sheet } from '../../job/table-import.ts'
import type { Db } from '../../platform/db/database.ts'
import { afterImport } from '../../platform/excel/given-cell.ts'
import type { TableRow } from '../../platform/excel/table.ts'
import { textRef, type TextRef } from '../../platform/refusal.ts'
import type { PlaceFinder } from '../../system/area/find-place.ts'
import { zoneAfterImport } from '../../system/area/zone-after-import.ts'
import type { DataScope } from '../data-scope.ts'
import { findOrganisation } from '../organisation.store.ts'
import type { ImportColumn } from './customer-columns.ts'
import { changeable, listParentsByName, lockNamed, type Changeable, type PassedCustomer } from './import.store.ts'
import { readRow } from './read-row.ts'

/** `rowOf`: the first row of each name, by the key that identifies names. */
type CustomerSheet = Sheet<ImportColumn> & Readonly<{ findPlace: PlaceFinder }>

/** A customer after the import, and the number of its stored values that are erased. */
export type Passed = Readonly<{ customer: PassedCustomer; erased: number }>

/** The customer's fields after the import of a row: an empty cell changes nothing. */
function fieldsAfter(written: Changeable, before: Changeable): Changeable {
  const after = (field: keyof Changeable) => afterImport(written[field], before[field])
  return {
    principal: after('principal'),
    contact: after('contact'),
    address: after('address'),
    note: after('note'),
    ...zoneAfterImport(written, before),
  }
}

export async function validateRows(
  db: Db,
  scope: DataScope,
  sheet: CustomerSheet,
  rows: readonly TableRow[],
): Promise<ReadRows<ImportColumn, Passed>> {
  const read = rows.map((row) => ({ row, ...readRow(row.cells, sheet, sheet.findPlace) }))
  const parentOf = await parentFinder(
    db,
    scope,
    read.map(({ texts }) => texts.parent),
  )
  const placed = read.map(({ row, texts, reasons }) => {
    const parent = parentOf(texts.parent)
    const isPlaced = typeof parent === 'string'
    const { parent: _written, ...fields } = texts
    const all = isPlaced ? reasons : [...reasons, { column: 'parent' as const, why: parent }]
    return { row, reasons: all, customer: { ...fields, parentId: isPlaced ? parent : '' } }
  })
  const sound = placed.filter(({ reasons }) => reasons.length === 0)
  const named = await lockNamed(
    db,
    sound.map(({ customer }) => customer),
  )
  const refused: RefusedTableRow<ImportColumn>[] = placed.filter(({ reasons }) => reasons.length > 0)
  const passed: Passed[] = []
  for (const [index, { row, customer }] of sound.entries()) {
    const before = named[index]
    if (before === undefined) continue
    const { key, id } = before
    const first = firstRow(sheet, key, row.row)
    if (first === row.row) {
      const after = fieldsAfter(customer, before)
      const erased = changeable.filter((field) => before[field] !== '' && after[field] === '').length
      passed.push({ customer: { ...customer, ...after, id }, erased })
    } else {
      refused.push({ row, reasons: [{ column: 'name', why: textRef('customer.twiceInFile', { row: first }) }] })
    }
  }
  return { passed, refused }
}

/** Finds the organisation that a row names, or the caller's own if it names none. Without a match it returns the reason. */
async function parentFinder(
  db: Db,
  scope: DataScope,
  written: readonly string[],
): Promise<(name: string) => string | TextRef> {
  const names = [...new Set(written)].filter((name) => name !== '' && !name.includes('\0'))
  const found = Map.groupBy(await listParentsByName(db, scope, names), ({ written: name }) => name)
  const own = await findOrganisation(db, scope, scope.organisationId)
  const unknown = textRef('customer.unknownParent', undefined)
  return (name) => {
    if (name === '') return own !== undefined && kindsUnder[own.kind].includes('customer') ? own.id : unknown
    const [one, another] = found.get(name) ?? []
    if (one === undefined) return unknown
    return another === undefined ? one.id : textRef('customer.ambiguousParent', undefined)
  }
}
