import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'

export type StoredConfig = Readonly<
  Pick<Database['productConfig'], 'productId' | 'version' | 'content' | 'origin' | 'token'>
>

/** The latest configuration of a product; undefined if it has none. */
export async function findConfig(db: Db, productId: string): Promise<StoredConfig | undefined> {
  return db
    .selectFrom('productConfig')
    .select(['productId', 'version', 'content', 'origin', 'token'])
    .where('productId', '=', productId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findConfigByToken(db: Db, token: string): Promise<string | undefined> {
  const row = await db.selectFrom('productConfig').select('content').where('token', '=', token).executeTakeFirst()
  return row?.content
}

/** The versions for a page, the newest first. */
export async function listConfigs(db: Db, productId: string, most: number) {
  return db
    .selectFrom('productConfig')
    .leftJoin('account', 'account.id', 'productConfig.accountId')
    .select([
      'productConfig.version',
      'productConfig.content',
      'productConfig.note',
      'productConfig.createdAt',
      'account.name as accountName',
    ])
    .where('productId', '=', productId)
    .orderBy('version', 'desc')
    .limit(most)
    .execute()
}

export async function insertConfig(
  trx: Transaction,
  config: StoredConfig & Readonly<{ note: string; accountId: string; createdAt: string }>,
): Promise<void> {
  await trx.insertInto('productConfig').values(config).execute()
}

/** Deletes versions up to this one. */
export async function removeConfigsUpTo(trx: Transaction, productId: string, version: number): Promise<void> {
  await trx.deleteFrom('productConfig').where('productId', '=', productId).where('version', '<=', version).execute()
}

/** The number of devices of a product that the caller sees, and of those that received a version. */
export async function countNotified(db: Db, scope: DataScope, productId: string, version: number) {
  const own = db
    .selectFrom('deviceState')
    .where('deviceState.productId', '=', productId)
    .where('deviceState.organisationId', 'in', within(db, scope))
  const count = sql<number>`count(*)::int`
  const [all, notified] = await Promise.all([
    own.select(count.as('n')).executeTakeFirstOrThrow(),
    own
      .innerJoin('deviceConfig', 'deviceConfig.deviceId', 'deviceState.deviceId')
      .where('deviceConfig.version', '=', version)
      .select(count.as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return { devices: all.n, current: notified.n }
}
