import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Search words of the demo's people in the app. */
const words = ['roast duck', '烤鸭', 'sourdough', '欧包', 'steamed fish', '清蒸鱼', 'lasagne', '蛋挞']

/**
 * The past of the demo's people: registered in the last ten weeks, in the app on most days, and searching for a few
 * dishes repeatedly. It is derived from their ids, so that it is the same in each new demo.
 */
export async function insertDemoPast(db: Db, at: number, zone: string): Promise<void> {
  const now = sql`${new Date(at).toISOString()}::timestamptz`
  await sql`
    with person as (
      update app_user u set created_at = ${now} - (6 + (row.place * 13) % 70) * interval '1 day'
      from (select id, row_number() over (order by id) as place from app_user) as row where row.id = u.id
      returning u.id, u.created_at, row.place)
    insert into app_user_day (app_user_id, day, calls)
    select p.id, day::date, 3 + (p.place * 7 + extract(day from day)::int * 5) % 40
    from person p cross join lateral generate_series(
      (p.created_at at time zone ${zone})::date::timestamp, ((${now}) at time zone ${zone})::date::timestamp - interval '1 day', '1 day') as day
    where (p.place * 3 + extract(doy from day)::int) % 5 <> 0`.execute(db)
  // Three people search for a dish within a week, each at another hour.
  await sql`
    insert into app_search (app_user_id, words, found, searched_at)
    select d.app_user_id, w.words, case when w.place = 8 then 0 else 1 + w.place % 4 end,
      (d.day::timestamp + (9 + (w.place * 3 + d.app_user_id) % 11) * interval '1 hour' + (d.app_user_id * 7) % 50 * interval '1 minute')
        at time zone ${zone}
    from app_user_day d cross join unnest(${words}::text[]) with ordinality as w (words, place)
    where (extract(doy from d.day)::int + w.place * 2 + d.app_user_id) % 4 = 0 and w.place <= 2 + extract(doy from d.day)::int % 7`.execute(
    db,
  )
}
