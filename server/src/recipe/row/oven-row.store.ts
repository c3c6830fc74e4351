import type { OvenRecipeReason, OvenRecipeSearch, OvenRecipeState } from '@brigade/contract/recipe/oven.model.ts'
import { ovenRecipeStates, type OvenCounts } from '@brigade/contract/recipe/oven.model.ts'
import type { NamesByLanguage, RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { sql, type RawBuilder } from 'kysely'
import { nameInLine, seenInList, type CallerScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { countCap, offsetOf } from '../../platform/db/page.ts'
import { isLike } from '../../platform/db/search.ts'
import { pairs, type Pair } from '../sync/sync.store.ts'

const and = (conditions: readonly RawBuilder<boolean>[]) => sql.join(conditions, sql` and `)

export type StoredOvenRow = Readonly<{
  deviceId: string
  sn: string
  deviceName: string
  organisation: string
  productId: string
  productZh: string
  productEn: string
  online: boolean
  recipeId: string
  code: string
  names: NamesByLanguage
  baseLanguage: RecipeLanguage
  pictureFileId: string | null
  state: OvenRecipeState
  reason: OvenRecipeReason | null
  answered: number | null
  wantedVersion: number | null
  heldVersion: number | null
  byHand: boolean
  byTarget: boolean
  tries: number
  refusals: number
  dueAt: string | null
  firstHeldAt: string | null
  changedAt: string
  accountName: string
}>

/** `otherwise` replaces people of a former owner, whom the reader may not know. */
export type RowReader = CallerScope & Readonly<{ otherwise: string }>

/** Names and picture are those of the version; changes in a draft are not shown. */
const shownTo = ({ organisationId, otherwise }: RowReader) => sql`
  d.device_id::text as device_id, dev.sn, dev.name as device_name, o.name as organisation, p.id::text as product_id,
  p.name as product_zh, p.en_name as product_en, s.online, r.id::text as recipe_id, r.code,
  coalesce((select jsonb_object_agg(t.key, t.value ->> 'name') from jsonb_each(v.content -> 'texts') t where t.value ->> 'name' <> ''), '{}') as names,
  coalesce(v.content ->> 'baseLanguage', r.base_language) as base_language, v.content ->> 'pictureFileId' as picture_file_id,
  d.state, d.reason, d.code as answered, d.wanted_version, d.held_version, d.by_hand, d.by_target, d.tries::int as tries,
  d.refusals::int as refusals, d.due_at, l.confirmed_at as first_held_at, d.changed_at,
  coalesce(${nameInLine(organisationId, 'asker', otherwise)}, '') as account_name`
const joined = sql`
  join device dev on dev.id = d.device_id join device_state s on s.device_id = d.device_id
  join organisation o on o.id = d.organisation_id join product p on p.id = s.product_id join recipe r on r.id = d.recipe_id
  left join recipe_version v on v.recipe_id = d.recipe_id and v.version = coalesce(d.wanted_version, d.held_version)
  left join recipe_download l on l.recipe_id = d.recipe_id and l.device_id = d.device_id
  left join account asker on asker.id = d.asked_by`

type Filters = Omit<OvenRecipeSearch, 'pageNum' | 'pageSize' | 'sort'>

async function found(db: Db, scope: CallerScope, { recipeId, deviceId, state, keyword, online }: Filters) {
  const conditions = [(await seenInList(db, scope))('d.organisation_id')]
  if (recipeId !== undefined) conditions.push(sql`d.recipe_id = ${recipeId}::bigint`)
  if (deviceId !== undefined) conditions.push(sql`d.device_id = ${deviceId}::bigint`)
  if (state !== undefined) conditions.push(sql`d.state = ${state}`)
  if (online !== undefined)
    conditions.push(sql`exists (select from device_state s where s.device_id = d.device_id and s.online = ${online})`)
  if (keyword) {
    const ofOven = sql`exists (select from device dev where dev.id = d.device_id and ${isLike(sql`dev.search`, keyword)})`
    const ofRecipe = sql`exists (select from recipe_version v where v.recipe_id = d.recipe_id
      and v.version = coalesce(d.wanted_version, d.held_version) and ${isLike(sql`v.search`, keyword)})`
    conditions.push(sql`(${ofOven} or ${ofRecipe})`)
  }
  return sql`from recipe_device d where ${and(conditions)}`
}

export async function findOvenRows(db: Db, reader: RowReader, search: OvenRecipeSearch) {
  const from = await found(db, reader, search)
  const direction = search.sort === 'changedAt' ? sql`asc` : sql`desc`
  const order = sql`changed_at ${direction}, device_id ${direction}, recipe_id ${direction}`
  const [page, counted] = await Promise.all([
    sql<StoredOvenRow>`
      select ${shownTo(reader)} from (select d.* ${from} order by ${order} limit ${search.pageSize} offset ${offsetOf(search)}) as d
      ${joined} order by d.changed_at ${direction}, d.device_id ${direction}, d.recipe_id ${direction}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (select ${from} limit ${countCap + 1}) as counted`.execute(db),
  ])
  const total = counted.rows[0]?.n ?? 0
  return { rows: page.rows, ...(total > countCap ? { total: countCap, totalCapped: true } : { total }) }
}

/** The rows of these pairs that exist within the scope. */
export async function listOvenRows(db: Db, reader: RowReader, some: readonly Pair[]): Promise<StoredOvenRow[]> {
  if (some.length === 0) return []
  const { rows } = await sql<StoredOvenRow>`
    select ${shownTo(reader)} from (
      select d.* from recipe_device d join ${pairs(some)} on p.device_id = d.device_id and p.recipe_id = d.recipe_id
      where ${(await seenInList(db, reader))('d.organisation_id')}
    ) as d ${joined} order by d.changed_at desc, d.device_id desc, d.recipe_id desc`.execute(db)
  return rows
}

export async function countStates(
  db: Db,
  scope: CallerScope,
  { recipeId, deviceId }: Readonly<{ recipeId?: string | undefined; deviceId?: string | undefined }>,
): Promise<OvenCounts> {
  const { rows } = await sql<{ state: OvenRecipeState; n: number }>`
    select d.state, count(*)::int as n ${await found(db, scope, { recipeId, deviceId })} group by d.state`.execute(db)
  const of = new Map(rows.map(({ state, n }) => [state, n]))
  const counts = { waiting: 0, sending: 0, held: 0, behind: 0, failed: 0, unfit: 0, removing: 0 }
  for (const state of ovenRecipeStates) counts[state] = of.get(state) ?? 0
  return counts
}

export async function findOvenBySn(db: Db, scope: CallerScope, sn: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select s.device_id::text as id from device dev join device_state s on s.device_id = dev.id
    where dev.sn = ${sn} and s.kind = 'oven' and ${(await seenInList(db, scope))('s.organisation_id')}`.execute(db)
  return rows[0]?.id
}
