import type { AttentionKind } from '@brigade/contract/statistics/statistics.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { sql, type RawBuilder } from 'kysely'
import { within } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { isOpenFault, isRunningExcursion } from '../../fault/list/counted-faults.store.ts'
import { isUrgent, isWrongNow, urgentKind } from '../../fault/list/urgent.store.ts'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import type { Narrowing } from './taken.store.ts'

/** A counted device that cooks now, for this screen and the data wall. */
export const cooksNow = sql`online and kind = 'oven' and work_state = ${sql.lit(workStateNumber.cooking)}`

type LiveDevices = Readonly<{ installed: number; online: number; ovensOnline: number; cooking: number }>

/** From the counters that the database keeps; of one place, which they do not know, from the states. */
export async function countDevices(db: Db, { organisationId, products, place }: Narrowing): Promise<LiveDevices> {
  const isOne = products === null ? sql`true` : sql`c.product_id = any(${products}::bigint[])`
  const counted =
    place === null
      ? sql`select kind, online, work_state, within as devices from device_total_now c
          where c.organisation_id = ${organisationId}::bigint and ${isOne}`
      : sql`select c.kind, c.online, coalesce(c.work_state, -1) as work_state, 1 as devices from device_state c
          where c.installed and c.organisation_id in (${within(db, { organisationId })}) and ${isOne} and ${placeOf('c')} = ${place}`
  const { rows } = await sql<LiveDevices>`
    select coalesce(sum(devices), 0)::int as installed, coalesce(sum(devices) filter (where online), 0)::int as online,
      coalesce(sum(devices) filter (where online and kind = 'oven'), 0)::int as ovens_online,
      coalesce(sum(devices) filter (where ${cooksNow}), 0)::int as cooking
    from (${counted}) as counted`.execute(db)
  return rows[0] ?? { installed: 0, online: 0, ovensOnline: 0, cooking: 0 }
}

const openWithin = (db: Db, { organisationId, products, place }: Narrowing): RawBuilder<unknown> => {
  const isOne = products === null ? sql`true` : sql`f.product_id = any(${products}::bigint[])`
  const isThere =
    place === null
      ? sql`true`
      : sql`exists (select from device_state s where s.device_id = f.device_id and ${placeOf('s')} = ${place})`
  return sql`from fault_open f where f.organisation_id in (${within(db, { organisationId })}) and ${isOne} and ${isThere}`
}

export async function countFaults(
  db: Db,
  narrowing: Narrowing,
): Promise<Readonly<{ open: number; devices: number; excursions: number }>> {
  const { rows } = await sql<{ open: number; devices: number; excursions: number }>`
    select count(*) filter (where ${isOpenFault('f')})::int as open,
      count(distinct f.device_id) filter (where ${isOpenFault('f')})::int as devices,
      count(*) filter (where ${isRunningExcursion('f')})::int as excursions
    ${openWithin(db, narrowing)}`.execute(db)
  return rows[0] ?? { open: 0, devices: 0, excursions: 0 }
}

/**
 * Messages per second in the newest five seconds that each connector counted. Connectors count zeros too; null means
 * that none has counted recently.
 */
export async function findRate(db: Db, now: string): Promise<number | null> {
  const { rows } = await sql<{ rate: number | null }>`
    select (sum(received) / 5.0)::double precision as rate from (
      select distinct on (connector_id) received from message_rate
      where counted_at > ${now}::timestamptz - interval '15 seconds' and counted_at <= ${now}::timestamptz
      order by connector_id, counted_at desc) as newest`.execute(db)
  return rows[0]?.rate ?? null
}

/** Messages a second in the busiest minute since a moment. */
export async function findPeakRate(db: Db, now: string, since: string): Promise<number | null> {
  const { rows } = await sql<{ peak: number | null }>`
    select (max(received) / 60.0)::double precision as peak from (
      select sum(received) as received from message_rate
      where counted_at >= ${since}::timestamptz and counted_at <= ${now}::timestamptz group by date_trunc('minute', counted_at)
    ) as minute`.execute(db)
  return rows[0]?.peak ?? null
}

export type Found = Readonly<{
  kind: AttentionKind
  deviceKind: DeviceKind | null
  count: number
  shelved: number
  since: string | null
  id: string | null
}>

/** Active records that need attention, by kind of device, with the oldest one; shelved ones are counted separately. */
export async function findUrgent(db: Db, organisationId: string, now: string): Promise<readonly Found[]> {
  const { rows } = await sql<Found>`
    select kind, device_kind, count(*) filter (where is_now)::int as count, count(*) filter (where not is_now)::int as shelved,
      min(raised_at) filter (where is_now) as since, (array_agg(id::text order by raised_at, id) filter (where is_now))[1] as id
    from (
      select f.id, f.device_kind, f.raised_at, ${isWrongNow(now)} as is_now, case ${urgentKind} when 'excursion' then 'excursions' else ${urgentKind} end as kind
      ${openWithin(db, { organisationId, products: null, place: null })} and ${isUrgent}
    ) as record group by 1, 2 having bool_or(is_now)
    order by array_position(array['critical', 'excursions', 'offline'], kind), device_kind desc`.execute(db)
  return rows
}

/** Upgrade tasks that wait for an approval. */
export async function findWaiting(db: Db): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select 'firmware' as kind, null as device_kind, count(*)::int as count, 0 as shelved, min(updated_at) as since,
      (array_agg(id::text order by updated_at, id))[1] as id
    from upgrade_task where status = 'EXAMINE_WAIT' having count(*) > 0`.execute(db)
  return rows[0]
}

/** Imports of an account that refused rows, as long as their jobs are kept. */
export async function findRefused(db: Db, accountId: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select 'imports' as kind, null as device_kind, count(*)::int as count, 0 as shelved, min(finished_at) as since,
      (array_agg(id::text order by finished_at desc, id desc))[1] as id
    from job where account_id = ${accountId}::bigint and finished_at is not null and failed > 0
      and kind ~ '\\.import' having count(*) > 0`.execute(db)
  return rows[0]
}

/** Whether anybody who acknowledges faults, here or above, can be reached by e-mail. */
export async function isAnybodyMailed(db: Db, organisationId: string): Promise<boolean> {
  const { rows } = await sql<{ mailed: boolean }>`
    select exists (
      select from account a join role r on r.id = a.role_id left join account_notify n on n.account_id = a.id
      where a.enabled and r.enabled and a.email <> '' and coalesce(n.email, true) and n.bad_address is distinct from a.email
        and a.organisation_id in (
          select ancestor_id from organisation_tree where descendant_id = ${organisationId}::bigint
          union all select descendant_id from organisation_tree where ancestor_id = ${organisationId}::bigint)
        and (r.key = 'administrator' or exists (
          select from role_menu rm join menu m on m.id = rm.menu_id
          where rm.role_id = r.id and m.enabled and m.operation_code = 'fault:acknowledge'))) as mailed`.execute(db)
  return rows[0]?.mailed ?? false
}
