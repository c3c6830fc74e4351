import { sql } from 'kysely'
import type { NamesByLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'

/** Own recipes by their code. */
export async function listIdsByCode(
  db: Db,
  scope: DataScope,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('recipe')
    .select(['id', 'code'])
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .where('removedAt', 'is', null)
    .where('organisationId', 'in', within(db, scope))
    .execute()
  return new Map(rows.map(({ id, code }) => [code, id]))
}

export async function listCategoriesByCode(db: Db, scope: DataScope, codes: readonly string[]) {
  return db
    .selectFrom('recipeCategory')
    .select(['id', 'code', 'names'])
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .where('organisationId', 'in', within(db, scope))
    .execute()
}

export async function listOwnIngredients(db: Db, scope: DataScope, ids: readonly string[]) {
  return db
    .selectFrom('ingredient')
    .select(['id', 'names'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('organisationId', 'in', within(db, scope))
    .execute()
}

/** Names from a file are added to the existing ones. */
export async function addNames(
  db: Db,
  table: 'recipeCategory' | 'ingredient',
  { id, names, at }: Readonly<{ id: string; names: NamesByLanguage; at: number }>,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ names: sql<string>`names || ${JSON.stringify(names)}::jsonb`, updatedAt: nextVersion(table, at) })
    .where('id', '=', id)
    .execute()
}
