import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import type { KeptIngredient } from '../recipe.tables.ts'

/** The caller's own organisation, those below it and those above it: categories and ingredients of all of them may be used. */
export const ofLine = (db: Db, scope: DataScope) => sql<boolean>`organisation_id in (${within(db, scope)})
  or organisation_id in (select ancestor_id from organisation_tree where descendant_id = ${scope.organisationId}::bigint)`

/** Locked against deletion until the transaction ends. */
export async function shareCategory(db: Db, scope: DataScope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('recipeCategory')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`(${ofLine(db, scope)})`)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function shareIngredients(db: Db, scope: DataScope, ids: readonly string[]): Promise<KeptIngredient[]> {
  return db
    .selectFrom('ingredient')
    .select(['id', 'names', 'allergens'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where(sql<boolean>`(${ofLine(db, scope)})`)
    .orderBy('id')
    .forShare()
    .execute()
}

/** Returns ingredients by id, without a check of the scope. */
export async function listIngredientsKept(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptIngredient>> {
  const rows = await db
    .selectFrom('ingredient')
    .select(['id', 'names', 'allergens'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const ovenModels = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('product')
    .select(['id', 'productKey', 'name as zh', 'enName as en'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('kind', '=', 'oven')

/** Ovens of these models, with their names. */
export const listOvenModels = (db: Db, ids: readonly string[]) => ovenModels(db, ids).execute()

/** The same, locked against deletion until the transaction ends. */
export const shareOvenModels = (db: Db, ids: readonly string[]) =>
  ovenModels(db, ids).orderBy('id').forKeyShare().execute()
