import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Search words of the demo's people in the app. */
const words = ['roast duck', '烤鸭', 'sourdough', '欧包', 'steamed fish', '清蒸鱼', 'lasagne', '蛋挞']

/** Two months and a half, as long as the demo's statistics need. */
const pastDays = 75

/** `apps`: the app of each simulated phone, by its address. */
type Past = Readonly<{
  at: number
  zone: string
  apps: readonly Readonly<{ email: string; type: string; version: string; system: string }>[]
}>

/**
 * The past of the demo's people: in the app on most days since they registered, at most for some weeks, with a sign-in
 * that is still valid, and searching for a few dishes repeatedly. It is derived from their ids, so that it is the same in
 * each new demo.
 */
export async function insertDemoPast(db: Db, { at, zone, apps }: Past): Promise<void> {
  const now = sql`${new Date(at).toISOString()}::timestamptz`
  await sql`
    with person as (
      select u.id, greatest(u.created_at, ${now} - make_interval(days => ${pastDays})) as since, row_number() over (order by u.id) as place
      from app_user u)
    insert into app_user_day (app_user_id, day, calls)
    select p.id, day::date, 3 + (p.place * 7 + extract(day from day)::int * 5) % 40
    from person p cross join lateral generate_series(
      (p.since at time zone ${zone})::date::timestamp, ((${now}) at time zone ${zone})::date::timestamp - interval '1 day', '1 day') as day
    -- A person is in the app on the day on which they register.
    where (p.place * 3 + extract(doy from day)::int) % 5 <> 0 or day::date = (p.since at time zone ${zone})::date`.execute(
    db,
  )
  // Signed in when they registered, or again some weeks ago; last in the app in the evening of their last day there.
  await sql`
    update app_user u set
      last_login_at = greatest(u.created_at, date_trunc('day', ${now} - make_interval(days => 12 + (row.place * 11 % 50)::int))
        + make_interval(hours => (2 + row.place % 9)::int, mins => (row.place * 17 % 60)::int)),
      last_call_at = greatest(u.created_at, (row.day::timestamp + make_interval(hours => (16 + row.place % 5)::int, mins => (row.place * 23 % 60)::int)) at time zone ${zone})
    from (select p.id, row_number() over (order by p.id) as place, (select max(day) from app_user_day d where d.app_user_id = p.id) as day from app_user p) as row
    where row.id = u.id`.execute(db)
  // Each person gets one version of the app after its release: the one that a played phone will report, if there is
  // one.
  await sql`
    insert into app_installation (app_user_id, type, version, system, first_seen_at, last_call_at)
    select u.id, v.type, v.version, coalesce(own.system, ''), greatest(u.created_at, v.released_on::timestamptz + make_interval(days => (row.place % 9)::int)), u.last_call_at
    from (select id, row_number() over (order by id) as place from app_user) as row join app_user u on u.id = row.id
    left join jsonb_to_recordset(${JSON.stringify(apps)}::jsonb) as own (email text, type text, version text, system text) on own.email = u.email
    join (select *, row_number() over (order by type, version) as turn, count(*) over () as turns from app_version) as v
      on case when own.email is null then v.turn = 1 + row.place % v.turns else (v.type, v.version) = (own.type, own.version) end
    where u.last_call_at > greatest(u.created_at, v.released_on::timestamptz + make_interval(days => (row.place % 9)::int))`.execute(
    db,
  )
  // Three people search for a dish within one week, each at a different hour.
  await sql`
    insert into app_search (app_user_id, words, found, searched_at)
    select d.app_user_id, w.words, case when w.place = 8 then 0 else 1 + w.place % 4 end, search.at
    from app_user_day d join app_user u on u.id = d.app_user_id cross join unnest(${words}::text[]) with ordinality as w (words, place)
    cross join lateral (select (d.day::timestamp + (9 + (w.place * 3 + d.app_user_id) % 11) * interval '1 hour'
      + (d.app_user_id * 7) % 50 * interval '1 minute') at time zone ${zone} as at) as search
    where search.at > u.created_at and (extract(doy from d.day)::int + w.place * 2 + d.app_user_id) % 4 = 0 and w.place <= 2 + extract(doy from d.day)::int % 7`.execute(
    db,
  )
}
