import { silentDays } from '@brigade/contract/statistics/drill.rules.ts'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { sql, type RawBuilder } from 'kysely'
import { channelPart, firmwarePart, isSeenBefore, placeOf } from '../../device/list/counted-devices.store.ts'
import type { Db } from '../../platform/db/database.ts'
import { atOneMoment, type Counting } from './counting.store.ts'
import { isAbove } from './owner-at.store.ts'
import { stagedIn } from './staging.store.ts'

/** Counts several measures of the devices at a moment, in one pass over them. */
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
const totals = ['devices', 'online', 'cooking', 'silent'] as const
type Column = (typeof counts)[number]
const own = (name: Column) => sql.ref(`own_${name}`)

/**
 * Devices that are equal in all that is counted are one cell. All of them are read in one statement: a stock is of one moment, in which each
 * device is with one owner.
 */
const takeCells = (db: Db, at: string) =>
  sql`
  create temp table staged_cell as
  select organisation_id, product_id, place, channel || '|' || warranty || '|' || firmware as part, count(*)::integer as many,
    (count(*) filter (where is_counted))::integer as devices, (count(*) filter (where online))::integer as online,
    (count(*) filter (where is_cooking))::integer as cooking, (count(*) filter (where is_silent))::integer as silent
  from (${fleetRows(at)}) as device group by 1, 2, 3, 4`.execute(db)

/**
 * `leaf`: the cells of organisations without others below them; `above`: those of all devices of the others, beside
 * those of the organisation itself. Most organisations are leaves, for which nothing is added up.
 */
const leaves = sql`(
  select c.* from staged_cell c where not exists (select from statistic_above a where a.ancestor_id = c.organisation_id)
  order by organisation_id, product_id, place, part
) as leaf`
const others = sql`(
  -- Integers, because a sum of bigint is numeric. Plus 0: the planner expects as many sums as rows and would sort the rows to have
  -- the sums in order; there are half as many sums.
  select a.ancestor_id + 0 as organisation_id, c.product_id, c.place, c.part, ${sql.join(
    counts.map((name) => sql`sum(${sql.ref(`c.${name}`)})::integer as ${sql.ref(name)}`),
  )}, ${sql.join(
    counts.map(
      (name) => sql`coalesce(sum(${sql.ref(`c.${name}`)}) filter (where a.depth = 0), 0)::integer as ${own(name)}`,
    ),
  )}
  from staged_cell c join statistic_above a on a.descendant_id = c.organisation_id and ${isAbove('a')} group by a.ancestor_id, 2, 3, 4 order by 1, 2, 3, 4
) as above`

type Moment = Readonly<{ takenAt: string; day: string }>

/** Stages leaves and others. `leaf` returns arrays of its organisation. */
async function stageStock(
  counting: Counting,
  { takenAt, day }: Moment,
  at: string,
  { leaf, above }: Readonly<{ leaf: RawBuilder<unknown>; above: RawBuilder<unknown> }>,
): Promise<void> {
  const moment = sql`${takenAt}::timestamptz, ${day}::date`
  await atOneMoment(counting, (trx) => takeCells(trx, at))
  await atOneMoment(counting, async (trx) => {
    await sql`analyze staged_cell`.execute(trx)
    await sql`
      insert into ${stagedIn('leaf_stock')} (taken_at, day, organisation_id, product_ids, places, parts, counts, devices, online, cooking, silent)
      select ${moment}, organisation_id, array_agg(product_id), array_agg(place), ${leaf} group by organisation_id`.execute(
      trx,
    )
  })
  await atOneMoment(counting, (trx) =>
    sql`
      insert into ${stagedIn('stock')} (taken_at, day, organisation_id, product_id, place, devices, online, cooking, silent,
        own_devices, own_online, own_cooking, own_silent, parts, counts, own_counts)
      select ${moment}, organisation_id, product_id, place, ${above}`.execute(trx),
  )
}

const list = (names: readonly RawBuilder<unknown>[], aggregate: string) =>
  sql.join(names.map((name) => sql`${sql.raw(aggregate)}(${name})`))

/** Stores the stocks of devices at a run. */
export const countFleet = (counting: Counting, moment: Moment): Promise<void> =>
  stageStock(counting, moment, moment.takenAt, {
    leaf: sql`array_agg(part), ${list(
      counts.map((name) => sql.ref(name)),
      'array_agg',
    )} from ${leaves}`,
    above: sql`${list([...totals.map((name) => sql.ref(name)), ...totals.map(own)], 'sum')},
      array_agg(part), array_agg(many), array_agg(own_many) from ${others} group by organisation_id, product_id, place`,
  })

/** For a day before the first run only the devices that were installed at its end are known. */
export const countPastFleet = (counting: Counting, { at, ...moment }: Moment & { at: string }): Promise<void> =>
  stageStock(counting, moment, at, {
    leaf: sql`array_agg(''::text), array_agg(0), array_agg(devices), array_agg(0), array_agg(0), array_agg(0)
      from ${leaves} where devices > 0`,
    above: sql`sum(devices), 0, 0, 0, sum(own_devices), 0, 0, 0, '{}'::text[], '{}'::integer[], null::integer[]
      from ${others} group by organisation_id, product_id, place having sum(devices) > 0`,
  })
