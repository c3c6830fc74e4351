import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { lastApp, lastCalls } from '../../app-user/staff/counted-users.store.ts'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import type { Window } from './source.store.ts'

/**
 * The organisations that people belong to: each one in which, or below which, somebody has a device now. A person counts once in each, at
 * the place of the device that was bound last there; the platform has everybody. `people` returns `person` and further columns.
 * `prepareSeats` has to be called first in the transaction.
 */
export const seats = (people: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select p.*, seat.organisation_id, seat.place, seat.is_own from (${people}) as p
  join statistic_seat seat on seat.person = p.person`

/** The organisations of each person. Eight counts of a run read them, so they are worked out once. */
export const seatRows = (): RawBuilder<unknown> => sql`
  select * from (
    select distinct on (bound.person, t.ancestor_id) bound.person, t.ancestor_id as organisation_id, bound.place,
      bool_or(t.depth = 0) over (partition by bound.person, t.ancestor_id) as is_own
    from (
      select b.app_user_id as person, b.bound_at, b.id, s.organisation_id, ${placeOf('s')} as place
      from device_binding b join device_state s on s.device_id = b.device_id where b.unbound_at is null
    ) as bound join organisation_tree t on t.descendant_id = bound.organisation_id
    order by bound.person, t.ancestor_id, bound.bound_at desc, bound.id desc
  ) as bound
  union all
  select u.id, (select id from organisation where parent_id is null), 0, false from app_user u
  where not exists (
    select from device_binding b join device_state s on s.device_id = b.device_id
    where b.app_user_id = u.id and b.unbound_at is null)`

/** Puts the seats into a table that ends with the run. */
export async function prepareSeats(db: Db): Promise<void> {
  await sql`create temp table statistic_seat as ${seatRows()}`.execute(db)
  await sql`analyze statistic_seat`.execute(db)
}

/** Registered people at a moment, by the type of the app that they used last. */
export const peopleRows = (at: string): RawBuilder<unknown> => sql`
  select u.id as person, ${lastApp(sql.ref('u.id'))} as part from app_user u where u.removed_at is null and u.created_at <= ${at}::timestamptz`

/**
 * People whose app called within 1, 7 or 30 days up to a day. People who registered after the run was due are not among
 * the users of the run, so they are not among the active ones either.
 */
export const activeRows = (day: string, { to }: Pick<Window, 'to'>): RawBuilder<unknown> => {
  const within = (days: number) => sql`(count(*) filter (where last > ${day}::date - ${days}::int))::integer`
  return sql`
    select organisation_id, place, ${within(1)} as daily, ${within(7)} as weekly, count(*)::integer as monthly
    from (${seats(sql`
      select u.id as person, c.last from app_user u join (${lastCalls(sql`${day}::date`, 30)}) as c on c.app_user_id = u.id
      where u.removed_at is null and u.created_at <= ${to}::timestamptz`)}) as seat group by 1, 2`
}
