import type { BothNames, DeviceKind, SeriesOption } from '@brigade/contract/product/product.model.ts'
import type { Insertable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import type { ProductTable } from './product.tables.ts'

type Names = z.output<typeof BothNames>

/** Series of one kind, or both, with their enabled products. */
export async function listSeriesOptions(db: Db, kind?: DeviceKind): Promise<SeriesOption[]> {
  const series = await db
    .selectFrom('productSeries')
    .select(['id', 'name', 'enName', 'category'])
    .$if(kind !== undefined, (query) => query.where('category', '=', kind ?? 'oven'))
    .orderBy('code')
    .execute()
  const products = await db
    .selectFrom('product')
    .select(['id', 'seriesId', 'name', 'enName'])
    .where('enabled', '=', true)
    .orderBy('enName')
    .orderBy('id')
    .execute()
  return series.map(({ id, name, enName, category }) => ({
    id,
    name: { en: enName, zh: name },
    kind: category,
    products: products
      .filter((product) => product.seriesId === id)
      .map((product) => ({ id: product.id, name: { en: product.enName, zh: product.name } })),
  }))
}

/** What others show of a product. */
export type ProductFacts = Readonly<{
  id: string
  productKey: string
  name: Names
  networkType: string
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

export type SeriesDraft = { name: Names; code: string; kind: DeviceKind }

/** Makes the series of a code unless it is there; answers its id. `at` is epoch ms. */
export async function ensureSeries(db: Db, { name, code, kind }: SeriesDraft, at: number): Promise<string> {
  await db
    .insertInto('productSeries')
    .values({ name: name.zh, enName: name.en, code, category: kind, createdAt: new Date(at).toISOString() })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  const { id } = await db.selectFrom('productSeries').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  return id
}

export type ProductDraft = Pick<Insertable<ProductTable>, 'seriesId' | 'kind' | 'productKey' | 'networkType'> & {
  name: Names
}

/** Makes the product of a key unless it is there; answers its id. `at` is epoch ms. */
export async function ensureProduct(db: Db, { name, ...draft }: ProductDraft, at: number): Promise<string> {
  await db
    .insertInto('product')
    .values({ ...draft, name: name.zh, enName: name.en, createdAt: new Date(at).toISOString() })
    .onConflict((conflict) => conflict.column('productKey').doNothing())
    .execute()
  const { id } = await db
    .selectFrom('product')
    .select('id')
    .where('productKey', '=', draft.productKey)
    .executeTakeFirstOrThrow()
  return id
}
