import { sql } from 'kysely'
import {
  seriesSorts,
  type DeviceKind,
  type SeriesDraft,
  type SeriesOption,
  type SeriesSearch,
} from '@brigade/contract/product/product.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { spellingOf } from '../../system/area/spell-name.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { byForeignName, byName, contains } from '../../platform/db/search.ts'
import { nextVersion } from '../../platform/db/next-version.ts'

/** Installed devices of each series within a scope, from the totals that the database keeps. */
const countedBySeries = (scope: DataScope) =>
  sql<{ seriesId: string; devices: number; online: number }>`(
    select product.series_id, sum(within)::int as devices, coalesce(sum(within) filter (where online), 0)::int as online
    from device_total_now join product on product.id = device_total_now.product_id
    where organisation_id = ${scope.organisationId} group by 1)`.as<'counted'>('counted')

function withCounts(db: Db, scope: DataScope) {
  const products = db
    .selectFrom('product')
    .select(['product.seriesId', ({ fn }) => fn.countAll<string>().as('products')])
    .groupBy('product.seriesId')
    .as('models')
  return db
    .selectFrom('productSeries')
    .leftJoin(products, 'models.seriesId', 'productSeries.id')
    .leftJoin(countedBySeries(scope), 'counted.seriesId', 'productSeries.id')
}

const rowColumns = [
  'productSeries.id',
  'productSeries.name',
  'productSeries.enName',
  'productSeries.code',
  'productSeries.category as kind',
  'productSeries.createdAt',
  'productSeries.updatedAt',
] as const

/** The sort columns; a name is sorted in the caller's language. */
const orders = (locale: Locale) =>
  ({
    createdAt: sql`product_series.created_at`,
    name: locale === 'zh' ? byName('productSeries') : byForeignName('productSeries.enName'),
    code: sql`product_series.code`,
    products: sql`coalesce(models.products, 0)`,
    devices: sql`coalesce(counted.devices, 0)`,
  }) as const

type Reader = Readonly<{ scope: DataScope; locale: Locale }>

/** Equal rows are ordered by id, so that no page repeats or skips one. */
export async function findSeriesPage(db: Db, { scope, locale }: Reader, search: SeriesSearch) {
  let found = withCounts(db, scope)
  if (search.keyword) found = found.where(await contains(db, 'productSeries', search.keyword))
  if (search.kind !== undefined) found = found.where('productSeries.category', '=', search.kind)
  const { column, direction } = orderOf(search.sort, seriesSorts)
  const ordered = found
    .select(rowColumns)
    .select([
      sql<number>`coalesce(models.products, 0)::int`.as('products'),
      sql<number>`coalesce(counted.devices, 0)`.as('devices'),
    ])
    .orderBy(orders(locale)[column], direction)
    .orderBy('productSeries.id', direction)
  return readPage(db, search, { ordered, counted: found.select('productSeries.id') })
}

/** The series with most devices within a scope; series without devices are left out. */
export async function listTopSeries(db: Db, scope: DataScope, most: number) {
  return db
    .selectFrom('productSeries')
    .innerJoin(countedBySeries(scope), 'counted.seriesId', 'productSeries.id')
    .where('counted.devices', '>', 0)
    .select([
      'productSeries.id',
      'productSeries.name',
      'productSeries.enName',
      'productSeries.category as kind',
      'counted.devices',
      'counted.online',
    ])
    .orderBy('counted.devices', 'desc')
    .orderBy('productSeries.id')
    .limit(most)
    .execute()
}

export type KindTotal = Readonly<{ kind: DeviceKind; series: number; products: number; devices: number }>

export async function countByKind(db: Db, scope: DataScope): Promise<KindTotal[]> {
  const { rows } = await sql<KindTotal>`
    select kind,
      (select count(*)::int from product_series where category = kind) as series,
      (select count(*)::int from product where product.kind = wanted.kind) as products,
      (select coalesce(sum(within), 0)::int from device_total_now d
        where d.organisation_id = ${scope.organisationId} and d.kind = wanted.kind) as devices
    from unnest(array['oven', 'cooler']) as wanted (kind)`.execute(db)
  return rows
}

export async function listSeriesChoices(db: Db, kind?: DeviceKind) {
  return db
    .selectFrom('productSeries')
    .select(['id', 'name', 'enName', 'code', 'category as kind'])
    .$if(kind !== undefined, (query) => query.where('category', '=', kind ?? 'oven'))
    .orderBy('code')
    .execute()
}

/** Series of one kind, or both, with their enabled products. */
export async function listSeriesOptions(db: Db, kind?: DeviceKind): Promise<SeriesOption[]> {
  const [series, products] = await Promise.all([
    listSeriesChoices(db, kind),
    db
      .selectFrom('product')
      .select(['id', 'seriesId', 'name', 'enName'])
      .where('enabled', '=', true)
      .orderBy(byForeignName('product.enName'))
      .orderBy('id')
      .execute(),
  ])
  const bySeries = Map.groupBy(products, ({ seriesId }) => seriesId)
  return series.map(({ id, name, enName, kind: of }) => ({
    id,
    name: { en: enName, zh: name },
    kind: of,
    products: (bySeries.get(id) ?? []).map((product) => ({
      id: product.id,
      name: { en: product.enName, zh: product.name },
    })),
  }))
}

/** Locked until the transaction ends, in a fixed order: no model is added or moved meanwhile (`shareSeries`). */
export async function lockSeries(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('productSeries')
    .where('id', 'in', ids)
    .select(['id', 'name', 'enName', 'category as kind', 'updatedAt'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locked in share mode until the transaction ends: neither the series nor its kind changes. */
export async function shareSeries(db: Db, id: string) {
  return db
    .selectFrom('productSeries')
    .where('id', '=', id)
    .select(['id', 'category as kind'])
    .forShare()
    .executeTakeFirst()
}

/** The given series that have a model. */
export async function listSeriesWithProducts(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('product').select('seriesId').distinct().where('seriesId', 'in', ids).execute()
  return new Set(rows.map(({ seriesId }) => seriesId))
}

/** Answers its id. `at` is epoch ms. */
export async function insertSeries(db: Db, { name, code, kind }: SeriesDraft, at: number): Promise<string> {
  const now = new Date(at).toISOString()
  const { id } = await db
    .insertInto('productSeries')
    .values({
      name: name.zh,
      enName: name.en,
      spelling: spellingOf(name.zh),
      code,
      category: kind,
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The version always increases, even if the clock is set back. */
export async function writeSeries(db: Db, id: string, { name, code, kind }: SeriesDraft, at: number): Promise<void> {
  await db
    .updateTable('productSeries')
    .set({
      name: name.zh,
      enName: name.en,
      spelling: spellingOf(name.zh),
      code,
      category: kind,
      updatedAt: nextVersion('productSeries', at),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteSeries(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('productSeries').where('id', 'in', ids).execute()
}

/** The languages in which another series has the name, and whether it has the code. */
export async function findTakenSeries(
  db: Db,
  { id = '0', code, name }: Readonly<{ id?: string; code: string; name: Readonly<{ en: string; zh: string }> }>,
): Promise<{ code: boolean; en: boolean; zh: boolean }> {
  const { rows } = await sql<{ code: boolean; en: boolean; zh: boolean }>`
    select coalesce(bool_or(lower(code) = lower(${code})), false) as code,
      coalesce(bool_or(lower(en_name) = lower(${name.en})), false) as en, coalesce(bool_or(lower(name) = lower(${name.zh})), false) as zh
    from product_series where id <> ${id}::bigint`.execute(db)
  return rows[0] ?? { code: false, en: false, zh: false }
}
