import type { TargetSearch } from '@brigade/contract/recipe/oven.model.ts'
import type { NamesByLanguage, RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { sql } from 'kysely'
import { seenInList, type CallerScope } from '../../customer/data-scope.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { countCap, offsetOf } from '../../platform/db/page.ts'

export type StoredTarget = Readonly<{
  organisationId: string
  organisation: string
  organisationKind: string
  recipeId: string
  code: string
  names: NamesByLanguage
  baseLanguage: RecipeLanguage
  pictureFileId: string | null
  ovens: number
  held: number
  createdBy: string
  createdAt: string
}>

export async function findTargets(db: Db, scope: CallerScope, search: TargetSearch) {
  const { recipeId, organisationId, pageSize } = search
  const found = sql`from recipe_target t where ${(await seenInList(db, scope))('t.organisation_id')}
    ${recipeId === undefined ? sql`` : sql`and t.recipe_id = ${recipeId}::bigint`}
    ${organisationId === undefined ? sql`` : sql`and t.organisation_id = ${organisationId}::bigint`}`
  const direction = search.sort === 'createdAt' ? sql`asc` : sql`desc`
  const order = sql`t.created_at ${direction}, t.recipe_id ${direction}, t.organisation_id ${direction}`
  // Ovens of an organisation and of those below, that the recipe is wanted on.
  const ofTarget = sql`from recipe_device d join organisation_tree o on o.descendant_id = d.organisation_id
    where o.ancestor_id = t.organisation_id and d.recipe_id = t.recipe_id and d.by_target`
  const [page, counted] = await Promise.all([
    sql<StoredTarget>`
      select t.organisation_id::text as organisation_id, g.name as organisation, g.kind as organisation_kind,
        r.id::text as recipe_id, r.code,
        coalesce((select jsonb_object_agg(x.key, x.value ->> 'name') from jsonb_each(v.content -> 'texts') x
          where x.value ->> 'name' <> ''), '{}') as names,
        coalesce(v.content ->> 'baseLanguage', r.base_language) as base_language, v.content ->> 'pictureFileId' as picture_file_id,
        (select count(*)::int ${ofTarget}) as ovens, (select count(*)::int ${ofTarget} and d.state = 'held') as held,
        -- Who is above is not shown below.
        case when c.organisation_id in (select descendant_id from organisation_tree where ancestor_id = ${scope.organisationId}::bigint)
          then c.name else '' end as created_by, t.created_at
      from (select t.* ${found} order by ${order} limit ${pageSize} offset ${offsetOf(search)}) as t
      join organisation g on g.id = t.organisation_id join recipe r on r.id = t.recipe_id left join account c on c.id = t.creator_id
      left join lateral (select content from recipe_version v where v.recipe_id = r.id
        order by v.version = r.published_version desc nulls last, v.version desc limit 1) v on true
      order by ${order}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (select ${found} limit ${countCap + 1}) as counted`.execute(db),
  ])
  const total = counted.rows[0]?.n ?? 0
  return { rows: page.rows, ...(total > countCap ? { total: countCap, totalCapped: true } : { total }) }
}

export async function countTargets(db: Db, scope: CallerScope, recipeId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recipe_target t
    where t.recipe_id = ${recipeId}::bigint and ${(await seenInList(db, scope))('t.organisation_id')}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Organisations that may not get a recipe: it may be sent to its own organisation and those below. */
export async function listForeign(db: Db, recipeIds: readonly string[], organisationIds: readonly string[]) {
  const { rows } = await sql<{ organisationId: string }>`
    select distinct o.id::text as organisation_id from organisation o cross join recipe r
    where o.id = any(${organisationIds}::bigint[]) and r.id = any(${recipeIds}::bigint[])
      and not exists (select from organisation_tree line where line.ancestor_id = r.organisation_id and line.descendant_id = o.id)`.execute(
    db,
  )
  return rows.map(({ organisationId }) => organisationId)
}

type Targets = Readonly<{ recipeIds: readonly string[]; organisationIds: readonly string[] }>

export async function insertTargets(
  trx: Transaction,
  { recipeIds, organisationIds }: Targets,
  { creatorId, at }: Readonly<{ creatorId: string; at: number }>,
): Promise<void> {
  await sql`
    insert into recipe_target (organisation_id, recipe_id, creator_id, created_at)
    select o.id, r.id, ${creatorId}::bigint, ${new Date(at).toISOString()}::timestamptz
    from unnest(${organisationIds}::bigint[]) as o (id) cross join unnest(${recipeIds}::bigint[]) as r (id) order by r.id, o.id
    on conflict do nothing`.execute(trx)
}

export async function deleteTargets(trx: Transaction, { recipeIds, organisationIds }: Targets): Promise<void> {
  await sql`
    delete from recipe_target where recipe_id = any(${recipeIds}::bigint[]) and organisation_id = any(${organisationIds}::bigint[])`.execute(
    trx,
  )
}
