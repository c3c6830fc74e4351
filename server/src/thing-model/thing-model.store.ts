import { sql, type Selectable } from 'kysely'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Db } from '../platform/db/database.ts'
import type { ThingModelTable } from './thing-model.tables.ts'

export type PublishedModel = Readonly<{ productId: string; version: number; model: ThingModel }>

/** The newest published version of a product's thing model, or the one asked for. */
export async function findPublished(db: Db, productId: string, version?: number): Promise<PublishedModel | undefined> {
  const row = await db
    .selectFrom('thingModel')
    .select(['productId', 'version', 'model'])
    .where('productId', '=', productId)
    .where('version', 'is not', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || row.version === null) return undefined
  return { productId: row.productId, version: row.version, model: row.model }
}

/** `at` is epoch ms. */
export type Publication = Readonly<
  Pick<Selectable<ThingModelTable>, 'productId' | 'model' | 'note' | 'publishedBy'> & { at: number }
>

/** Two people who publish at once get two versions, one after the other. Held to the end of the transaction. */
export async function lockVersions(db: Db, productId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('thing_model'), hashtext(${productId}))`.execute(db)
}

export async function insertVersion(db: Db, publication: Publication & { version: number }): Promise<void> {
  const { at, ...row } = publication
  await db
    .insertInto('thingModel')
    .values({ ...row, publishedAt: new Date(at).toISOString() })
    .execute()
}

/** Drops versions older than the newest `kept`. */
export async function removeOldVersions(db: Db, productId: string, kept: number): Promise<void> {
  await db
    .deleteFrom('thingModel')
    .where('productId', '=', productId)
    .where('version', 'is not', null)
    .where('version', 'not in', (query) =>
      query
        .selectFrom('thingModel as newest')
        .select('newest.version')
        .where('newest.productId', '=', productId)
        .where('newest.version', 'is not', null)
        .orderBy('newest.version', 'desc')
        .limit(kept),
    )
    .execute()
}

/** Tells every process, once the transaction commits, to read names and thing models again. */
export async function announceModels(db: Db): Promise<void> {
  await sql`select pg_notify('names', '{}')`.execute(db)
}
