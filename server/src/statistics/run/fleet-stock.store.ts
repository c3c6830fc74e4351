import { silentDays } from '@brigade/contract/statistics/drill.rules.ts'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { sql, type RawBuilder } from 'kysely'
import { channelPart, firmwarePart, isSeenBefore, placeOf } from '../../device/list/counted-devices.store.ts'
import type { Transaction } from '../../platform/db/database.ts'

/** What is counted of devices at a moment, in one reading of them. */
export const fleetRows = (at: string): RawBuilder<unknown> => {
  const silentFor = (days: number) => isSeenBefore('s', sql`${at}::timestamptz - ${days} * interval '1 day'`)
  return sql`
    select s.organisation_id, s.product_id, ${placeOf('s')} as place,
      ${channelPart('s')} as channel, ${firmwarePart('m')} as firmware,
      case when d.warranty_until is null then 'unregistered' when d.warranty_until > ${at}::timestamptz then 'in' else 'over' end as warranty,
      coalesce(d.installed_at, s.created_at) <= ${at}::timestamptz as is_counted, s.online,
      s.kind = 'oven' and s.online and s.work_state = ${workStateNumber.cooking} as is_cooking,
      case s.kind when 'oven' then ${silentFor(silentDays.oven)} else ${silentFor(silentDays.cooler)} end as is_silent
    from device_state s join device d on d.id = s.device_id
    left join device_module m on m.device_id = s.device_id and m.module = 'default'
    where s.installed`
}

/**
 * Cells of devices that are equal in all that is counted: those of the organisation itself, and for organisations with others below them
 * those of all. `isLeaf`: there is no other organisation below.
 */
const cells = (at: string) => sql`
  cell as materialized (
    select organisation_id, product_id, place, channel, warranty, firmware, count(*) as many,
      count(*) filter (where is_counted) as devices, count(*) filter (where online) as online,
      count(*) filter (where is_cooking) as cooking, count(*) filter (where is_silent) as silent
    from (${fleetRows(at)}) as device group by 1, 2, 3, 4, 5, 6
  ), seen as materialized (
    select c.*, true as is_leaf, true as is_own from cell c
    where not exists (select from statistic_above a where a.ancestor_id = c.organisation_id)
    union all
    select a.ancestor_id, c.product_id, c.place, c.channel, c.warranty, c.firmware, c.many, c.devices, c.online, c.cooking, c.silent,
      false, a.depth = 0
    from cell c join statistic_above a on a.descendant_id = c.organisation_id
  )`

const numbers = sql`
  select organisation_id, product_id, place, bool_and(is_leaf) as is_leaf, sum(devices) as devices, sum(online) as online,
    sum(cooking) as cooking, sum(silent) as silent,
    sum(devices) filter (where is_own) as own_devices, sum(online) filter (where is_own) as own_online,
    sum(cooking) filter (where is_own) as own_cooking, sum(silent) filter (where is_own) as own_silent
  from seen group by 1, 2, 3`

/** `many`, not `devices`: parts are those of all installed devices, as their lists show them. */
const partsOfCells = sql`
  select organisation_id, product_id, place, array_agg(part order by part) as parts, array_agg(many order by part) as counts,
    array_agg(own order by part) as own_counts
  from (
    select organisation_id, product_id, place, p.part, sum(many)::integer as many, coalesce(sum(many) filter (where is_own), 0)::integer as own
    from seen cross join lateral (values ('channel|' || channel), ('warranty|' || warranty), ('firmware|' || firmware)) as p (part)
    group by 1, 2, 3, 4
  ) as part group by 1, 2, 3`

type Moment = Readonly<{ takenAt: string; day: string }>

/** Takes the stocks of devices at a run. Returns the number of rows. */
export async function writeFleetStock(db: Transaction, { takenAt, day }: Moment): Promise<number> {
  await forget(db, takenAt)
  const own = (column: string) => sql`case when n.is_leaf then null else coalesce(${sql.ref(`n.own_${column}`)}, 0) end`
  const { numAffectedRows } = await sql`
    insert into statistic_stock (taken_at, day, organisation_id, product_id, place, devices, online, cooking, silent,
      own_devices, own_online, own_cooking, own_silent, parts, counts, own_counts)
    with ${cells(takenAt)}, number as (${numbers}), part as (${partsOfCells})
    select ${takenAt}::timestamptz, ${day}::date, n.organisation_id, n.product_id, n.place, n.devices, n.online, n.cooking, n.silent,
      ${own('devices')}, ${own('online')}, ${own('cooking')}, ${own('silent')},
      p.parts, p.counts, case when n.is_leaf then null else p.own_counts end
    from number n join part p using (organisation_id, product_id, place)
    order by n.organisation_id, n.product_id, n.place`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Of a day before the first run the devices that were installed at its end are known, and nothing else. */
export async function writePastFleet(db: Transaction, { takenAt, day, at }: Moment & { at: string }): Promise<number> {
  await forget(db, takenAt)
  const { numAffectedRows } = await sql`
    insert into statistic_stock (taken_at, day, organisation_id, product_id, place, devices, online, cooking, silent,
      own_devices, own_online, own_cooking, own_silent, parts, counts, own_counts)
    with ${cells(at)}, number as (${numbers})
    select ${takenAt}::timestamptz, ${day}::date, organisation_id, product_id, place, devices, 0, 0, 0,
      case when is_leaf then null else coalesce(own_devices, 0) end, 0, 0, 0, '{}', '{}', null
    from number where devices > 0 order by organisation_id, product_id, place`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

const forget = async (db: Transaction, takenAt: string) =>
  sql`delete from statistic_stock where taken_at = ${takenAt}::timestamptz`.execute(db)
