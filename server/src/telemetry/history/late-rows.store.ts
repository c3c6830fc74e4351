import { sql, type RawBuilder } from 'kysely'

// Reports that came after their day was sealed are rows beside it. Of one instant the last value counts, so that a sealed one counts no
// longer where a row of its instant has come. Whoever reads sealed days asks here; instants are whole milliseconds.

/** The instants of rows, for `stillCounts`: an aggregate. */
export const instantsOf = (row: string) => sql.raw(`array_agg(date_trunc('milliseconds', ${row}.reported_at))`)

/** Whether a point of such a day still counts in its instant. */
export const stillCounts = (point: string) =>
  sql.raw(
    `(${point}.is_last and (late.times is null or not date_trunc('milliseconds', ${point}.reported_at) = any(late.times)))`,
  )

/**
 * The same, where few points are asked about: no row of its instant has come. `among` narrows the rows `late`, so that days in which none
 * can be are not planned.
 */
export const stillCountsOf = (day: string, point: string, among: RawBuilder<unknown> = sql``) => sql`(${sql.raw(
  `${point}.is_last and not exists (
    select from device_history_value late where late.device_id = ${day}.device_id and late.property_id = ${day}.property_id
      and late.reported_at >= date_trunc('milliseconds', ${point}.reported_at)
      and late.reported_at < date_trunc('milliseconds', ${point}.reported_at) + interval '1 millisecond'`,
)} ${among}
    -- Asked for each point by itself: as a join it would read all that is not sealed.
    offset 0))`
