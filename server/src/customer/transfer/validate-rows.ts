import { kindsUnder } from '@brigade/contract/customer/organisation.model.ts'
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
import { readRow, type Reason } from './read-row.ts'

/** The state of one file during its import. */
export type Sheet = Readonly<{
  at: ReadonlyMap<ImportColumn, number>
  findPlace: PlaceFinder
  /** The first row of each name, by the key that identifies names. */
  rowOf: Map<string, number>
}>

export type Validated = Readonly<{
  /** As they are after the import. */
  passed: readonly PassedCustomer[]
  /** The number of passed rows that are not stored yet. */
  added: number
  /** The number of stored values that are erased. */
  erased: number
  refused: readonly Readonly<{ row: TableRow; reasons: readonly Reason[] }>[]
}>

/** What a row makes of a customer: an empty cell changes nothing. */
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

/** Divides rows into those that pass and those that are refused. It stores nothing, and the same rows always get the same answer. */
export async function validateRows(
  db: Db,
  scope: DataScope,
  sheet: Sheet,
  rows: readonly TableRow[],
): Promise<Validated> {
  const read = rows.map((row) => ({ row, ...readRow(row.cells, sheet.at, sheet.findPlace) }))
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
  const refused = placed.filter(({ reasons }) => reasons.length > 0).map(({ row, reasons }) => ({ row, reasons }))
  const passed: PassedCustomer[] = []
  let added = 0
  let erased = 0
  for (const [index, { row, customer }] of sound.entries()) {
    const before = named[index]
    if (before === undefined) continue
    const { key, id } = before
    const first = sheet.rowOf.get(key) ?? row.row
    sheet.rowOf.set(key, first)
    if (first === row.row) {
      const after = fieldsAfter(customer, before)
      erased += changeable.filter((field) => before[field] !== '' && after[field] === '').length
      passed.push({ ...customer, ...after, id })
      if (id === null) added += 1
    } else {
      refused.push({ row, reasons: [{ column: 'name', why: textRef('customer.twiceInFile', { row: first }) }] })
    }
  }
  return { passed, added, erased, refused }
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
