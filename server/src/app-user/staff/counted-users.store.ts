import { sql, type RawBuilder } from 'kysely'

/** Predicates shared by the statistics and the list. `u`: `app_user`. Days are those of the statistics' zone. */

/** Whether there was a call on one of this many days up to and including `day`. */
export const isCalling = (user: RawBuilder<unknown>, day: RawBuilder<unknown>, days: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from app_user_day a where a.app_user_id = ${user} and a.day <= ${day} and a.day > ${day} - ${days}::int)`

/** The type of the app that was used last; `unknown` if there was none. */
export const lastApp = (user: RawBuilder<unknown>): RawBuilder<string> => sql<string>`coalesce((
  select i.type from app_installation i where i.app_user_id = ${user} order by i.last_call_at desc, i.type, i.version limit 1), 'unknown')`

/** The last call of each user in this many days up to and including `day`: a user is calling in fewer days if it lies within them. */
export const lastCalls = (day: RawBuilder<unknown>, days: number): RawBuilder<unknown> => sql`
  select a.app_user_id, max(a.day) as last from app_user_day a where a.day <= ${day} and a.day > ${day} - ${days}::int group by 1`
