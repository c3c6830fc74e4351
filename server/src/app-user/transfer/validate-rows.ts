import { appUserLimits } from '@brigade/contract/app-user/app-user.model.ts'
import { normalAddress } from '@brigade/contract/app-user/contact.rules.ts'
import { Email, Phone } from '@brigade/contract/field.ts'
import { firstRow, readTexts, type ReadRows, type Reason, type Sheet } from '../../job/table-import.ts'
import type { Db } from '../../platform/db/database.ts'
import type { TableCell, TableRow } from '../../platform/excel/table.ts'
import { textRef } from '../../platform/refusal.ts'
import { addressKey } from '../keyed-hash.ts'
import type { ImportColumn } from './app-user-columns.ts'
import { findByKeys, type ImportedPerson } from './import.store.ts'

/** `rowOf`: the first row of each address, by its key. */
type PeopleSheet = Sheet<ImportColumn> & Readonly<{ secretKey: Buffer }>

/** `id`: the person who has one of the addresses already. */
export type Passed = Readonly<{ person: ImportedPerson; id: string | undefined }>

const text = (key: Buffer): string => key.toString('base64')

export async function validateRows(
  db: Db,
  sheet: PeopleSheet,
  rows: readonly TableRow[],
): Promise<ReadRows<ImportColumn, Passed>> {
  const read = rows.map((row) => ({ row, ...readRow(row.cells, sheet) }))
  const keysOf = ({ phoneKey, emailKey }: ImportedPerson) => [phoneKey, emailKey].filter((key) => key !== null)
  const holders = new Map<string, string>()
  for (const { id, phoneKey, emailKey } of await findByKeys(
    db,
    read.flatMap(({ person }) => keysOf(person)),
  ))
    for (const key of [phoneKey, emailKey]) if (key !== null) holders.set(text(key), id)
  const passed: Passed[] = []
  const refused: { row: TableRow; reasons: readonly Reason<ImportColumn>[] }[] = []
  for (const { row, person, reasons } of read) {
    const all = [...reasons, ...repeats(person, row.row, sheet)]
    const ids = new Set(keysOf(person).flatMap((key) => holders.get(text(key)) ?? []))
    if (ids.size > 1) all.push({ column: 'email', why: textRef('appUser.twoPeople', undefined) })
    if (all.length > 0) refused.push({ row, reasons: all })
    else passed.push({ person, id: [...ids][0] })
  }
  return { passed, refused }
}

function readRow(cells: readonly TableCell[], sheet: PeopleSheet) {
  // Phone numbers and addresses have rules of their own.
  const { texts, reasons, refuse } = readTexts(sheet, cells, { nickname: '', phone: '', email: '' }, (column) => ({
    max: column === 'nickname' ? appUserLimits.nickname : Infinity,
    isRequired: column === 'nickname',
    isKept: column === 'nickname',
  }))
  const { nickname, phone } = texts
  const email = normalAddress(texts.email)
  if (phone === '' && email === '') refuse('phone', textRef('appUser.noAddress', undefined))
  if (phone !== '' && !Phone.safeParse(phone).success) refuse('phone', textRef('field.phone', undefined))
  if (!Email.safeParse(email).success) refuse('email', textRef('field.email', undefined))
  const keyOf = (address: string) =>
    address === '' || reasons.length > 0 ? null : addressKey(sheet.secretKey, address)
  return { person: { nickname, phone, email, phoneKey: keyOf(phone), emailKey: keyOf(email) }, reasons }
}

/** Addresses that an earlier row has. */
function repeats(
  { phoneKey, emailKey }: ImportedPerson,
  row: number,
  sheet: PeopleSheet,
): readonly Reason<ImportColumn>[] {
  return (
    [
      ['phone', phoneKey],
      ['email', emailKey],
    ] as const
  ).flatMap(([column, key]) => {
    const first = key === null ? row : firstRow(sheet, text(key), row)
    return first === row ? [] : [{ column, why: textRef('appUser.twiceInFile', { row: first }) }]
  })
}
