import { sql, type RawBuilder } from 'kysely'
import { turnRows } from '../../customer/owner-turns.store.ts'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * Decides whose a past is. An event of a device belongs to its owner at that time, with the model and place of that
 * time. Most devices have not changed since before the counted time: only the others are looked up, in a table of their
 * changes that a run keeps until it ends. `device`: one device alone, for this transaction.
 */
export async function prepareOwners(db: Db, from: string, device?: string): Promise<void> {
  const [only, until] =
    device === undefined ? [sql``, sql``] : [sql`and device_id = ${device}::bigint`, sql`on commit drop`]
  await sql`create temp table statistic_turn ${until} as ${turnRows(sql`${turnedAfter(from)} ${only}`)}`.execute(db)
  await sql`create index on statistic_turn (device_id)`.execute(db)
  await sql`analyze statistic_turn`.execute(db)
}

/**
 * Looks up devices that have changed hands since the run began, so that what it counts next, at one moment, belongs to
 * the owners at that moment.
 */
export async function followOwners(db: Db, since: string): Promise<void> {
  const turned = sql`select device_id from device_owner where not is_first and since >= ${since}::timestamptz`
  await sql`
    with gone as (delete from statistic_turn where device_id in (${turned}))
    insert into statistic_turn ${turnRows(turned)}`.execute(db)
}

/** Devices that turned after a moment. */
export const turnedAfter = (from: string): RawBuilder<unknown> =>
  sql`select device_id from device_owner where not is_first and since > ${from}::timestamptz`

/** Joins `o`, the owner of a device at a moment if it has changed since, and `s`, its present state. */
export const ownerAt = (device: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  join device_state s on s.device_id = ${device}
  left join statistic_turn o on o.device_id = ${device} and o.since <= ${at} and o.until > ${at}`

const atTime = (column: string) => sql`coalesce(${sql.ref(`o.${column}`)}, ${sql.ref(`s.${column}`)})`

/**
 * Columns of the owner that `ownerAt` finds. `named`: if the device has not changed hands, its row contains the owner,
 * also from before changes were recorded. A late row contains the owner at its arrival, so recorded changes take
 * precedence.
 */
export const owned = {
  organisation: atTime('organisation_id'),
  product: atTime('product_id'),
  place: sql`case when o.device_id is null then ${placeOf('s')} else o.place end`,
  kind: atTime('kind'),
  isInstalled: atTime('installed'),
  named: (organisation: string) => sql`coalesce(o.organisation_id, ${sql.ref(organisation)})`,
} as const

/** Moments (`at`) at which devices or organisations turned since: a count before may not have seen them. */
export const turnedSince = (since: string): RawBuilder<unknown> => sql`
  select o.since as at from device_owner o where not o.is_first and o.since >= ${since}::timestamptz
  union all
  select p.since from organisation_tree_past p where isfinite(p.since) and p.since >= ${since}::timestamptz`

/**
 * The organisations above others, with the times between which they were: `statistic_above` has them of all that have, or in the counted
 * time had, others below them. `statistic_mover` has those that did not stay where they were.
 */
export async function prepareTree(db: Db, from: string): Promise<void> {
  const past = sql`organisation_tree_past p where p.until > ${from}::timestamptz`
  await sql`
    create temp table statistic_above as
    with parent as materialized (
      select parent_id as id from organisation where parent_id is not null union select p.ancestor_id from ${past}
    )
    select t.ancestor_id, t.descendant_id, t.depth, coalesce(p.since, '-infinity') as since, 'infinity'::timestamptz as until
    from organisation_tree t
    left join organisation_tree_past p
      on p.ancestor_id = t.ancestor_id and p.descendant_id = t.descendant_id and p.until = 'infinity'
    where t.ancestor_id in (select id from parent)
    union all
    -- Where it is not of today's tree: ended, or of an organisation that is gone.
    select p.ancestor_id, p.descendant_id, case when p.ancestor_id = p.descendant_id then 0 else 1 end, p.since, p.until from ${past}
      and (p.until < 'infinity' or not exists (
        select from organisation_tree t where t.ancestor_id = p.ancestor_id and t.descendant_id = p.descendant_id))`.execute(
    db,
  )
  await sql`create temp table statistic_mover as select distinct p.descendant_id as organisation_id from ${past}
    and (p.since > ${from}::timestamptz or p.until < 'infinity')`.execute(db)
  // The planner expects few rows, but there may be many: without the index each of them would read the whole table.
  await sql`create index on statistic_above (ancestor_id)`.execute(db)
  await sql`analyze statistic_above, statistic_mover`.execute(db)
}

/** Every pair, organisations without others below them included. Most have never moved, and are read as they are. */
export const treeThen: RawBuilder<unknown> = sql`
  select t.ancestor_id, t.descendant_id, '-infinity'::timestamptz as since, 'infinity'::timestamptz as until from organisation_tree t
  where not exists (select from statistic_mover m where m.organisation_id = t.descendant_id)
  union all
  select h.ancestor_id, h.descendant_id, h.since, h.until from organisation_tree_then h
  where h.descendant_id in (select organisation_id from statistic_mover)`

/** Whether a pair of `statistic_above` was in force at a moment; without one, whether it is now. */
export const isAbove = (a: string, at?: RawBuilder<unknown>): RawBuilder<unknown> =>
  at === undefined
    ? sql`${sql.ref(`${a}.until`)} = 'infinity'`
    : sql`${sql.ref(`${a}.since`)} <= ${at} and ${sql.ref(`${a}.until`)} > ${at}`

/** The last moment of a window: a number of a day belongs to the owner at its end. */
export const lastOf = (to: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${to} - interval '1 microsecond')`

/** Whether an organisation was below another, or itself, at a moment. */
export const wasBelow = (
  organisation: RawBuilder<unknown>,
  above: string,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`exists (
  select from organisation_tree_then h where h.ancestor_id = ${above}::bigint and h.descendant_id = ${organisation}
    and h.since <= ${at} and h.until > ${at})`

/** Whether an organisation that is below another now has been so since before a day, or was for all of it. */
export const wasBelowAllDay = (
  organisation: RawBuilder<unknown>,
  above: string,
  { day, zone }: Readonly<{ day: RawBuilder<unknown>; zone: string }>,
): RawBuilder<unknown> => {
  const pair = sql`select from organisation_tree_past h where h.ancestor_id = ${above}::bigint and h.descendant_id = ${organisation}`
  const [begins, ends] = [
    sql`${day}::timestamp at time zone ${zone}`,
    sql`(${day} + 1)::timestamp at time zone ${zone}`,
  ]
  return sql`(not exists (${pair} and h.until = 'infinity' and h.since > ${begins})
    or exists (${pair} and h.since <= ${begins} and h.until >= ${ends}))`
}

/** Deletes changes of ownership from before any stored figure, and what is kept of deleted devices. */
export const passedOwners = (before: RawBuilder<unknown>): Readonly<Record<string, RawBuilder<unknown>>> => ({
  // The fact that a device is deleted is kept until its earlier rows are deleted.
  device_owner: sql`since < ${before} and (
    exists (select from device_owner later where later.device_id = device_owner.device_id and later.since > device_owner.since
      and later.since < ${before})
    or (organisation_id is null and not exists (
      select from device_owner earlier where earlier.device_id = device_owner.device_id and earlier.since < device_owner.since)))`,
  organisation_tree_past: sql`until < ${before}`,
  statistic_departed: sql`at < ${before}`,
})
