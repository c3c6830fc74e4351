import { sql } from 'kysely'
import type { Locale } from '@brigade/contract/locale.ts'
import {
  productSorts,
  type BothNames,
  type NetworkType,
  type NodeType,
  type ProductSearch,
  type ProductStatus,
  type Protocol,
  type DeviceKind,
} from '@brigade/contract/product/product.model.ts'
import type { z } from 'zod'
import type { DataScope } from '../customer/data-scope.ts'
import type { Db } from '../platform/db/database.ts'
import { orderOf, readPage } from '../platform/db/page.ts'
import { byForeignName, byName, contains } from '../platform/db/search.ts'
import { nextVersion } from '../platform/db/next-version.ts'
import { spellingOf } from '../system/area/spell-name.ts'

type Names = z.output<typeof BothNames>

/** Installed devices of each product within a scope, from the totals that the database keeps. */
const countedByProduct = (scope: DataScope) =>
  sql<{ productId: string; devices: number }>`(
    select product_id, sum(within)::int as devices
    from device_total_now where organisation_id = ${scope.organisationId} group by 1)`.as<'counted'>('counted')

// Only the number of the latest published version, which is read without loading the model.
const newest = sql<{ version: number | null }>`lateral (
  select max(version) as version from thing_model where product_id = product.id)`.as<'newest'>('newest')

const statusOf = sql<ProductStatus>`case when not product.enabled then 'disabled'
  when newest.version is null then 'draft' else 'published' end`

const products = (db: Db, scope: DataScope) =>
  db
    .selectFrom('product')
    .innerJoin('productSeries', 'productSeries.id', 'product.seriesId')
    .leftJoin(newest, (join) => join.onTrue())
    .leftJoin(countedByProduct(scope), 'counted.productId', 'product.id')

type Reader = Readonly<{ scope: DataScope; locale: Locale }>

async function matching(db: Db, scope: DataScope, search: ProductSearch) {
  let query = products(db, scope)
  if (search.keyword) query = query.where(await contains(db, 'product', search.keyword))
  if (search.seriesId) query = query.where('product.seriesId', '=', search.seriesId)
  if (search.kind) query = query.where('product.kind', '=', search.kind)
  if (search.status) query = query.where(statusOf, '=', search.status)
  if (search.networkType) query = query.where('product.networkType', '=', search.networkType)
  if (search.protocol) query = query.where('product.protocol', '=', search.protocol)
  if (search.nodeType) query = query.where('product.nodeType', '=', search.nodeType)
  return query
}

/** The sort columns; a name is sorted in the caller's language. */
const orders = (locale: Locale) =>
  ({
    createdAt: sql`product.created_at`,
    name: locale === 'zh' ? byName('product') : byForeignName('product.enName'),
    devices: sql`coalesce(counted.devices, 0)`,
  }) as const

/** The ids of one page, in order. Equal rows are ordered by id, so that no page repeats or skips one. */
export async function findProductPage(db: Db, { scope, locale }: Reader, search: ProductSearch) {
  const found = await matching(db, scope, search)
  const { column, direction } = orderOf(search.sort, productSorts)
  const counted = found.select('product.id')
  const ordered = counted.orderBy(orders(locale)[column], direction).orderBy('product.id', direction)
  return readPage(db, search, { ordered, counted })
}

/** The columns of a row and of the detail, in no particular order. */
export async function listProductsById(db: Db, scope: DataScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return products(db, scope)
    .leftJoin('thingModel as published', (join) =>
      join.onRef('published.productId', '=', 'product.id').onRef('published.version', '=', 'newest.version'),
    )
    .leftJoin('thingModel as draft', (join) =>
      join.onRef('draft.productId', '=', 'product.id').on('draft.version', 'is', null),
    )
    .where('product.id', 'in', ids)
    .select([
      'product.id',
      'product.productKey',
      'product.name',
      'product.enName',
      'product.kind',
      'product.seriesId',
      'productSeries.name as seriesName',
      'productSeries.enName as seriesEnName',
      'product.imageFileId',
      'product.nodeType',
      'product.networkType',
      'product.protocol',
      'product.note',
      'product.enabled',
      'product.createdAt',
      'product.updatedAt',
      'published.version',
      statusOf.as('status'),
      sql<number>`coalesce(counted.devices, 0)`.as('devices'),
      'published.name as versionName',
      'published.functions',
      'draft.functions as draftFunctions',
      // An empty draft of a product without a thing model counts as none.
      sql<boolean>`draft.id is not null and draft.model is distinct from
        coalesce(published.model, '{"properties": [], "events": [], "services": []}')`.as('hasDraft'),
    ])
    .execute()
}
export type StoredProduct = Awaited<ReturnType<typeof listProductsById>>[number]

/** The number of its published templates and languages. */
export async function countPublished(db: Db, id: string): Promise<{ templates: number; languages: number }> {
  const count = async (table: 'productTemplate' | 'productLanguage') => {
    const { published } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.count<string>('published').as('published'))
      .where('productId', '=', id)
      .executeTakeFirstOrThrow()
    return Number(published)
  }
  const [templates, languages] = await Promise.all([count('productTemplate'), count('productLanguage')])
  return { templates, languages }
}

/** The number of its devices, installed or not, of any organisation. */
export async function countRegistered(db: Db, id: string): Promise<number> {
  const { devices } = await db
    .selectFrom('deviceState')
    .select(({ fn }) => fn.countAll<string>().as('devices'))
    .where('productId', '=', id)
    .executeTakeFirstOrThrow()
  return Number(devices)
}

export async function hasDevices(db: Db, id: string): Promise<boolean> {
  const device = await db.selectFrom('device').select('id').where('productId', '=', id).limit(1).executeTakeFirst()
  return device !== undefined
}

/** Recipes whose draft or published version is for a model; deleted recipes do not count. */
export async function countRecipesFor(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ recipes: number }>`
    select count(*)::int as recipes from recipe r where r.removed_at is null and (r.product_ids @> array[${id}::bigint]
      or r.status = 'changed' and exists (select from recipe_version v
        where v.recipe_id = r.id and v.version = r.published_version and v.product_ids @> array[${id}::bigint]))`.execute(
    db,
  )
  return rows[0]?.recipes ?? 0
}

export async function isProduct(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('product').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/**
 * Locks a product until the transaction ends: no device is added to it meanwhile, and no other call changes its parts.
 */
export async function lockProduct(db: Db, id: string) {
  return db.selectFrom('product').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export type ProductFields = Readonly<{
  name: Names
  seriesId: string
  kind: DeviceKind
  nodeType: NodeType
  networkType: NetworkType
  protocol: Protocol
  imageFileId: string | null
  note: string
}>
export type ProductDraft = ProductFields & Readonly<{ productKey: string; productSecret: Buffer | null }>

/** Returns its id; undefined if the key belongs to another product. `at` is epoch ms. */
export async function insertProduct(db: Db, { name, ...draft }: ProductDraft, at: number): Promise<string | undefined> {
  const now = new Date(at).toISOString()
  const row = await db
    .insertInto('product')
    .values({ ...draft, name: name.zh, enName: name.en, spelling: spellingOf(name.zh), createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('productKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function writeProduct(
  db: Db,
  id: string,
  { name, ...fields }: ProductFields & Readonly<{ enabled: boolean }>,
  at: number,
): Promise<void> {
  await db
    .updateTable('product')
    .set({
      ...fields,
      name: name.zh,
      enName: name.en,
      spelling: spellingOf(name.zh),
      updatedAt: nextVersion('product', at),
    })
    .where('id', '=', id)
    .execute()
}

export async function setProductSecret(db: Db, id: string, productSecret: Buffer): Promise<void> {
  await db.updateTable('product').set({ productSecret }).where('id', '=', id).execute()
}

/** Deletes it with its thing models, templates and languages. */
export async function deleteProduct(db: Db, id: string): Promise<void> {
  await db.deleteFrom('product').where('id', '=', id).execute()
}

/** The facts about a product that other domains show. */
export type ProductFacts = Readonly<{
  id: string
  productKey: string
  name: Names
  networkType: NetworkType
  series: Readonly<{ id: string; name: Names }>
}>

export async function listProductFacts(db: Db): Promise<ProductFacts[]> {
  const rows = await db
    .selectFrom('product')
    .innerJoin('productSeries', 'productSeries.id', 'product.seriesId')
    .select([
      'product.id',
      'product.productKey',
      'product.name',
      'product.enName',
      'product.networkType',
      'product.seriesId',
      'productSeries.name as seriesName',
      'productSeries.enName as seriesEnName',
    ])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    productKey: row.productKey,
    name: { en: row.enName, zh: row.name },
    networkType: row.networkType,
    series: { id: row.seriesId, name: { en: row.seriesEnName, zh: row.seriesName } },
  }))
}

/** For an existing product its own `id`. */
export type WantedNames = Readonly<{ id?: string; seriesId: string; name: Readonly<{ en: string; zh: string }> }>

/** The languages in which another product of the series has the name. */
export async function findTakenNames(
  db: Db,
  { id = '0', seriesId, name }: WantedNames,
): Promise<{ en: boolean; zh: boolean }> {
  const { rows } = await sql<{ en: boolean; zh: boolean }>`
    select coalesce(bool_or(lower(en_name) = lower(${name.en})), false) as en, coalesce(bool_or(lower(name) = lower(${name.zh})), false) as zh
    from product where series_id = ${seriesId}::bigint and id <> ${id}::bigint`.execute(db)
  return rows[0] ?? { en: false, zh: false }
}
