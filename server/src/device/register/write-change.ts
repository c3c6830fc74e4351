import type { ChangedField } from '@brigade/contract/device/register/register.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { insertChanges, type WrittenChange } from './device-change.store.ts'

/** Part of the transaction that changes the record: neither stands without the other. */
export async function writeChanges(trx: Transaction, changes: readonly WrittenChange[]): Promise<void> {
  if (changes.length > 0) await insertChanges(trx, changes)
}

/** The fields that differ, as they were and as they are. */
export function fieldsChanged(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): ChangedField[] {
  return Object.entries(after).flatMap(([field, to]) => {
    const from = before[field] ?? ''
    return from === to ? [] : [{ field, from, to }]
  })
}
