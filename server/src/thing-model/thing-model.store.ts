import type { Selectable } from 'kysely'
import type { VersionRow } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { AsWritten } from '@brigade/contract/thing-model/transfer/as-written.ts'
import { within, type DataScope } from '../customer/data-scope.ts'
import type { Database, Db } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'

export type PublishedModel = Readonly<{ productId: string; version: number; name: string; model: ThingModel }>

/** The latest published version of a product's thing model, or a given one. */
export async function findPublished(db: Db, productId: string, version?: number): Promise<PublishedModel | undefined> {
  const row = await db
    .selectFrom('thingModel')
    .select(['productId', 'version', 'name', 'model'])
    .where('productId', '=', productId)
    .where('version', 'is not', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || row.version === null) return undefined
  return { productId: row.productId, version: row.version, name: row.name, model: row.model }
}

/**
 * The original documents of a model: of one version, of the draft (null), or of the model to continue editing: the
 * draft, else the latest version.
 */
export async function findWritten(db: Db, productId: string, version?: number | null): Promise<AsWritten> {
  const row = await db
    .selectFrom('thingModel')
    .select('written')
    .where('productId', '=', productId)
    .$if(version !== undefined, (query) => query.where('version', version === null ? 'is' : '=', version ?? null))
    .orderBy('version', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  return row?.written ?? {}
}

/** The newest first. The publisher is named if the caller may see the account. */
export async function listVersions(db: Db, scope: DataScope, productId: string): Promise<VersionRow[]> {
  const rows = await db
    .selectFrom('thingModel')
    .leftJoin('account', (join) =>
      join.onRef('account.id', '=', 'thingModel.publishedBy').on('account.organisationId', 'in', within(db, scope)),
    )
    .where('thingModel.productId', '=', productId)
    .where('thingModel.version', 'is not', null)
    .select([
      'thingModel.version',
      'thingModel.name',
      'thingModel.note',
      'thingModel.functions',
      'thingModel.publishedAt',
      'account.name as publishedBy',
    ])
    .orderBy('thingModel.version', 'desc')
    .execute()
  return rows.map(({ version, publishedAt, publishedBy, ...row }) => ({
    ...row,
    version: version ?? 0,
    publishedAt: publishedAt ?? '',
    publishedBy: publishedBy ?? '',
  }))
}

/** `at` is epoch ms. */
export type Publication = Readonly<
  Pick<Selectable<Database['thingModel']>, 'productId' | 'model' | 'note' | 'publishedBy'> & {
    written?: AsWritten
    /** By default the number, `3.0.0`. */
    name?: string
    at: number
  }
>

export async function insertVersion(
  db: Db,
  { at, name, ...row }: Publication & { name: string; version: number },
): Promise<void> {
  await db
    .insertInto('thingModel')
    .values({ ...row, name, publishedAt: new Date(at).toISOString() })
    .execute()
}

/** Deletes versions older than the newest `kept`. */
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

/** Notifies every process at commit to read thing models again, and every open console. */
export async function announceModel(db: Db, productId: string): Promise<void> {
  await notifyOnCommit(db, 'names', { product: [productId] })
  await notifyOnCommit(db, 'live', { thingModel: [productId] })
}

/** The time at which the latest version was published; undefined if there is none. */
export async function findNewestPublishedAt(db: Db, productId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('thingModel')
    .select('publishedAt')
    .where('productId', '=', productId)
    .where('version', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.publishedAt ?? undefined
}
