import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { GoingRows } from '../../platform/program/domain.ts'

/** Removes batches for devices of a deleted model, and those that people of a deleted organisation sent. */
export async function removeBatchesOf(trx: Transaction, going: GoingRows): Promise<void> {
  await sql`delete from command_batch where product_id = any(${going.get('product') ?? []}::bigint[])
    or organisation_id = any(${going.get('organisation') ?? []}::bigint[])`.execute(trx)
}
