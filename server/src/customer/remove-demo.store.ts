import { sql } from 'kysely'
import type { Transaction } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { removeOrganisations } from './customer.store.ts'

/** The lowest organisation comes first: a trigger moves records that outlive an organisation to the one above it. */
export async function removeDemoOrganisations(trx: Transaction, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(id::text) as ids from (
      select o.id, max(t.depth) as depth from organisation o join organisation_tree t on t.descendant_id = o.id
      where o.id = any(${ids}::bigint[]) group by o.id) as one
    group by depth order by depth desc`.execute(trx)
  for (const level of rows) await removeOrganisations(trx, level.ids)
  await notifyOnCommit(trx, 'names', { organisation: ids })
}
