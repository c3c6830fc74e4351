import { sql, type Insertable } from 'kysely'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'

/** Adds one, and deletes those older than the newest `kept`. */
export async function insertBroadcast(
  trx: Transaction,
  broadcast: Insertable<Database['productBroadcast']>,
  kept: number,
): Promise<string> {
  const { id } = await trx.insertInto('productBroadcast').values(broadcast).returning('id').executeTakeFirstOrThrow()
  await sql`
    delete from product_broadcast where product_id = ${broadcast.productId} and id <= (
      select id from product_broadcast where product_id = ${broadcast.productId} order by id desc offset ${kept} limit 1
    )`.execute(trx)
  return id
}

export async function listBroadcasts(db: Db, productId: string) {
  return db
    .selectFrom('productBroadcast')
    .leftJoin('account', 'account.id', 'productBroadcast.accountId')
    .select([
      'productBroadcast.id',
      'productBroadcast.topic',
      'productBroadcast.content',
      'productBroadcast.createdAt',
      'productBroadcast.reached',
      'account.name as accountName',
    ])
    .where('productId', '=', productId)
    .orderBy('productBroadcast.id', 'desc')
    .execute()
}

/** The content and topic of a broadcast, with the key of its product. */
export async function findBroadcast(db: Db, id: string) {
  return db
    .selectFrom('productBroadcast')
    .innerJoin('product', 'product.id', 'productBroadcast.productId')
    .select(['product.productKey', 'productBroadcast.topic', 'productBroadcast.content'])
    .where('productBroadcast.id', '=', id)
    .executeTakeFirst()
}

/** Adds to the number of devices reached; null means that the number is unknown. */
export async function noteReached(db: Db, id: string, devices: number | null): Promise<void> {
  await db
    .updateTable('productBroadcast')
    .set({ reached: devices === null ? null : sql`reached + ${devices}` })
    .where('id', '=', id)
    .execute()
}
