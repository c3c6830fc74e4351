import { sql, type Updateable } from 'kysely'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'

export async function hasFirmware(db: Db): Promise<boolean> {
  const { rows } = await sql`select from firmware_model limit 1`.execute(db)
  return rows.length > 0
}

/** Accounts of the demo by their sign-in names. */
export async function findPeople(db: Db) {
  const { rows } = await sql<{ account: string; id: string; organisationId: string }>`
    select account, id::text, organisation_id::text from account where account in ('firmware', 'operations', 'admin')`.execute(
    db,
  )
  const of = (account: string) => rows.find((row) => row.account === account)
  return { engineer: of('firmware') ?? of('admin'), approver: of('operations') ?? of('admin') }
}

export type DemoProducts = Readonly<{ ovens: string[]; coolers: string[]; modems: string[] }>

/** The products of simulated appliances and of their modems. */
export async function listDemoProducts(db: Db): Promise<DemoProducts> {
  const { rows } = await sql<{ id: string; kind: string; isModem: boolean }>`
    select p.id::text, p.kind, p.product_key ~ 'DTU' as is_modem from product p
    where p.protocol = 'alink' and (p.node_type = 'direct' or p.product_key ~ 'DTU')
      and exists (select from device d where d.product_id = p.id) order by p.id`.execute(db)
  const idsOf = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).map(({ id }) => id)
  return {
    ovens: idsOf(({ kind, isModem }) => kind === 'oven' && !isModem),
    coolers: idsOf(({ kind, isModem }) => kind === 'cooler' && !isModem),
    modems: idsOf(({ isModem }) => isModem),
  }
}

/** With its first connection, ms; null: never connected. */
export type UpgradedDevice = Readonly<{ id: string; sn: string; activatedMs: number | null }>

export async function listDevicesOf(db: Db, productIds: readonly string[]): Promise<readonly UpgradedDevice[]> {
  const { rows } = await sql<UpgradedDevice>`
    select d.id::text, d.sn, (extract(epoch from d.activated_at) * 1000)::float8 as activated_ms
    from device_state s join device d on d.id = s.device_id where s.product_id = any(${productIds}::bigint[]) and s.installed and s.enabled
    order by s.device_id`.execute(db)
  return rows
}

export type PastDevice = Readonly<{
  deviceId: string
  state: 'succeeded' | 'failed' | 'waiting'
  reason: string | null
  from: string
  /** Null: it waits for its offer. */
  offeredMs: number | null
  endedMs: number | null
  waitsMs?: number
  tries: number
}>

const isoOf = (at: number | null | undefined) => (typeof at === 'number' ? new Date(at).toISOString() : null)

/** Inserts the rows of a task that ran, with the history of each device. */
export async function insertPastDevices(
  trx: Transaction,
  { taskId, versionId, bytes }: Readonly<{ taskId: string; versionId: string; bytes: number }>,
  devices: readonly PastDevice[],
): Promise<void> {
  const rows = devices.map((device) => ({
    ...device,
    offeredAt: isoOf(device.offeredMs),
    endedAt: isoOf(device.endedMs),
    waitsAt: isoOf(device.waitsMs),
  }))
  await sql`
    insert into upgrade_device (task_id, device_id, place, module, version_id, state, reason, from_version, tries, attempts, progress, bytes,
      offered_at, first_offered_at, changed_at, ended_at, due_at)
    select ${taskId}::bigint, r."deviceId", 1, 'default', ${versionId}::bigint, r.state, r.reason, r."from", r.tries, r.tries,
      case r.state when 'succeeded' then 100 when 'failed' then 60 else 0 end,
      case r.state when 'succeeded' then ${bytes}::bigint when 'failed' then ${Math.round(bytes * 0.6)}::bigint else 0 end,
      r."offeredAt", r."offeredAt", coalesce(r."endedAt", r."waitsAt"), r."endedAt", r."waitsAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("deviceId" bigint, state text, reason text, "from" text, tries int,
      "offeredAt" timestamptz, "endedAt" timestamptz, "waitsAt" timestamptz)`.execute(trx)
  await sql`
    insert into upgrade_event (task_id, at, kind, device_id, module, from_state, to_state, reason)
    select ${taskId}::bigint, s.at, 'state', r."deviceId", 'default', s.before, s.after, s.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("deviceId" bigint, state text, reason text, "offeredAt" timestamptz, "endedAt" timestamptz)
      cross join lateral (values
        (r."offeredAt", 'waiting', 'offering', null), (r."offeredAt" + interval '1 second', 'offering', 'offered', null),
        (r."offeredAt" + interval '4 seconds', 'offered', 'downloading', null),
        (r."endedAt" - interval '40 seconds', 'downloading', 'installing', null),
        (r."endedAt", case when r.reason = 'download' then 'downloading' else 'installing' end, r.state, r.reason)
      ) as s (at, before, after, reason)
    -- What failed in its download was never installed.
    where r.state <> 'waiting' and (r.reason is distinct from 'download' or s.after <> 'installing')
    order by s.at`.execute(trx)
}

/** Writes a past change of a task. Unlike `writeTask`, it keeps the time of the change. */
export async function writePast(
  trx: Transaction,
  id: string,
  change: Updateable<Database['upgradeTask']>,
): Promise<void> {
  await trx.updateTable('upgradeTask').set(change).where('id', '=', id).execute()
}
