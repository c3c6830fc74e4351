import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { isOfLine } from '../sync/change.store.ts'

export type DemoPair = Readonly<{
  recipeId: string
  version: number
  publishedAt: string
  deviceId: string
  /** The first connection, ms. */
  activatedMs: number
  organisationId: string
}>

/** Whether there is any recipe on an oven: then the demo adds nothing. */
export async function hasOvenRecipes(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from recipe_device) or exists (select from recipe_download) or exists (select from recipe_target) as is`.execute(
    db,
  )
  return rows[0]?.is === true
}

/** Published recipes with the installed ovens that they are for, once those have been connected. */
export async function listDemoPairs(db: Db): Promise<DemoPair[]> {
  const { rows } = await sql<DemoPair>`
    select r.id::text as recipe_id, v.version, v.published_at, s.device_id::text as device_id, s.organisation_id::text as organisation_id,
      (extract(epoch from d.activated_at) * 1000)::float8 as activated_ms
    from recipe r join recipe_version v on v.recipe_id = r.id and v.version = r.published_version
    join device_state s on s.kind = 'oven' and s.installed and s.product_id = any(v.product_ids)
    join device d on d.id = s.device_id and d.activated_at is not null
    where ${isOfLine} order by r.id, s.device_id`.execute(db)
  return rows
}

/** App users with the oven that they have. */
export async function listDemoPeople(db: Db) {
  const { rows } = await sql<{ appUserId: string; deviceId: string; boundMs: number }>`
    select distinct on (b.app_user_id) b.app_user_id::text as app_user_id, b.device_id::text as device_id,
      (extract(epoch from b.bound_at) * 1000)::float8 as bound_ms
    from device_binding b join device_state s on s.device_id = b.device_id
    where b.unbound_at is null and s.kind = 'oven' order by b.app_user_id, b.id`.execute(db)
  return rows
}

export type DemoPast = Readonly<{
  downloads: readonly (DemoPair & Readonly<{ at: string }>)[]
  favourites: readonly (DemoPair & Readonly<{ at: string; appUserId: string }>)[]
}>

const asJson = (rows: readonly object[]) => JSON.stringify(rows)
const columns = sql`(recipe_id bigint, version int, device_id bigint, organisation_id bigint, app_user_id bigint, at timestamptz)`
const rowsOf = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  sql`jsonb_to_recordset(${asJson(
    rows.map(({ recipeId, version, deviceId, organisationId, appUserId, at }) => ({
      recipe_id: recipeId,
      version,
      device_id: deviceId,
      organisation_id: organisationId,
      app_user_id: appUserId,
      at,
    })),
  )}::jsonb) as x ${columns}`

export async function insertDemoPast(trx: Transaction, past: DemoPast): Promise<void> {
  await sql`insert into recipe_download (recipe_id, device_id, organisation_id, version, confirmed_at)
    select recipe_id, device_id, organisation_id, version, at from ${rowsOf(past.downloads)} order by 1, 2`.execute(trx)
  await sql`insert into recipe_favourite (recipe_id, app_user_id, organisation_id, created_at)
    select recipe_id, app_user_id, organisation_id, at from ${rowsOf(past.favourites)} order by 1, 2 on conflict do nothing`.execute(
    trx,
  )
}

/** They arrive by the normal synchronisation: the simulated ovens report what they have. */
export async function insertWanted(trx: Transaction, wanted: readonly DemoPair[], now: string): Promise<void> {
  await sql`insert into recipe_device (device_id, recipe_id, organisation_id, by_hand, wanted_version, state, changed_at)
    select device_id, recipe_id, organisation_id, true, version, 'waiting', ${now}::timestamptz from ${rowsOf(wanted)}
    order by 1, 2`.execute(trx)
  await sql`insert into recipe_oven (device_id, due_at) select distinct device_id, ${now}::timestamptz from recipe_device
    order by 1 on conflict do nothing`.execute(trx)
}

/** Sets published recipes for an organisation of that name, if there is one. Triggers note it, and a worker brings them to its ovens. */
export async function insertDemoSets(
  trx: Transaction,
  { organisation, uids }: Readonly<{ organisation: string; uids: readonly string[] }>,
  at: string,
): Promise<void> {
  await sql`
    insert into recipe_target (organisation_id, recipe_id, creator_id, created_at)
    select o.id, r.id, r.creator_id, ${at}::timestamptz
    from (select id from organisation where name = ${organisation} order by id limit 1) as o
    join recipe r on r.uid = any(${uids}::uuid[]) and r.published_version is not null
    join organisation_tree line on line.ancestor_id = r.organisation_id and line.descendant_id = o.id
    order by r.id`.execute(trx)
}
