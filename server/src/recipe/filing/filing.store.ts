import type {
  CategoryDraft,
  CategorySearch,
  IngredientDraft,
  IngredientSearch,
} from '@brigade/contract/recipe/filing.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'
import { readPage } from '../../platform/db/page.ts'
import { contains } from '../../platform/db/search.ts'
import { spellingOf } from '../../system/area/spell-name.ts'
import { ofLine } from '../content/reference.store.ts'

const json = (value: unknown) => JSON.stringify(value)

const isOf = (db: Db, scope: DataScope, table: string) =>
  sql<boolean>`${sql.ref(`${table}.organisation_id`)} in (${within(db, scope)})`

/**
 * Names are written one after another within an organisation, so that of two equal simultaneous ones one is refused.
 */
const lockNames = (db: Db, table: FiledTable, organisationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${table} of `} || ${organisationId}, 0))`.execute(db)

export type FiledTable = 'ingredient' | 'recipe_category'
type Naming = Readonly<{ names: Readonly<Record<string, string>>; organisationId: string; exceptId: string | null }>

/**
 * The languages in which another one already has the name: in the organisation or one above it, whose categories and
 * ingredients can be chosen too. Case and width do not distinguish names.
 */
export async function findTakenNames(
  db: Db,
  table: FiledTable,
  { names, organisationId, exceptId }: Naming,
): Promise<readonly string[]> {
  await lockNames(db, table, organisationId)
  const { rows } = await sql<{ language: string }>`
    select given.language from jsonb_each_text(${json(names)}::jsonb) as given (language, name)
    where given.name <> '' and exists (select from ${sql.table(table)} there
      where there.organisation_id in (select ancestor_id from organisation_tree where descendant_id = ${organisationId}::bigint)
        and there.id is distinct from ${exceptId}::bigint
        and lower(normalize(there.names ->> given.language, NFKC)) = lower(normalize(given.name, NFKC)))`.execute(db)
  return rows.map(({ language }) => language)
}

// Categories -----------------------------------------------------------------------------------------------------------

export async function findCategoryPage(db: Db, scope: DataScope, search: CategorySearch) {
  let found = db.selectFrom('recipeCategory').where(sql<boolean>`(${ofLine(db, scope)})`)
  if (search.keyword) found = found.where(await contains(db, 'recipeCategory', search.keyword))
  const counted = found.select('id')
  const direction = search.sort?.startsWith('-') === true ? 'desc' : 'asc'
  const ordered = search.sort?.endsWith('updatedAt')
    ? counted.orderBy('updatedAt', direction).orderBy('id', direction)
    : counted.orderBy('position', direction).orderBy('id', direction)
  return readPage(db, search, { ordered, counted })
}

/** Recipes are counted as far as the caller sees them. */
export async function listCategories(db: Db, scope: DataScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('recipeCategory')
    .innerJoin('organisation', 'organisation.id', 'recipeCategory.organisationId')
    .where(sql<boolean>`recipe_category.id = any(${ids}::bigint[])`)
    .where(
      sql<boolean>`(recipe_category.organisation_id in (${within(db, scope)}) or recipe_category.organisation_id in (
        select ancestor_id from organisation_tree where descendant_id = ${scope.organisationId}::bigint))`,
    )
    .select([
      'recipeCategory.id',
      'recipeCategory.code',
      'recipeCategory.names',
      'recipeCategory.pictureFileId',
      'recipeCategory.position',
      'recipeCategory.updatedAt',
      'recipeCategory.organisationId',
      'organisation.name as organisation',
      isOf(db, scope, 'recipe_category').as('isOwn'),
      sql<number>`(select count(*)::int from recipe r where r.category_id = recipe_category.id and r.removed_at is null
        and (r.organisation_id in (${within(db, scope)}) or (r.published_version is not null and r.organisation_id in (
          select ancestor_id from organisation_tree where descendant_id = ${scope.organisationId}::bigint))))`.as(
        'recipes',
      ),
    ])
    .execute()
}

/** Locked until the transaction ends. */
export async function lockCategories(db: Db, scope: DataScope, ids: readonly string[]) {
  return db
    .selectFrom('recipeCategory')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('organisationId', 'in', within(db, scope))
    .select(['id', 'names', 'organisationId', 'position', 'pictureFileId', 'updatedAt'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Positions of an organisation's categories are assigned one after another. */
const lockOrder = (db: Db, organisationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('recipe_category of ' || ${organisationId}, 0))`.execute(db)

export async function insertCategory(
  db: Db,
  { names, pictureFileId }: CategoryDraft,
  { organisationId, at, uid }: Readonly<{ organisationId: string; at: number; uid?: string }>,
): Promise<{ id: string; code: string }> {
  await lockOrder(db, organisationId)
  return db
    .insertInto('recipeCategory')
    .values({
      names: json(names),
      spelling: spellingOf(names.zh ?? ''),
      pictureFileId,
      organisationId,
      ...(uid === undefined ? {} : { uid }),
      position: sql<number>`(select coalesce(max(position), 0) + 1 from recipe_category where organisation_id = ${organisationId}::bigint)`,
      createdAt: iso(at),
      updatedAt: iso(at),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

export async function writeCategory(
  db: Db,
  id: string,
  { names, pictureFileId }: CategoryDraft,
  at: number,
): Promise<void> {
  await db
    .updateTable('recipeCategory')
    .set({
      names: json(names),
      spelling: spellingOf(names.zh ?? ''),
      pictureFileId,
      updatedAt: nextVersion('recipeCategory', at),
    })
    .where('id', '=', id)
    .execute()
}

/** Puts one at a place among those of its organisation; the others move up or down by one. */
export async function moveCategory(
  db: Db,
  { id, organisationId, position }: Readonly<{ id: string; organisationId: string; position: number }>,
): Promise<void> {
  await lockOrder(db, organisationId)
  await sql`
    with ordered as (
      select c.id, row_number() over (
        order by case when c.id = ${id}::bigint then ${position}::numeric - case when c.position < ${position} then -0.5 else 0.5 end
          else c.position end, c.id) as place
      from recipe_category c where c.organisation_id = ${organisationId}::bigint)
    update recipe_category c set position = ordered.place from ordered
    where ordered.id = c.id and c.position <> ordered.place`.execute(db)
}

export async function countFiled(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select category_id as id, count(*)::int as n from recipe
    where category_id = any(${ids}::bigint[]) and removed_at is null group by category_id`.execute(db)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Deleted recipes lose it too, so they are restored without it. */
export async function deleteCategories(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update recipe set category_id = null where category_id = any(${ids}::bigint[])`.execute(db)
  await sql`delete from recipe_category where id = any(${ids}::bigint[])`.execute(db)
}

// Ingredients ----------------------------------------------------------------------------------------------------------

export async function findIngredientPage(db: Db, scope: DataScope, search: IngredientSearch) {
  let found = db.selectFrom('ingredient').where(sql<boolean>`(${ofLine(db, scope)})`)
  if (search.keyword) found = found.where(await contains(db, 'ingredient', search.keyword))
  if (search.kind !== undefined) found = found.where('kind', '=', search.kind)
  if (search.allergen !== undefined) found = found.where(sql<boolean>`allergens @> array[${search.allergen}]`)
  const counted = found.select('id')
  const direction = search.sort === 'updatedAt' ? 'asc' : 'desc'
  const ordered = counted.orderBy('updatedAt', direction).orderBy('id', direction)
  return readPage(db, search, { ordered, counted })
}

export async function listIngredients(db: Db, scope: DataScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('ingredient')
    .innerJoin('organisation', 'organisation.id', 'ingredient.organisationId')
    .where(sql<boolean>`ingredient.id = any(${ids}::bigint[])`)
    .where(
      sql<boolean>`(ingredient.organisation_id in (${within(db, scope)}) or ingredient.organisation_id in (
        select ancestor_id from organisation_tree where descendant_id = ${scope.organisationId}::bigint))`,
    )
    .select([
      'ingredient.id',
      'ingredient.names',
      'ingredient.kind',
      'ingredient.unit',
      'ingredient.allergens',
      'ingredient.updatedAt',
      'ingredient.organisationId',
      'organisation.name as organisation',
      isOf(db, scope, 'ingredient').as('isOwn'),
      sql<number>`(select count(*)::int from recipe r where r.ingredient_ids @> array[ingredient.id] and r.removed_at is null
        and r.organisation_id in (${within(db, scope)}))
        + (select count(*)::int from recipe r join recipe_version v on v.recipe_id = r.id and v.version = r.published_version
          where v.ingredient_ids @> array[ingredient.id] and r.organisation_id in (
            select ancestor_id from organisation_tree where descendant_id = ${scope.organisationId}::bigint and depth > 0))`.as(
        'recipes',
      ),
    ])
    .execute()
}

export async function lockIngredients(db: Db, scope: DataScope, ids: readonly string[]) {
  return db
    .selectFrom('ingredient')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('organisationId', 'in', within(db, scope))
    .select(['id', 'names', 'kind', 'organisationId', 'updatedAt'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function insertIngredient(
  db: Db,
  { names, kind, unit, allergens }: IngredientDraft,
  { organisationId, at, uid }: Readonly<{ organisationId: string; at: number; uid?: string }>,
): Promise<{ id: string }> {
  return db
    .insertInto('ingredient')
    .values({
      names: json(names),
      spelling: spellingOf(names.zh ?? ''),
      kind,
      unit,
      allergens,
      organisationId,
      ...(uid === undefined ? {} : { uid }),
      createdAt: iso(at),
      updatedAt: iso(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function writeIngredient(
  db: Db,
  id: string,
  { names, kind, unit, allergens }: IngredientDraft,
  at: number,
): Promise<void> {
  await db
    .updateTable('ingredient')
    .set({
      names: json(names),
      spelling: spellingOf(names.zh ?? ''),
      kind,
      unit,
      allergens,
      updatedAt: nextVersion('ingredient', at),
    })
    .where('id', '=', id)
    .execute()
}

/** Counts the recipes that use them, including deleted recipes that may be restored, and recipes that use them in the published version. */
export async function countUsing(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select wanted.id, count(distinct r.id)::int as n from unnest(${ids}::bigint[]) as wanted (id)
    join recipe r on r.ingredient_ids @> array[wanted.id]
      or exists (select from recipe_version v where v.recipe_id = r.id and v.version = r.published_version
        and v.ingredient_ids @> array[wanted.id])
    group by wanted.id`.execute(db)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

export async function deleteIngredients(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from ingredient where id = any(${ids}::bigint[])`.execute(db)
}

// Selects --------------------------------------------------------------------------------------------------------------

const maxOptions = 200
type Choosing = Readonly<{ keyword?: string | undefined; id?: string | undefined }>

export async function listCategoryOptions(db: Db, scope: DataScope, { keyword, id }: Choosing) {
  let found = db.selectFrom('recipeCategory').where(sql<boolean>`(${ofLine(db, scope)})`)
  if (keyword) found = found.where(await contains(db, 'recipeCategory', keyword))
  if (id !== undefined) found = found.where('id', '=', id)
  return found.select(['id', 'names']).orderBy('position').orderBy('id').limit(maxOptions).execute()
}

export async function listIngredientOptions(db: Db, scope: DataScope, { keyword, id }: Choosing) {
  let found = db.selectFrom('ingredient').where(sql<boolean>`(${ofLine(db, scope)})`)
  if (keyword) found = found.where(await contains(db, 'ingredient', keyword))
  if (id !== undefined) found = found.where('id', '=', id)
  return found.select(['id', 'names', 'kind', 'unit']).orderBy('id').limit(maxOptions).execute()
}
