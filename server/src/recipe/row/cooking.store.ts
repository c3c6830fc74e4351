import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { KeptContent } from '../recipe.tables.ts'

/** Reads several things in one snapshot, so that they belong to the same moment. */
export const inSnapshot = <T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** The properties with the history of cooking. */
const followed = {
  id: recipeFunctions.cooking,
  version: recipeFunctions.cookingVersion,
  stage: 'CurStage',
  paused: recipeFunctions.paused,
} as const
export type Followed = keyof typeof followed
export type Point = Readonly<{ of: Followed; at: string; number: number | null; text: string | null }>

/** The most points read of each property: a run of several days is shown as far as they go back. */
const maxPoints = 3000

/** Points in the order of time. */
export async function listPoints(db: Db, deviceId: string, since: number): Promise<Point[]> {
  const names = Object.entries(followed)
  const { rows } = await sql<Point>`
    select n.of, h.reported_at as at, h.number, h.text
    from unnest(${names.map(([of]) => of)}::text[], ${names.map(([, identifier]) => identifier)}::text[]) as n (of, identifier)
    join property_identifier i on i.identifier = n.identifier
    cross join lateral (
      select reported_at, number, text from device_history_value
      where device_id = ${deviceId}::bigint and property_id = i.id and reported_at >= ${new Date(since).toISOString()}::timestamptz
      order by reported_at desc limit ${maxPoints}) as h
    order by h.reported_at`.execute(db)
  return rows
}

export type OvenNow = Readonly<{
  deviceId: string
  productId: string
  productZh: string
  productEn: string
  online: boolean
  reported: Readonly<Record<string, Readonly<{ v: unknown; t: number; s: number }>>> | null
  room: number | null
  listedAt: string | null
  own: readonly Readonly<{ id: string; version: number }>[] | null
}>

export async function findOvenNow(db: Db, deviceId: string): Promise<OvenNow | undefined> {
  const { rows } = await sql<OvenNow>`
    select s.device_id::text as device_id, s.product_id::text as product_id, p.name as product_zh, p.en_name as product_en, s.online,
      h.reported, o.room, o.listed_at, o.own
    from device_state s join product p on p.id = s.product_id left join device_shadow h on h.device_id = s.device_id
    left join recipe_oven o on o.device_id = s.device_id
    where s.device_id = ${deviceId}::bigint`.execute(db)
  return rows[0]
}

/** The recipes that an oven should hold by its rows, by code. */
export async function listWantedLines(db: Db, deviceId: string) {
  const { rows } = await sql<{ id: string; version: number }>`
    select r.code as id, case when d.state = 'unfit' then d.held_version else d.wanted_version end as version
    from recipe_device d join recipe r on r.id = d.recipe_id
    where d.device_id = ${deviceId}::bigint
      and case when d.state = 'unfit' then d.held_version else d.wanted_version end is not null`.execute(db)
  return rows
}

export type CookedVersion = Readonly<{ id: string; code: string; content: KeptContent }>

/** A version by the recipe's code, of an organisation that the oven belongs to. */
export async function findCookedVersion(
  db: Db,
  deviceId: string,
  { code, version }: Readonly<{ code: string; version: number }>,
): Promise<CookedVersion | undefined> {
  const { rows } = await sql<CookedVersion>`
    select r.id::text as id, r.code, v.content from recipe r join recipe_version v on v.recipe_id = r.id
    join device_state s on s.device_id = ${deviceId}::bigint
    join organisation_tree line on line.ancestor_id = r.organisation_id and line.descendant_id = s.organisation_id
    where r.code = ${code} and v.version = ${version}`.execute(db)
  return rows[0]
}
