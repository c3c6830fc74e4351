import type { AppRecipeSearch } from '@brigade/contract/recipe/app.endpoints.ts'
import type { OvenRecipeReason, OvenRecipeState } from '@brigade/contract/recipe/oven.model.ts'
import type { NamesByLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { countCap, offsetOf } from '../../platform/db/page.ts'
import { contains } from '../../platform/db/search.ts'
import type { KeptContent } from '../recipe.tables.ts'

/** Ovens that a person has now. */
const ownOvens = (appUserId: string, deviceId: string | undefined) => sql`
  select b.device_id, s.product_id, s.organisation_id from device_binding b join device_state s on s.device_id = b.device_id
  where b.app_user_id = ${appUserId}::bigint and b.unbound_at is null and s.kind = 'oven'
    ${deviceId === undefined ? sql`` : sql`and b.device_id = ${deviceId}::bigint`}`

/** Published recipes of the organisations that one of these ovens belongs to, for its model. Whatever the app reads begins here. */
const forOvens = (appUserId: string, deviceId?: string) => sql<boolean>`exists (
  select from (${ownOvens(appUserId, deviceId)}) as own
  join organisation_tree line on line.descendant_id = own.organisation_id
  where line.ancestor_id = r.organisation_id and own.product_id = any(v.product_ids))`
const published = sql`recipe r join recipe_version v on v.recipe_id = r.id and v.version = r.published_version`

export type StoredAppRecipe = Readonly<{
  id: string
  code: string
  version: number
  publishedAt: string
  content: KeptContent
  categoryId: string | null
  categoryNames: NamesByLanguage | null
  favourites: number
  isFavourite: boolean
}>

const shown = (appUserId: string) => sql`
  r.id::text as id, r.code, v.version, v.published_at, v.content, r.category_id::text as category_id, c.names as category_names,
  coalesce((select sum(t.favourites) from recipe_total t where t.recipe_id = r.id), 0)::int as favourites,
  exists (select from recipe_favourite f where f.recipe_id = r.id and f.app_user_id = ${appUserId}::bigint) as is_favourite`

export async function findAppRecipes(db: Db, appUserId: string, search: AppRecipeSearch) {
  const { keyword, categoryId, deviceId, favourite } = search
  const conditions: RawBuilder<boolean>[] = [sql`r.removed_at is null`, forOvens(appUserId, deviceId)]
  if (keyword) conditions.push(await contains(db, 'recipeVersion', keyword, 'v'))
  if (categoryId !== undefined) conditions.push(sql`r.category_id = ${categoryId}::bigint`)
  if (favourite !== undefined)
    conditions.push(
      sql`${favourite} = exists (select from recipe_favourite f where f.recipe_id = r.id and f.app_user_id = ${appUserId}::bigint)`,
    )
  const from = sql`from ${published} where ${sql.join(conditions, sql` and `)}`
  const direction = search.sort === 'publishedAt' ? sql`asc` : sql`desc`
  const [page, counted] = await Promise.all([
    sql<StoredAppRecipe>`
      select ${shown(appUserId)} from (select r.id ${from} order by v.published_at ${direction}, r.id ${direction}
        limit ${search.pageSize} offset ${offsetOf(search)}) as found
      join recipe r on r.id = found.id join recipe_version v on v.recipe_id = r.id and v.version = r.published_version
      left join recipe_category c on c.id = r.category_id
      order by v.published_at ${direction}, r.id ${direction}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (select ${from} limit ${countCap + 1}) as counted`.execute(db),
  ])
  const total = counted.rows[0]?.n ?? 0
  return { rows: page.rows, ...(total > countCap ? { total: countCap, totalCapped: true } : { total }) }
}

export async function findAppRecipe(db: Db, appUserId: string, id: string): Promise<StoredAppRecipe | undefined> {
  const { rows } = await sql<StoredAppRecipe>`
    select ${shown(appUserId)} from ${published} left join recipe_category c on c.id = r.category_id
    where r.id = ${id}::bigint and r.removed_at is null and ${forOvens(appUserId)}`.execute(db)
  return rows[0]
}

export type OnOwnOven = Readonly<{
  deviceId: string
  sn: string
  name: string
  organisationId: string
  state: OvenRecipeState | null
  reason: OvenRecipeReason | null
  heldVersion: number | null
}>

/** The person's own ovens that a recipe fits, with its state there. */
export async function listOnOwnOvens(db: Db, appUserId: string, recipeId: string): Promise<OnOwnOven[]> {
  const { rows } = await sql<OnOwnOven>`
    select own.device_id::text as device_id, dev.sn, dev.name, own.organisation_id::text as organisation_id, d.state, d.reason,
      d.held_version
    from (${ownOvens(appUserId, undefined)}) as own join device dev on dev.id = own.device_id
    join ${published} on r.id = ${recipeId}::bigint and own.product_id = any(v.product_ids)
    join organisation_tree line on line.ancestor_id = r.organisation_id and line.descendant_id = own.organisation_id
    left join recipe_device d on d.device_id = own.device_id and d.recipe_id = r.id
    order by dev.sn`.execute(db)
  return rows
}

export async function insertFavourite(
  db: Db,
  { recipeId, appUserId, organisationId }: Readonly<Record<'recipeId' | 'appUserId' | 'organisationId', string>>,
  at: number,
): Promise<void> {
  await db
    .insertInto('recipeFavourite')
    .values({ recipeId, appUserId, organisationId, createdAt: new Date(at).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavourite(db: Db, appUserId: string, recipeId: string): Promise<void> {
  await db.deleteFrom('recipeFavourite').where('appUserId', '=', appUserId).where('recipeId', '=', recipeId).execute()
}
