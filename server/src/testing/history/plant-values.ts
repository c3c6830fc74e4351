import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { mergeHistory } from '../../telemetry/history/write-history.store.ts'

/** A past value of a property; `at` is epoch ms, whose thousandths are its place among the values of its instant. */
export type PastValue = Readonly<{
  deviceId: string
  at: number
  isDeviceTime?: boolean
  value: number | string
}> &
  (Readonly<{ identifier: string }> | Readonly<{ propertyId: number }>)

/**
 * Writes past values to the table of present ones, in the form in which they would have arrived: those of one instant
 * of a device in one row.
 */
export async function plantValues(db: Db, values: readonly PastValue[]): Promise<void> {
  const identifiers = [...new Set(values.flatMap((one) => ('identifier' in one ? [one.identifier] : [])))]
  await sql`insert into property_identifier (identifier) select unnest(${identifiers}::text[]) on conflict do nothing`.execute(
    db,
  )
  await mergeHistory(
    db,
    sql`
      select device_id, coalesce(property_id, (select id from property_identifier where identifier = name)), to_timestamp(ms / 1000), number, text,
        device_time
      from unnest(
        ${values.map(({ deviceId }) => deviceId)}::bigint[],
        ${values.map((one) => ('propertyId' in one ? one.propertyId : null))}::int[],
        ${values.map((one) => ('identifier' in one ? one.identifier : null))}::text[],
        ${values.map(({ at }) => at)}::float8[],
        ${values.map(({ value }) => (typeof value === 'number' ? value : null))}::float8[],
        ${values.map(({ value }) => (typeof value === 'string' ? value : null))}::text[],
        ${values.map(({ isDeviceTime = true }) => isDeviceTime)}::bool[]
      ) as value (device_id, property_id, name, ms, number, text, device_time)`,
  )
}
