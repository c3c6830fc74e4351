import type { UrgentQuery, UrgentReply } from '@brigade/contract/fault/record-list.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { listRecordsById } from './fault-list.store.ts'
import { rowOf } from './list-faults.ts'
import { countUrgentShelved, findUrgentIds } from './urgent.store.ts'

/** Lists urgent records of a customer and those below it, by default of the caller's whole scope. */
export async function listUrgent(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  { query: { customerId } }: { query: UrgentQuery },
): Promise<UrgentReply> {
  const now = clock.now()
  const at = new Date(now).toISOString()
  const [entries, shelved] = await Promise.all([
    findUrgentIds(db, caller, customerId, at),
    countUrgentShelved(db, caller, customerId, at),
  ])
  const rows = new Map((await listRecordsById(db, caller, entries)).map((row) => [row.id, rowOf(row, now)]))
  return {
    at,
    total: entries[0]?.total ?? 0,
    shelved,
    // A record that was closed meanwhile is left out.
    items: entries.flatMap(({ id, kind, alike }) => {
      const record = rows.get(id)
      return record === undefined ? [] : [{ kind, record, alike }]
    }),
  }
}
