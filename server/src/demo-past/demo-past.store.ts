import type { DeviceKind, NodeType } from '@brigade/contract/product/product.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Database, Db, Transaction } from '../platform/db/database.ts'
import { dayOf } from '../platform/db/partitions.ts'
import { isPastWaiting } from '../system/demo/past-progress.store.ts'
import type { PlannedAct } from './demo-past.tables.ts'

/**
 * Plans the past of devices of the demo that have never been connected, though they were activated: up to now, from their activation, at most
 * `days` back. Returns which.
 */
export async function insertPlans(
  db: Db,
  { now, days }: Readonly<{ now: number; days: number }>,
): Promise<readonly string[]> {
  const endsAt = sql`date_trunc('minute', ${iso(now)}::timestamptz)`
  const { rows } = await sql<{ id: string }>`
    insert into demo_past (device_id, begins_at, ends_at, ending)
    select device_id, begins_at, ${endsAt},
      -- Something is wrong now where the fleet is large enough to have it beside what works.
      case when all_of_kind < 4 or node_type <> 'direct' or begins_at > ${endsAt} - interval '3 days' then null
        when kind = 'cooler' and place = 3 then 'compressor' when kind = 'oven' and place = 3 then 'fan' when place = 4 then 'offline' end
    from (
      select s.device_id, s.kind, s.node_type, count(*) over (partition by s.kind, s.node_type) as all_of_kind,
        row_number() over (partition by s.kind, s.node_type order by s.device_id) as place,
        greatest(${endsAt} - ${days} * interval '1 day', date_trunc('minute', d.activated_at) + interval '1 minute') as begins_at
      from device_state s join device d on d.id = s.device_id
      where s.installed and d.activated_at is not null and s.last_seen_at is null
        and not exists (select from online_log l where l.device_id = s.device_id)
    ) as planned where begins_at < ${endsAt} order by device_id
    on conflict do nothing returning device_id::text as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Writes the script of a device, and the firmware version at the beginning of its past. */
export async function writeScript(
  db: Db,
  deviceId: string,
  { firmware, script }: Readonly<{ firmware: string | null; script: readonly PlannedAct[] }>,
): Promise<void> {
  await db
    .updateTable('demoPast')
    .set({ firmware, script: JSON.stringify(script) })
    .where('deviceId', '=', deviceId)
    .execute()
}

export type Planned = Readonly<{
  deviceId: string
  sn: string
  kind: DeviceKind
  productId: string
  productKey: string
  placeZone: string | null
  organisationZone: string | null
  beginsMs: number
  endsMs: number
  /** When the device was taken into service. */
  activatedMs: number
  ending: Database['demoPast']['ending']
  firmware: string | null
  script: readonly PlannedAct[]
  nodeType: NodeType
  /**
   * A device behind a gateway has the gateway's serial number, and its address on the line if it is a Modbus
   * controller.
   */
  gatewaySn: string | null
  unit: number | null
}>

/** The next past to write, locked; another worker takes another. The device stays to the end of the transaction. */
export async function takePlanned(trx: Transaction): Promise<Planned | undefined> {
  const { rows } = await sql<Planned>`
    select p.device_id::text as device_id, d.sn, s.kind, d.product_id::text as product_id, m.product_key,
      s.node_type, gateway.sn as gateway_sn, g.unit, d.time_zone as place_zone, o.time_zone as organisation_zone, p.ending, p.firmware, p.script,
      (extract(epoch from p.begins_at) * 1000)::float8 as begins_ms, (extract(epoch from p.ends_at) * 1000)::float8 as ends_ms,
      (extract(epoch from d.activated_at) * 1000)::float8 as activated_ms
    from demo_past p join device_state s on s.device_id = p.device_id join device d on d.id = p.device_id
    join product m on m.id = d.product_id join organisation o on o.id = s.organisation_id
    left join device_gateway g on g.device_id = d.id left join device gateway on gateway.id = g.gateway_id
    where ${isPastWaiting}
    order by p.failures, p.device_id limit 1 for update of p skip locked for key share of s skip locked`.execute(trx)
  return rows[0]
}

export async function markWritten(
  trx: Transaction,
  { deviceId, life, now }: Readonly<{ deviceId: string; life: object; now: number }>,
): Promise<void> {
  await trx
    .updateTable('demoPast')
    .set({ life: JSON.stringify(life), writtenAt: iso(now) })
    .where('deviceId', '=', deviceId)
    .execute()
}

/** Lists what people did about the faults of a device, and the commands that they sent to it. */
export async function listActs(
  trx: Transaction,
  deviceId: string,
): Promise<Readonly<{ accountId: string; at: string }>[]> {
  const { rows } = await sql<{ accountId: string; at: string }>`
    select distinct a.account_id::text as account_id, a.at from fault_act a where a.account_id is not null and a.fault_id in (
      select id from fault_open where device_id = ${deviceId}::bigint
      union all select id from fault_record where device_id = ${deviceId}::bigint)
    union all select c.account_id::text, c.created_at from command c
    where c.device_id = ${deviceId}::bigint and c.account_id is not null`.execute(trx)
  return rows
}

export async function noteFailure(db: Db, deviceId: string): Promise<void> {
  await sql`update demo_past set failures = failures + 1 where device_id = ${deviceId}::bigint`.execute(db)
}

/** The end of the planned pasts, if there are any to write. */
export async function listWaiting(db: Db): Promise<Readonly<{ beginsMs: number; endsMs: number }> | undefined> {
  const { rows } = await sql<{ beginsMs: number | null; endsMs: number }>`
    select (extract(epoch from min(begins_at)) * 1000)::float8 as begins_ms, (extract(epoch from max(ends_at)) * 1000)::float8 as ends_ms
    from demo_past where ${isPastWaiting}`.execute(db)
  const [row] = rows
  return row === undefined || row.beginsMs === null ? undefined : { beginsMs: row.beginsMs, endsMs: row.endsMs }
}

/**
 * The partitions of the days of a past; each is made once, because the transaction that writes it is not repeated for
 * one.
 */
export async function makePartitions(
  db: Db,
  { beginsMs, endsMs }: Pick<Planned, 'beginsMs' | 'endsMs'>,
): Promise<void> {
  await sql`
    select create_partition(t.name, day::date)
    from partitioned_table t
    cross join lateral generate_series(date_trunc(t.period, ${dayOf(beginsMs)}::timestamp), ${dayOf(endsMs)}::timestamp, ('1 ' || t.period)::interval) as day
    where t.name in ('device_history_day', 'device_event', 'online_log', 'fault_record', 'fault_act', 'fault_excursion')
    order by t.name, day`.execute(db)
}

/**
 * Whether nothing has arrived from the device since its past was planned; the row is locked until the end of the
 * transaction.
 */
export async function isUnseen(trx: Transaction, deviceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from device_state where device_id = ${deviceId}::bigint and last_seen_at is null and not online for no key update`.execute(
    trx,
  )
  return rows.length > 0
}
