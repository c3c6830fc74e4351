import type { Missing } from '@brigade/contract/device/device.model.ts'
import type { Place } from '@brigade/contract/statistics/statistics.model.ts'
import { sql, type RawBuilder } from 'kysely'

/**
 * Predicates shared by the statistics and the lists, so that a figure and its list agree. `s` is `device_state`, `d` is
 * `device`, by their aliases in the query.
 */
export type Times = Readonly<{ from?: string | undefined; to?: string | undefined }>

/** Whether a moment is within the times; lists include their end. */
export const isBetween = (column: RawBuilder<unknown>, { from, to }: Times): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [
      ...(from === undefined ? [] : [sql`${column} >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`${column} <= ${to}::timestamptz`]),
      ...(from === undefined && to === undefined ? [sql`true`] : []),
    ],
    sql` and `,
  )})`

export const isSeenBefore = (s: string, before: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${s}.last_seen_at`)} < ${before}`

/** The statistics' numbers of places, beside the codes of provinces. */
const placeNumbers = { unknown: 0, elsewhere: 1 } as const

/** Abroad: no province, but a place in words. A partial index contains only those. */
const isAbroad = (s: string) => sql<boolean>`exists (
  select from device abroad where abroad.id = ${sql.ref(`${s}.device_id`)} and abroad.province = '' and abroad.place <> '')`

/** The province of a device, 1 abroad, 0 if no place is given. */
export const placeOf = (s: string): RawBuilder<number> => {
  const area = sql.ref(`${s}.area`)
  return sql<number>`case when ${area} is not null then ${area} / 10000 * 10000 when ${isAbroad(s)} then 1 else 0 end`
}

export const isLocated = (s: string, located: 'elsewhere' | 'unknown'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${s}.area`)} is null and ${isAbroad(s)} = ${located === 'elsewhere'})`

/**
 * The parts of devices without a fact in the statistics: no channel was entered, or no firmware was reported. `m`: its
 * `device_module`.
 */
export const channelPart = (s: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${s}.channel_type`)}, 'unknown')`
export const firmwarePart = (m: string): RawBuilder<string> =>
  sql<string>`coalesce(nullif(${sql.ref(`${m}.version`)}, ''), 'unknown')`

export const isMissing = (s: string, missing: Missing): RawBuilder<boolean> =>
  missing === 'channel'
    ? sql<boolean>`${sql.ref(`${s}.channel_type`)} is null`
    : sql<boolean>`not exists (
        select from device_module m where m.device_id = ${sql.ref(`${s}.device_id`)} and m.module = 'default' and m.version <> '')`

export const placeNumber = (place: Place): number =>
  place === 'elsewhere' || place === 'unknown' ? placeNumbers[place] : Number(place)
export const placeKey = (place: number): string =>
  place === placeNumbers.unknown ? 'unknown' : place === placeNumbers.elsewhere ? 'elsewhere' : String(place)
