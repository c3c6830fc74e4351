import { changeFields, type ChangedField } from '@brigade/contract/device/record/record.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { insertChanges, type WrittenChange } from './device-change.store.ts'

/** Runs in the transaction that changes the record, so that neither exists without the other. */
export async function writeChanges(trx: Transaction, changes: readonly WrittenChange[]): Promise<void> {
  if (changes.length > 0) await insertChanges(trx, changes)
}

/** Fields of a record in words. */
export type FieldWords = Readonly<Partial<Record<(typeof changeFields)[number], string>>>

/** The fields of `after` that differ, with their old and new words. */
export function fieldsChanged(before: FieldWords, after: FieldWords): ChangedField[] {
  return changeFields.flatMap((field) => {
    const [from = '', to = from] = [before[field], after[field]]
    return from === to ? [] : [{ field, from, to }]
  })
}
