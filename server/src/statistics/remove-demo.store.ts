import { sql } from 'kysely'
import type { Transaction } from '../platform/db/database.ts'
import { runLock } from './run/counting.store.ts'
import type { GoingRows } from '../platform/program/domain.ts'

const counted = ['hour', 'day', 'span', 'stock', 'leaf_stock', 'people', 'active', 'share', 'digest', 'run']

/**
 * Deletes all counts, because the figures of organisations above contain the removed rows. The next run finds none
 * before it, and counts the past of the remaining rows again. A running count has read the removed rows, so it is
 * waited for, and none begins before the commit.
 */
export async function forgetCounted(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${runLock})`.execute(trx)
  for (const name of counted) await sql`delete from ${sql.table(`statistic_${name}`)}`.execute(trx)
}

/** Deletes the former places of deleted rows, and what was kept of deleted devices. */
export async function forgetPlaces(trx: Transaction, going: GoingRows): Promise<void> {
  const devices = going.get('device') ?? []
  const organisations = going.get('organisation') ?? []
  await sql`delete from statistic_departed where device_id = any(${devices}::bigint[])`.execute(trx)
  await sql`delete from device_owner where device_id = any(${devices}::bigint[])`.execute(trx)
  await sql`delete from organisation_tree_past where descendant_id = any(${organisations}::bigint[])
    or ancestor_id = any(${organisations}::bigint[])`.execute(trx)
}
