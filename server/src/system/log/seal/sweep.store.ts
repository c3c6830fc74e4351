import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/**
 * How long after a sweep first saw an operation it gets a line, in ms: for a call that has not written its own, and for
 * work without a call.
 */
export type Loose = Readonly<{ call: number; none: number }>

/** A sweep takes this many operations at a time. */
const maxConcurrent = 500

/**
 * Notes when the operations without a line were seen. The time counts from here, on the database's clock, and not from
 * when they happened: a transaction may have been open for hours. Those of a running job count from its end. A time
 * that lies ahead was seen before the clock was set back.
 */
export async function seeUnlined(db: Db): Promise<void> {
  await sql`
    update operation_unlined u set seen_at = clock_timestamp()
    where ctid in (
      select w.ctid from operation_unlined w
      where w.seen_at is null or w.seen_at > clock_timestamp()
        or exists (select from job j where j.operation_id = w.operation_id and j.status in ('waiting', 'running'))
      for update skip locked)`.execute(db)
}

/**
 * Writes lines for changes that no line seals: the call ended before it wrote its own, or there was no call. Operations
 * whose changes are already sealed are only forgotten. Returns the number of lines, and whether there may be more.
 */
export async function lineUnlined(db: Db, { call, none }: Loose): Promise<{ lines: number; isMore: boolean }> {
  const age = (ms: number) => sql`clock_timestamp() - make_interval(secs => ${ms / 1000})`
  const { rows } = await sql<{ lines: number; seen: number }>`
    with loose as (
      select u.ctid, u.operation_id, u.noted_at from operation_unlined u
      where u.seen_at <= ${age(Math.min(call, none))}
        and (u.seen_at <= ${age(Math.max(call, none))} or u.seen_at <= case
          when (select c.call from operation_change c where c.operation_id = u.operation_id and c.logged_at >= u.noted_at limit 1) = ''
          then ${age(none)} else ${age(call)} end)
        and not exists (select from operation_log l join operation_fresh f on f.line_id = l.id where l.operation_id = u.operation_id)
      limit ${maxConcurrent} for update skip locked
    ), forgotten as (
      delete from operation_unlined u using loose where u.ctid = loose.ctid
    ), operation as (
      select distinct operation_id from loose
    ), sealed as (
      select o.operation_id, bool_or(s.format = 1) as is_old, range_agg(s.change_ids) as ids
      from operation o join operation_log l using (operation_id) join operation_seal s on s.line_id = l.id and s.logged_at = l.logged_at
      group by 1
    ), left_over as (
      select c.operation_id, date_trunc('milliseconds', max(c.logged_at)) as logged_at, min(c.account_id) as account_id, min(c.call) as call,
        array_agg(distinct reader) filter (where reader is not null) as readers
      from operation o join operation_change c using (operation_id) left join sealed using (operation_id)
        left join lateral unnest(c.scope) as reader on true
      where sealed.is_old is not true and (sealed.ids is null or not c.id <@ sealed.ids)
      group by c.operation_id
    ), line as (
      insert into operation_log (operation_id, logged_at, account_id, account, organisation_id, address, module, operation,
        method, path, duration_ms, code, success, origin)
      select o.operation_id, o.logged_at, o.account_id, coalesce(a.account, ''), a.organisation_id, '', split_part(o.call, '.', 1),
        coalesce(substr(o.call, strpos(o.call, '.') + 1), ''), '', '', 0, 0, false, case o.call when '' then 'outside' else 'interrupted' end
      from left_over o left join account a on a.id = o.account_id
      returning id, operation_id, logged_at, organisation_id
    ), readable as (
      select l.id, l.logged_at, array(
        select t.ancestor_id from organisation_tree t where t.descendant_id = l.organisation_id
        union select o.id from organisation o where o.kind = 'platform'
        union select unnest(o.readers) order by 1) as readers
      from line l join left_over o using (operation_id)
    ), fresh as (
      insert into operation_fresh (line_id, logged_at, readers) select id, logged_at, readers from readable
    ), seen as (
      insert into operation_scope (organisation_id, logged_at, line_id) select unnest(readers), logged_at, id from readable
    )
    select (select count(*) from line)::int as lines, (select count(*) from loose)::int as seen`.execute(db)
  const [{ lines, seen } = { lines: 0, seen: 0 }] = rows
  return { lines, isMore: seen === maxConcurrent }
}
