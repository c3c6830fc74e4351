import { sql } from 'kysely'
import type { Transaction } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import type { DemoPart } from '../platform/program/domain.ts'

/** Removes the demo's models, and what it added to the ready-made ones. */
export const removeDemoProducts: NonNullable<DemoPart['remove']> = {
  product: async (trx, ids) => {
    await sql`delete from product where id = any(${ids}::bigint[])`.execute(trx)
    await notifyOnCommit(trx, 'names', { product: ids })
  },
  product_series: async (trx, ids) => {
    await sql`delete from product_series where id = any(${ids}::bigint[])`.execute(trx)
  },
  product_seed: async (trx, ids) => {
    await sql`delete from product_seed where product_key = any(${ids}::text[])`.execute(trx)
  },
  product_template: async (trx, ids) => {
    await sql`delete from product_template where product_id || '/' || kind = any(${ids}::text[])`.execute(trx)
  },
  product_language: async (trx, ids) => {
    await sql`delete from product_language where product_id || '/' || language = any(${ids}::text[])`.execute(trx)
  },
}

/** Ready-made models lose the pictures that the demo gave them. */
export async function takePicturesOff(trx: Transaction, fileIds: readonly string[]): Promise<void> {
  await sql`update product set image_file_id = null where image_file_id = any(${fileIds}::text[])`.execute(trx)
  await notifyOnCommit(trx, 'names', {})
}
