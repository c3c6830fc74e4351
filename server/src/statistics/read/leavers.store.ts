import { sql, type RawBuilder } from 'kysely'
import { turnRows } from '../../customer/owner-turns.store.ts'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import type { Db } from '../../platform/db/database.ts'
import { reachDays } from '../run/departed.store.ts'
import { turnedAfter } from '../run/owner-at.store.ts'

/** Devices that belonged to a scope in a past time and no longer do. */

export type MovedAsk = Readonly<{
  organisationId: string
  /** The days that a figure is of, and the same as moments, as far as they are counted. */
  days: Readonly<{ from: string; to: string }>
  span: Readonly<{ from: string; to: string }>
  zone: string
  products: readonly string[] | null
  place: number | null
}>

/** With more changed devices than this, nothing is read, because a person waits for the screen. */
const maxTurnedRows = 20_000

/** Devices whose owner, or whose organisation's place in the tree, changed since a moment. */
export const movedSince = (from: string): RawBuilder<unknown> => sql`
  ${turnedAfter(from)}
  union select s.device_id from device_state s where s.organisation_id in (
    select descendant_id from organisation_tree_past p where isfinite(p.since) and p.since > ${from}::timestamptz)`

/** Whether any device has changed hands since a moment, and not too many. A deleted one counts too. */
export async function mayHaveMoved(db: Db, from: string): Promise<boolean> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from (${movedSince(from)} limit ${maxTurnedRows + 1}) as moved`.execute(db)
  const many = rows[0]?.many ?? 0
  return many > 0 && many <= maxTurnedRows
}

export const narrowed = (
  { products, place }: Pick<MovedAsk, 'products' | 'place'>,
  product: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`${products === null ? sql`true` : sql`${product} = any(${products}::bigint[])`} and ${place === null ? sql`true` : sql`${at} = ${place}`}`

/** Whether a device belongs to it now, by the same filters. */
export const isHere = (device: RawBuilder<unknown>, ask: MovedAsk): RawBuilder<unknown> => sql`exists (
  select from device_state s join organisation_tree t on t.descendant_id = s.organisation_id
  where s.device_id = ${device} and t.ancestor_id = ${ask.organisationId}::bigint
    and ${narrowed(ask, sql`s.product_id`, placeOf('s'))})`

/**
 * Decides which devices a figure is counted over: those that were there in any part of the time, at the end of a day,
 * at the run in which a day became known, or at the last of these. The tree is the one by which the figure was added
 * up.
 */
export type Stay = Readonly<{ when: 'time' | 'dayEnds' | 'runs' | 'lastRun'; isInstalled: boolean }>

/** The beginning of the day of a moment; a moment after the counted time is in none of its days. */
const dayOf = (at: string, zone: string) => {
  const moment = sql.ref(at)
  return sql`case when isfinite(${moment}) then day_start((${moment} at time zone ${zone})::date, ${zone}) else ${moment} end`
}
const endOf = (at: string, { span, zone }: MovedAsk) =>
  sql`case when ${sql.ref(at)} >= ${span.to}::timestamptz then 'infinity' else ${dayOf(at, zone)} end`

/**
 * The runs by which days are known, with their moments. A day before the first run is counted later, with its state at
 * that time.
 */
const runsOf = ({ days, zone }: MovedAsk, isLast: boolean) => sql`
  select distinct on (r.day) coalesce(r.began_at, r.due_at) as seen_at,
    case when r.outcome = 'reconstructed' then day_start(r.day + 1, ${zone}) else r.due_at end as of
  from statistic_run r where r.outcome in ('succeeded', 'reconstructed')
    and r.day >= ${isLast ? days.to : days.from}::date and r.day <= ${days.to}::date
  order by r.day, r.due_at desc`

function whenOf({ when }: Stay, ask: MovedAsk): RawBuilder<unknown> {
  const { span, zone } = ask
  if (when === 'runs' || when === 'lastRun')
    return sql`exists (select from (${runsOf(ask, when === 'lastRun')}) as run
      where run.of >= stay.begins and run.seen_at >= stay.since and run.seen_at < stay.until
        and run.seen_at >= h.since and run.seen_at < h.until)`
  const begins = sql`greatest(stay.since, stay.begins)`
  const [from, until] =
    when === 'time'
      ? [begins, sql`stay.until`]
      : [sql`greatest(${dayOf('stay.since', zone)}, ${dayOf('stay.begins', zone)})`, endOf('stay.until', ask)]
  return sql`${begins} < ${span.to}::timestamptz and h.since < ${span.to}::timestamptz
    and greatest(${from}, ${dayOf('h.since', zone)}, ${span.from}::timestamptz)
      < least(${until}, ${endOf('h.until', ask)}, ${span.to}::timestamptz)`
}

/**
 * `had`: devices that were there and are not any more. `is_unkept`: it was deleted, and rows from before are kept no further back than some
 * days before that.
 */
const had = (stay: Stay, ask: MovedAsk): RawBuilder<unknown> => sql`
  moved as materialized (${movedSince(ask.span.from)}),
  turn as materialized (${turnRows(sql`select device_id from moved`)}),
  stay as materialized (
    select t.device_id, t.organisation_id, t.since, t.until, ${
      stay.isInstalled
        ? sql`coalesce(t.installed_at, (select min(f.since) from device_owner f where f.device_id = t.device_id))`
        : sql`'-infinity'::timestamptz`
    } as begins
    from turn t where ${stay.isInstalled ? sql`t.installed` : sql`true`} and ${narrowed(ask, sql`t.product_id`, sql`t.place`)}
  ),
  was as materialized (
    select stay.device_id, min(greatest(stay.since, stay.begins, h.since, ${ask.span.from}::timestamptz)) as since
    from stay join organisation_tree_then h
      on h.ancestor_id = ${ask.organisationId}::bigint and h.descendant_id = stay.organisation_id
    where ${whenOf(stay, ask)} group by 1
  ),
  had as materialized (
    select was.device_id, coalesce(was.since < (
      select max(g.since) from device_owner g where g.device_id = was.device_id and g.organisation_id is null
    ) - ${reachDays} * interval '1 day', false) as is_unkept
    from was where not ${isHere(sql`was.device_id`, ask)}
  )`

type Leavers = Readonly<{ ids: readonly string[]; isUnkept: boolean }>

/** Finds devices that a figure was counted over and that are not there any more. */
export async function findLeavers(db: Db, stay: Stay, ask: MovedAsk): Promise<Leavers> {
  const { rows } = await sql<{ ids: string[] | null; unkept: boolean | null }>`
    with ${had(stay, ask)}
    select array_agg(device_id::text) as ids, bool_or(is_unkept) as unkept from had`.execute(db)
  return { ids: rows[0]?.ids ?? [], isUnkept: rows[0]?.unkept ?? false }
}
