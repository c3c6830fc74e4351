import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { withLockTimeout } from '../platform/db/lock-timeout.ts'

/** Tables whose rows a past writes device after device, and not in the order of their indexes. */
const written = [
  'device_history_day',
  'device_event',
  'online_log',
  'command',
  'recipe_cooked',
  'fault_open',
  'fault_record',
  'fault_act',
  'fault_excursion',
] as const

/** Smaller ones have little to give back; building larger ones, which hold more than a demo, would keep others waiting. */
const bytes = { least: 64 * 1024, most: 64 * 1024 * 1024 } as const

async function listIndexes(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select i.indexrelid::regclass::text as name
    from pg_index i join pg_class c on c.oid = i.indrelid
    where coalesce(pg_partition_root(c.oid), c.oid) = any(${written}::text[]::regclass[]) and c.relkind = 'r'
      and pg_relation_size(i.indexrelid) between ${bytes.least} and ${bytes.most}
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Builds the indexes of a written past anew: rows in another order leave their pages half full, and records that were
 * open for a moment leave their words behind. Each takes some milliseconds; one whose table is in use stays as it is.
 */
export async function packIndexes(db: Db, stopping: AbortSignal): Promise<void> {
  for (const name of await listIndexes(db)) {
    if (stopping.aborted) return
    await withLockTimeout(db, (trx) => sql`reindex index ${sql.raw(name)}`.execute(trx))
  }
}
