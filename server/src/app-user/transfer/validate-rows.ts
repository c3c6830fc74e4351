import { nameCellFault } from '@brigade/contract/cell-fault.rules.ts'
import { appUserLimits } from '@brigade/contract/app-user/app-user.model.ts'
import { normalAddress } from '@brigade/contract/app-user/contact.rules.ts'
import { Email, Phone } from '@brigade/contract/field.ts'
import type { Db } from '../../platform/db/database.ts'
import type { TableCell, TableRow } from '../../platform/excel/table.ts'
import { textRef, type TextRef } from '../../platform/refusal.ts'
import { addressKey } from '../keyed-hash.ts'
import { importHeads, type ImportColumn } from './app-user-columns.ts'
import { findByKeys, type ImportedPerson } from './import.store.ts'

/** The reason why a row is refused, with its column. */
export type Reason = Readonly<{ column: ImportColumn; why: TextRef }>

/** The state of one file during its import. `rowOf`: the first row of each address, by its key. */
export type Sheet = Readonly<{ at: ReadonlyMap<ImportColumn, number>; secretKey: Buffer; rowOf: Map<string, number> }>

/** `id`: the person who has one of the addresses already. */
type Passed = Readonly<{ person: ImportedPerson; id: string | undefined }>
export type Validated = Readonly<{
  passed: readonly Passed[]
  refused: readonly Readonly<{ row: TableRow; reasons: readonly Reason[] }>[]
}>

const text = (key: Buffer): string => key.toString('base64')

/** Divides rows into those that pass and those that are refused. It stores nothing, and the same rows always get the same answer. */
export async function validateRows(db: Db, sheet: Sheet, rows: readonly TableRow[]): Promise<Validated> {
  const read = rows.map((row) => ({ row, ...readRow(row.cells, sheet) }))
  const keysOf = ({ phoneKey, emailKey }: ImportedPerson) => [phoneKey, emailKey].filter((key) => key !== null)
  const holders = new Map<string, string>()
  for (const { id, phoneKey, emailKey } of await findByKeys(
    db,
    read.flatMap(({ person }) => keysOf(person)),
  ))
    for (const key of [phoneKey, emailKey]) if (key !== null) holders.set(text(key), id)
  const passed: Passed[] = []
  const refused: { row: TableRow; reasons: readonly Reason[] }[] = []
  for (const { row, person, reasons } of read) {
    const all = [...reasons, ...repeats(person, row.row, sheet)]
    const ids = new Set(keysOf(person).flatMap((key) => holders.get(text(key)) ?? []))
    if (ids.size > 1) all.push({ column: 'email', why: textRef('appUser.twoPeople', undefined) })
    if (all.length > 0) refused.push({ row, reasons: all })
    else passed.push({ person, id: [...ids][0] })
  }
  return { passed, refused }
}

function readRow(cells: readonly TableCell[], { at, secretKey }: Sheet): { person: ImportedPerson; reasons: Reason[] } {
  const reasons: Reason[] = []
  const refuse = (column: ImportColumn, why: TextRef) => void reasons.push({ column, why })
  const written = (column: ImportColumn): string => String(cells[at.get(column) ?? -1] ?? '').trim()
  const [nickname, phone, email] = [written('nickname'), written('phone'), normalAddress(written('email'))]
  // Phone numbers and addresses have rules of their own.
  for (const [column, max] of [
    ['nickname', appUserLimits.nickname],
    ['phone', Infinity],
    ['email', Infinity],
  ] as const) {
    const fault = nameCellFault(written(column), max)
    if (fault !== undefined) refuse(column, fault)
  }
  if (nickname === '') refuse('nickname', textRef('field.required', undefined))
  if (phone === '' && email === '') refuse('phone', textRef('appUser.noAddress', undefined))
  if (phone !== '' && !Phone.safeParse(phone).success) refuse('phone', textRef('field.phone', undefined))
  if (!Email.safeParse(email).success) refuse('email', textRef('field.email', undefined))
  const keyOf = (address: string) => (address === '' || reasons.length > 0 ? null : addressKey(secretKey, address))
  return { person: { nickname, phone, email, phoneKey: keyOf(phone), emailKey: keyOf(email) }, reasons }
}

/** Addresses that an earlier row has. */
function repeats({ phoneKey, emailKey }: ImportedPerson, row: number, { rowOf }: Sheet): Reason[] {
  const reasons: Reason[] = []
  for (const [column, key] of [
    ['phone', phoneKey],
    ['email', emailKey],
  ] as const) {
    if (key === null) continue
    const first = rowOf.get(text(key)) ?? row
    rowOf.set(text(key), first)
    if (first !== row) reasons.push({ column, why: textRef('appUser.twiceInFile', { row: first }) })
  }
  return reasons
}

/** The column's name in the file, for the person who corrects the row; our own name if the file has none. */
export const headOf = (
  column: ImportColumn,
  head: readonly TableCell[],
  at: ReadonlyMap<ImportColumn, number>,
): string => String(head[at.get(column) ?? -1] ?? importHeads[column].en)
