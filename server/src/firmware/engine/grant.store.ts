import type { Condition, UpgradePlan } from '@brigade/contract/firmware/reach.model.ts'
import { workStateNumberOf } from '@brigade/contract/device/device.rules.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { lockUpgrades, type UpgradeRow } from '../row/upgrade-row.store.ts'

const iso = (at: number) => new Date(at).toISOString()

/** Places that are taken. A device that waits for somebody at its panel takes none. */
export async function countSlots(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select count(*)::int as taken from upgrade_device
    where state in ('offering', 'offered', 'downloading') and not (need_confirm and state in ('offering', 'offered'))`.execute(
    trx,
  )
  return rows[0]?.taken ?? 0
}

export type GateTask = Readonly<{
  id: string
  status: string
  plan: UpgradePlan
  conditions: Condition[]
  tokens: number
  tokensAt: string | null
  versionIds: string[]
  deviceDigest: Buffer | null
  approvedDigest: Buffer | null
}>

/** The task as it is now: whoever changes its status holds the gate too. */
export async function findGateTask(trx: Transaction, id: string): Promise<GateTask | undefined> {
  const { rows } = await sql<GateTask>`
    select t.id::text, t.status, t.plan, t.conditions, t.tokens, t.tokens_at, t.version_ids::text[], t.device_digest, t.approved_digest
    from upgrade_task t where t.id = ${id}::bigint`.execute(trx)
  return rows[0]
}

export async function writeTokens(trx: Transaction, id: string, tokens: number, at: number): Promise<void> {
  await sql`update upgrade_task set tokens = ${tokens}, tokens_at = ${iso(at)}::timestamptz where id = ${id}::bigint`.execute(
    trx,
  )
}

const standby = workStateNumberOf('standby')
const completed = workStateNumberOf('completed')
const defrosting = workStateNumberOf('defrosting')

/** As isIdle has it (upgrade.rules.ts). */
const idle = sql`(s.work_state is null
  or (s.kind = 'oven' and s.work_state in (${sql.lit(standby)}, ${sql.lit(completed)}))
  or (s.kind = 'cooler' and s.work_state <> ${sql.lit(defrosting)}))`

/** No earlier module of the device is still to be done. */
const earlierDone = sql`not exists (select from upgrade_device e where e.task_id = u.task_id and e.device_id = u.device_id
  and e.place < u.place and e.state not in ('succeeded', 'skipped', 'excluded'))`

/** A gateway passes one file at a time on to the devices behind it. */
const gatewayFree = sql`not exists (select from device_gateway own join device_gateway other on other.gateway_id = own.gateway_id
    join upgrade_device o on o.device_id = other.device_id
  where own.device_id = u.device_id and o.device_id <> u.device_id
    and o.state in ('offering', 'offered', 'downloading', 'installing'))`

type Wanted = Readonly<{ taskId: string; now: number; most: number; deviceIds?: readonly string[] | undefined }>

/** Rows whose turn has come, and whose devices could take it now, the longest waiting first. */
export async function lockCandidates(
  trx: Transaction,
  { taskId, now, most, deviceIds }: Wanted,
): Promise<UpgradeRow[]> {
  return lockUpgrades(
    trx,
    sql`u.task_id = ${taskId}::bigint and u.state = 'waiting' and (u.due_at is null or u.due_at <= ${iso(now)}::timestamptz)
      and v.enabled ${deviceIds === undefined ? sql`` : sql`and u.device_id = any(${deviceIds}::bigint[])`}
      and exists (select from device_state s where s.device_id = u.device_id and s.online and s.enabled and ${idle})
      and ${earlierDone} and ${gatewayFree}`,
    { limit: most, orderBy: sql`u.due_at nulls first, u.device_id, u.place`, skipLocked: true },
  )
}

/** Reported values that conditions ask for, by device and identifier. */
export async function listReported(
  db: Db,
  deviceIds: readonly string[],
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const { rows } = await sql<{ deviceId: string; given: Record<string, unknown> }>`
    select s.device_id::text, (select coalesce(jsonb_object_agg(i.name, s.reported -> i.name -> 'v'), '{}')
      from unnest(${identifiers}::text[]) as i (name) where s.reported ? i.name) as given
    from device_shadow s where s.device_id = any(${deviceIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ deviceId, given }) => [deviceId, given]))
}

export type OfferedVersion = Readonly<{
  id: string
  module: string
  reportedAs: string
  bytes: number
  md5: string
  sha256: string
  digest: 'SHA256' | 'Md5'
}>

export async function listOfferedVersions(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OfferedVersion>> {
  const { rows } = await sql<OfferedVersion>`
    select v.id::text, v.module, v.reported_as, v.bytes::float8 as bytes, encode(v.md5, 'hex') as md5,
      encode(v.sha256, 'hex') as sha256, m.digest
    from firmware_version v join firmware_model m on m.id = v.model_id where v.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The gateways that devices hang behind, by device. */
export async function listGateways(db: Db, deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ deviceId: string; gatewayId: string }>`
    select device_id::text, gateway_id::text from device_gateway where device_id = any(${deviceIds}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ deviceId, gatewayId }) => [deviceId, gatewayId]))
}
