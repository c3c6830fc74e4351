import type { Condition, UpgradePlan } from '@brigade/contract/firmware/reach.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { isBusy, isGatewayBusy, isOtherModuleBusy, slotsTaken } from '../row/busy.store.ts'
import { lockUpgrades, type UpgradeRow } from '../row/upgrade-row.store.ts'

/** Counting stops at the cap. */
export async function countSlots(trx: Transaction, cap: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select ${slotsTaken(cap)} as taken`.execute(trx)
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
  /** The devices wait for a person at their panel, and take no slot meanwhile. */
  needConfirm: boolean
}>

/** Returns the present task. Every change of its status holds the gate too. */
export async function findGateTask(trx: Transaction, id: string): Promise<GateTask | undefined> {
  const { rows } = await sql<GateTask>`
    select t.id::text, t.status, t.plan, t.conditions, t.tokens, t.tokens_at, t.version_ids::text[], t.device_digest, t.approved_digest,
      exists (select from upgrade_device u where u.task_id = t.id and u.state = 'waiting' and u.need_confirm) as need_confirm
    from upgrade_task t where t.id = ${id}::bigint`.execute(trx)
  return rows[0]
}

export async function writeTokens(trx: Transaction, id: string, tokens: number, at: number): Promise<void> {
  await sql`update upgrade_task set tokens = ${tokens}, tokens_at = ${iso(at)}::timestamptz where id = ${id}::bigint`.execute(
    trx,
  )
}

/** No earlier module of the device is still to be done. */
const earlierDone = sql`not exists (select from upgrade_device e where e.task_id = u.task_id and e.device_id = u.device_id
  and e.place < u.place and e.state not in ('succeeded', 'skipped', 'excluded'))`

type Wanted = Readonly<{
  taskId: string
  now: number
  most: number
  deviceIds?: readonly string[] | undefined
  module?: string | undefined
}>

/** Rows that are due and that their devices could take now, the longest waiting first. */
export async function lockCandidates(
  trx: Transaction,
  { taskId, now, most, deviceIds, module = '' }: Wanted,
): Promise<UpgradeRow[]> {
  return lockUpgrades(
    trx,
    sql`u.task_id = ${taskId}::bigint and u.state = 'waiting' and (u.due_at is null or u.due_at <= ${iso(now)}::timestamptz)
      and v.enabled ${deviceIds === undefined ? sql`` : sql`and u.device_id = any(${deviceIds}::bigint[])`} ${module === '' ? sql`` : sql`and u.module = ${module}`}
      and exists (select from device_state s where s.device_id = u.device_id and s.online and s.enabled and not ${isBusy('s')})
      and ${earlierDone} and not ${isOtherModuleBusy} and not ${isGatewayBusy}`,
    { limit: most, orderBy: sql`u.due_at nulls first, u.device_id, u.place`, skipLocked: true },
  )
}

/** The version that each device of these rows reports of the module of its row, by device and module. */
export async function listCurrent(trx: Transaction, rows: readonly UpgradeRow[]): Promise<ReadonlyMap<string, string>> {
  const { rows: found } = await sql<{ deviceId: string; module: string; version: string }>`
    select m.device_id::text, m.module, m.version from device_module m
      join unnest(${rows.map(({ key }) => key.deviceId)}::bigint[], ${rows.map(({ module }) => module)}::text[]) as n (device_id, module)
        on n.device_id = m.device_id and n.module = m.module`.execute(trx)
  return new Map(found.map(({ deviceId, module, version }) => [`${deviceId} ${module}`, version]))
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

/** The gateways of sub-devices, by device. */
export async function listGateways(db: Db, deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ deviceId: string; gatewayId: string }>`
    select device_id::text, gateway_id::text from device_gateway where device_id = any(${deviceIds}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ deviceId, gatewayId }) => [deviceId, gatewayId]))
}
