import { sql } from 'kysely'
import { atOneMoment, type Counting } from './counting.store.ts'
import { activeRows, peopleRows, seats } from './people.store.ts'
import type { Window } from './source.store.ts'
import { stage, stagedIn } from './staging.store.ts'

/** Stores the number of people as the stock of a run. */
export const countPeople = (
  counting: Counting,
  { takenAt, day, at }: Readonly<{ takenAt: string; day: string; at: string }>,
) =>
  atOneMoment(counting, (trx) =>
    sql`
    insert into ${stagedIn('people')} (taken_at, day, organisation_id, places, parts, counts, own_counts)
    select ${takenAt}::timestamptz, ${day}::date, organisation_id, array_agg(place), array_agg(part), array_agg(many), array_agg(own)
    from (
      select * from (
        -- Plus 0: the planner expects as many counts as people, and would sort the people to have the counts in order.
        select organisation_id + 0 as organisation_id, place, part, count(*)::integer as many,
          (count(*) filter (where is_own))::integer as own
        -- Each person's app is looked up once, not once in each organisation.
        from (${seats(sql`${peopleRows(at)} offset 0`)}) as p group by p.organisation_id, 2, 3 offset 0
      ) as counted order by organisation_id, place, part
    ) as part group by organisation_id`.execute(trx),
  )

export const countActive = (counting: Counting, day: string, window: Pick<Window, 'to'>) =>
  atOneMoment(counting, (trx) =>
    stage(
      trx,
      'active',
      { measures: ['active'], day },
      sql`select ${day}::date, organisation_id, array_agg(place), array_agg(daily), array_agg(weekly), array_agg(monthly)
      from (select * from (${activeRows(day, window)}) as r order by organisation_id, place) as active group by organisation_id`,
    ),
  )
