import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofLine } from '../content/reference.store.ts'

/**
 * Own recipes with these uids, including deleted ones; if several organisations have one, the caller's own is meant.
 */
export async function listByUid(db: Db, scope: DataScope, uids: readonly string[]) {
  const rows = await db
    .selectFrom('recipe')
    .select(['id', 'uid', 'organisationId', 'removedAt'])
    .where(sql<boolean>`uid = any(${uids}::uuid[])`)
    .where('organisationId', 'in', within(db, scope))
    .execute()
  return nearest(rows, scope)
}

type OfOne = Readonly<{ uid: string; organisationId: string }>
const nearest = <R extends OfOne>(rows: readonly R[], { organisationId }: DataScope): ReadonlyMap<string, R> =>
  new Map(
    rows
      .toSorted((a, b) => Number(a.organisationId === organisationId) - Number(b.organisationId === organisationId))
      .map((row) => [row.uid, row]),
  )

export async function listCategoriesByUid(db: Db, scope: DataScope, uids: readonly string[]) {
  const rows = await db
    .selectFrom('recipeCategory')
    .select(['id', 'uid', 'organisationId'])
    .where(sql<boolean>`uid = any(${uids}::uuid[])`)
    .where(sql<boolean>`(${ofLine(db, scope)})`)
    .execute()
  return nearest(rows, scope)
}

export async function listIngredientsByUid(db: Db, scope: DataScope, uids: readonly string[]) {
  const rows = await db
    .selectFrom('ingredient')
    .select(['id', 'uid', 'organisationId'])
    .where(sql<boolean>`uid = any(${uids}::uuid[])`)
    .where(sql<boolean>`(${ofLine(db, scope)})`)
    .execute()
  return nearest(rows, scope)
}

export async function listFiledCategories(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('recipeCategory')
    .select(['id', 'uid', 'names', 'pictureFileId'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('uid')
    .execute()
}

export async function listUsedIngredients(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('ingredient')
    .select(['id', 'uid', 'names', 'kind', 'unit', 'allergens'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('uid')
    .execute()
}

export async function listProductKeys(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'productKey'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, productKey }) => [id, productKey]))
}

/** Only ovens. */
export async function listProductIds(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'productKey'])
    .where(sql<boolean>`product_key = any(${keys}::text[])`)
    .where('kind', '=', 'oven')
    .execute()
  return new Map(rows.map(({ id, productKey }) => [productKey, id]))
}
