import { sql, type RawBuilder } from 'kysely'

// Reports that arrive after their day was sealed are rows beside it. The last value of an instant counts, so that a row
// replaces a sealed value of its instant. Readers of sealed days use these functions; instants are whole milliseconds.

/** The instants of rows, for `stillCounts`: an aggregate. */
export const instantsOf = (row: string) => sql.raw(`array_agg(date_trunc('milliseconds', ${row}.reported_at))`)

/** Whether a point of such a day still counts in its instant. */
export const stillCounts = (point: string) =>
  sql.raw(
    `(${point}.is_last and (late.times is null or not date_trunc('milliseconds', ${point}.reported_at) = any(late.times)))`,
  )

/**
 * The same for few points: there is no row of its instant. `among` narrows the rows `late`, so that days without late
 * rows are not planned.
 */
export const stillCountsOf = (day: string, point: string, among: RawBuilder<unknown> = sql``) => sql`(${sql.raw(
  `${point}.is_last and not exists (
    select from device_history_value late where late.device_id = ${day}.device_id and late.property_id = ${day}.property_id
      and late.reported_at >= date_trunc('milliseconds', ${point}.reported_at)
      and late.reported_at < date_trunc('milliseconds', ${point}.reported_at) + interval '1 millisecond'`,
)} ${among}
    -- Asked for each point by itself: as a join it would read all that is not sealed.
    offset 0))`
