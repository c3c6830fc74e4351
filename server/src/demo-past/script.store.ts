import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** A device whose past is planned, epoch ms. */
export type ToScript = Readonly<{
  deviceId: string
  sn: string
  kind: DeviceKind
  productId: string
  beginsMs: number
  endsMs: number
  isAway: boolean
}>

/**
 * Lists devices with a connection of their own: devices behind a gateway receive nothing before their counters begin.
 */
export async function listToScript(db: Db, deviceIds: readonly string[]): Promise<readonly ToScript[]> {
  const { rows } = await sql<ToScript>`
    select p.device_id::text as device_id, d.sn, s.kind, d.product_id::text as product_id, coalesce(p.ending = 'offline', false) as is_away,
      (extract(epoch from p.begins_at) * 1000)::float8 as begins_ms, (extract(epoch from p.ends_at) * 1000)::float8 as ends_ms
    from demo_past p join device_state s on s.device_id = p.device_id and s.node_type = 'direct' join device d on d.id = p.device_id
    where p.device_id = any(${deviceIds}::bigint[]) order by p.device_id`.execute(db)
  return rows
}

export type SentRecipe = Readonly<{ deviceId: string; recipeId: string; version: number; atMs: number }>

/** The recipes that ovens of the demo have got. */
export async function listSentRecipes(db: Db): Promise<readonly SentRecipe[]> {
  const { rows } = await sql<SentRecipe>`
    select r.device_id::text as device_id, r.recipe_id::text as recipe_id, r.version, (extract(epoch from r.confirmed_at) * 1000)::float8 as at_ms
    from recipe_download r where r.confirmed_at is not null order by r.confirmed_at, r.device_id, r.recipe_id`.execute(
    db,
  )
  return rows
}

export type PastUpgrade = Readonly<{
  deviceId: string
  from: string
  /** Null: it went back to its old version. */
  to: string | null
  offeredMs: number
  endedMs: number
}>

/** Lists upgrades that reached the installation, in order. */
export async function listUpgrades(db: Db): Promise<readonly PastUpgrade[]> {
  const { rows } = await sql<PastUpgrade>`
    select u.device_id::text as device_id, u.from_version as "from", case when u.state = 'succeeded' then v.reported_as end as "to",
      (extract(epoch from u.first_offered_at) * 1000)::float8 as offered_ms, (extract(epoch from u.ended_at) * 1000)::float8 as ended_ms
    from upgrade_device u join firmware_version v on v.id = u.version_id
    where u.module = 'default' and u.first_offered_at is not null and u.ended_at is not null
      and (u.state = 'succeeded' or u.reason = 'rolled-back') order by u.ended_at, u.device_id`.execute(db)
  return rows
}

export async function findPlatform(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('organisation').select('id').where('kind', '=', 'platform').executeTakeFirst())?.id
}
