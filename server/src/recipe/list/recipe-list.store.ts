import { recipeLanguages, type RecipeSearch, type RecipeTotals } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeSorts } from '@brigade/contract/recipe/recipe.model.ts'
import { sql, type RawBuilder } from 'kysely'
import { isComplete, isPublished } from './counted-recipes.store.ts'
import {
  isPlatformStaff,
  isSeenBy,
  knownScope,
  seenInList,
  within,
  type CallerScope,
  type DataScope,
} from '../../customer/data-scope.ts'
import { draftColumns, draftTexts } from '../content/draft.store.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { contains, isCalled } from '../../platform/db/search.ts'

export type RecipeFilters = Omit<RecipeSearch, 'pageNum' | 'pageSize' | 'deleted'>

const and = (conditions: readonly RawBuilder<boolean>[]) => sql.join(conditions, sql` and `)

/** Recipes of organisations above. The platform has no organisation above. */
const isAbove = ({ organisationId }: DataScope) =>
  sql<boolean>`r.organisation_id in (
    select ancestor_id from organisation_tree where descendant_id = ${organisationId}::bigint and depth > 0)`

/** The conditions of a search on a content, draft or version: `c` has the columns derived from it. */
async function ofContent(
  db: Db,
  scope: CallerScope,
  c: 'r' | 'v',
  search: RecipeFilters,
): Promise<RawBuilder<boolean>[]> {
  const column = (name: string) => sql.ref(`${c}.${name}`)
  const conditions: RawBuilder<boolean>[] = []
  const { keyword, productId, ingredientId, mode, gap, categoryId, complete, filed } = search
  if (keyword) conditions.push(await contains(db, c === 'r' ? 'recipe' : 'recipeVersion', keyword, c))
  if (productId !== undefined) conditions.push(sql`${column('product_ids')} @> array[${productId}]::bigint[]`)
  if (ingredientId !== undefined) conditions.push(sql`${column('ingredient_ids')} @> array[${ingredientId}]::bigint[]`)
  if (mode !== undefined) conditions.push(sql`${mode} = any(${column('modes')})`)
  if (gap !== undefined) conditions.push(sql`${gap} = any(${column('gaps')})`)
  if (complete !== undefined) conditions.push(isComplete(c, complete))
  if (search.published !== undefined) conditions.push(sql`${isPublished('r')} = ${search.published}`)
  if (filed !== undefined) conditions.push(sql`(r.category_id is not null) = ${filed}`)
  if (categoryId !== undefined) conditions.push(sql`r.category_id = ${categoryId}::bigint`)
  if (search.notHeldBy)
    conditions.push(sql`r.published_version is not null and not exists (select from recipe_device d
      join device dev on dev.id = d.device_id
      where dev.sn = ${search.notHeldBy} and d.recipe_id = r.id and d.held_version is not null and ${(await seenInList(db, scope))('d.organisation_id')})`)
  if (search.creator) conditions.push(sql`r.creator_id in (select id from account where ${isCalled(search.creator)})`)
  return conditions
}

type Ordering = Readonly<{ from: RawBuilder<unknown>; column: RawBuilder<unknown>; direction: RawBuilder<unknown> }>

/** `deletedSince`: own ones that were deleted since then, in place of those that are there. */
async function foundBy(
  db: Db,
  scope: CallerScope,
  search: RecipeFilters,
  deletedSince: number | null = null,
): Promise<Ordering> {
  const { organisationId } = search
  // Authors in an organisation above are not shown below it, and a search by their names does not find them.
  const seesPublished =
    organisationId === undefined &&
    !search.creator &&
    deletedSince === null &&
    (search.status === undefined || search.status === 'published')
  const [seen, ofDraft, isBelow] = await Promise.all([
    seenInList(db, scope),
    ofContent(db, scope, 'r', search),
    seesPublished ? hasAbove(db, scope) : false,
  ])
  const isThere =
    deletedSince === null
      ? sql<boolean>`r.removed_at is null`
      : sql<boolean>`r.removed_at >= ${new Date(deletedSince).toISOString()}::timestamptz`
  const own = [seen('r.organisation_id'), isThere, ...ofDraft]
  if (organisationId !== undefined && organisationId !== 'own')
    own.push(sql`r.organisation_id in (${within(db, { organisationId })})`)
  if (search.status !== undefined) own.push(sql`r.status = ${search.status}`)
  if (search.startTime) own.push(sql`r.updated_at >= ${search.startTime}::timestamptz`)
  if (search.endTime) own.push(sql`r.updated_at <= ${search.endTime}::timestamptz`)
  const parts = [sql`select r.id, r.updated_at, r.created_at, r.code, r.status, r.gaps from recipe r where ${and(own)}`]
  // The draft of an organisation above is private: of its recipe only the version and its publishing time count.
  if (isBelow) {
    const above = [isAbove(scope), sql<boolean>`r.removed_at is null`, ...(await ofContent(db, scope, 'v', search))]
    if (search.startTime) above.push(sql`v.published_at >= ${search.startTime}::timestamptz`)
    if (search.endTime) above.push(sql`v.published_at <= ${search.endTime}::timestamptz`)
    parts.push(sql`select r.id, v.published_at as updated_at, r.created_at, r.code, 'published' as status, v.gaps from recipe r
      join recipe_version v on v.recipe_id = r.id and v.version = r.published_version where ${and(above)}`)
  }
  const { column, direction } = orderOf(search.sort, recipeSorts)
  return {
    from: sql.join(parts, sql` union all `),
    column: sql.ref(`found.${column}`),
    direction: direction === 'asc' ? sql`asc` : sql`desc`,
  }
}

async function hasAbove(db: Db, caller: CallerScope): Promise<boolean> {
  if (await isPlatformStaff({ db, caller })) return false
  const row = await db
    .selectFrom('organisationTree')
    .select('ancestorId')
    .where('descendantId', '=', caller.organisationId)
    .where('depth', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The ids of one page, in order; equal rows are ordered by id. */
export async function findRecipePage(
  db: Db,
  scope: CallerScope,
  search: Omit<RecipeSearch, 'deleted'>,
  deletedSince: number | null = null,
) {
  const { from, column, direction } = await foundBy(db, scope, search, deletedSince)
  const found = db.selectFrom(sql<{ id: string }>`(${from})`.as('found')).select('found.id')
  const ordered = found.orderBy(sql`${column} ${direction}, found.id ${direction}`)
  return readPage(db, search, { ordered, counted: found })
}

/** The ids of all pages, in order, up to `most`. */
export async function listRecipeIds(
  db: Db,
  scope: CallerScope,
  search: RecipeFilters,
  most: number,
): Promise<string[]> {
  const { from, column, direction } = await foundBy(db, scope, search)
  const { rows } = await sql<{ id: string }>`
    select found.id from (${from}) as found order by ${column} ${direction}, found.id ${direction} limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Selects the ids of the recipes that a search finds. */
export async function recipesFound(
  db: Db,
  scope: CallerScope,
  search: RecipeFilters,
  deletedSince: number | null,
): Promise<RawBuilder<unknown>> {
  const { from } = await foundBy(db, scope, search, deletedSince)
  return sql`select found.id from (${from}) as found`
}

/** Counts the recipes that a search finds. */
export async function countRecipes(
  db: Db,
  scope: CallerScope,
  search: RecipeFilters,
  deletedSince: number | null = null,
): Promise<Omit<RecipeTotals, 'favourites' | 'downloads' | 'cooked'>> {
  const { from } = await foundBy(db, scope, search, deletedSince)
  const gaps = recipeLanguages.map(
    (language) => sql`count(*) filter (where ${language} = any(gaps))::int as ${sql.ref(`gap_${language}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as "all", count(*) filter (where status = 'published')::int as published,
      count(*) filter (where status = 'changed')::int as changed,
      count(*) filter (where status = 'unpublished')::int as unpublished, ${sql.join(gaps)}
    from (${from}) as found`.execute(db)
  const counted = rows[0] ?? {}
  const of = (name: string) => counted[name] ?? 0
  return {
    all: of('all'),
    published: of('published'),
    changed: of('changed'),
    unpublished: of('unpublished'),
    gaps: {
      en: of('gapEn'),
      zh: of('gapZh'),
      de: of('gapDe'),
      fr: of('gapFr'),
      es: of('gapEs'),
      it: of('gapIt'),
    },
  }
}

export type Models = ReadonlyMap<string, Readonly<{ id: string; name: Readonly<{ en: string; zh: string }> }>>

/** The oven models that drafts of these ids name, without deleted ones. */
export async function listModelsOf(db: Db, ids: readonly string[]): Promise<Models> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('product')
    .select(['id', 'name as zh', 'enName as en'])
    .where('kind', '=', 'oven')
    .where(sql<boolean>`product.id in (select unnest(product_ids) from recipe where id = any(${ids}::bigint[]))`)
    .execute()
  return new Map(rows.map(({ id, en, zh }) => [id, { id, name: { en, zh } }]))
}

/**
 * Recipes with the names that their rows show: organisation, creator and category. `isOwn`: the caller sees the draft, which is one of
 * those that were deleted, or one of those that were not.
 */
export async function listFiled(db: Db, caller: CallerScope, ids: readonly string[], deleted: boolean) {
  if (ids.length === 0) return []
  const isSeen = isSeenBy(db, await knownScope(db, caller), 'recipe.organisationId')
  const isThere = deleted ? sql`recipe.removed_at is not null` : sql`recipe.removed_at is null`
  return db
    .selectFrom('recipe')
    .innerJoin('organisation', 'organisation.id', 'recipe.organisationId')
    .leftJoin('account', 'account.id', 'recipe.creatorId')
    .leftJoin('recipeCategory as category', 'category.id', 'recipe.categoryId')
    .where(sql<boolean>`recipe.id = any(${ids}::bigint[])`)
    .select(draftColumns.map((column) => `recipe.${column}` as const))
    .select([
      'recipe.removedAt',
      'organisation.name as organisation',
      'account.name as creator',
      'category.names as categoryNames',
      draftTexts.as('draftTexts'),
      sql<boolean>`(${isSeen} and ${isThere})`.as('isOwn'),
    ])
    .execute()
}

/** Published ones of organisations above, as they were published. */
export async function listVersionsAbove(db: Db, { organisationId }: DataScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('recipe')
    .innerJoin('recipeVersion as v', (join) =>
      join.onRef('v.recipeId', '=', 'recipe.id').onRef('v.version', '=', 'recipe.publishedVersion'),
    )
    .innerJoin('organisationTree as tree', 'tree.ancestorId', 'recipe.organisationId')
    .where('tree.descendantId', '=', organisationId)
    .where('tree.depth', '>', 0)
    .where('recipe.removedAt', 'is', null)
    .where(sql<boolean>`recipe.id = any(${ids}::bigint[])`)
    .select(['recipe.id', 'v.content', 'v.publishedAt'])
    .execute()
}
