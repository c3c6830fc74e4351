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

/** `many`: all installed devices, whatever their date; parts are those of all, as their lists show them. */
const counts = ['many', 'devices', 'online', 'cooking', 'silent'] as const
const list = (prefix: string) => sql.join(counts.map((name) => sql.ref(`${prefix}${name}`)))

/**
 * Devices that are equal in all that is counted are one cell: those of an organisation itself, and for organisations with others below them
 * those of all. `own_…` is null where no other organisation is below: it would be the same.
 */
const cells = (at: string) => sql`
  cell as materialized (
    select organisation_id, product_id, place, channel || '|' || warranty || '|' || firmware as part, count(*)::integer as many,
      (count(*) filter (where is_counted))::integer as devices, (count(*) filter (where online))::integer as online,
      (count(*) filter (where is_cooking))::integer as cooking, (count(*) filter (where is_silent))::integer as silent
    from (${fleetRows(at)}) as device group by 1, 2, 3, 4
  ), above as (
    select a.ancestor_id, c.product_id, c.place, c.part, ${sql.join(counts.map((name) => sql`sum(${sql.ref(`c.${name}`)})`))}, ${sql.join(
      counts.map((name) => sql`sum(case when a.depth = 0 then ${sql.ref(`c.${name}`)} else 0 end)`),
    )}
    from cell c join statistic_above a on a.descendant_id = c.organisation_id group by 1, 2, 3, 4
  ), seen (organisation_id, product_id, place, part, ${list('')}, ${list('own_')}) as (
    select c.*, ${sql.join(counts.map(() => sql`null::bigint`))} from cell c
    where not exists (select from statistic_above a where a.ancestor_id = c.organisation_id)
    union all select * from above
    order by 1, 2, 3, 4
  )`

type Moment = Readonly<{ takenAt: string; day: string }>

/** Takes the stocks of devices at a run. Returns the number of rows. */
export async function writeFleetStock(db: Transaction, { takenAt, day }: Moment): Promise<number> {
  await forget(db, takenAt)
  const summed = (name: string) => sql`sum(${sql.ref(name)})`
  const { numAffectedRows } = await sql`
    insert into statistic_stock (taken_at, day, organisation_id, product_id, place, devices, online, cooking, silent,
      own_devices, own_online, own_cooking, own_silent, parts, counts, own_counts)
    with ${cells(takenAt)}
    select ${takenAt}::timestamptz, ${day}::date, organisation_id, product_id, place, ${sql.join(
      ['devices', 'online', 'cooking', 'silent', 'own_devices', 'own_online', 'own_cooking', 'own_silent'].map(summed),
    )}, array_agg(part), array_agg(many::integer), case when count(own_many) > 0 then array_agg(own_many::integer) end
    from seen group by organisation_id, product_id, place order by organisation_id, product_id, place`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Of a day before the first run the devices that were installed at its end are known, and nothing else. */
export async function writePastFleet(db: Transaction, { takenAt, day, at }: Moment & { at: string }): Promise<number> {
  await forget(db, takenAt)
  const { numAffectedRows } = await sql`
    insert into statistic_stock (taken_at, day, organisation_id, product_id, place, devices, online, cooking, silent,
      own_devices, own_online, own_cooking, own_silent, parts, counts, own_counts)
    with ${cells(at)}
    select ${takenAt}::timestamptz, ${day}::date, organisation_id, product_id, place, sum(devices), 0, 0, 0,
      sum(own_devices), 0, 0, 0, '{}', '{}', null
    from seen group by organisation_id, product_id, place having sum(devices) > 0 order by organisation_id, product_id, place`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

const forget = async (db: Transaction, takenAt: string) =>
  sql`delete from statistic_stock where taken_at = ${takenAt}::timestamptz`.execute(db)
