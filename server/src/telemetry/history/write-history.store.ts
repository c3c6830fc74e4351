import { sql } from 'kysely'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { cacheKey } from '../../platform/caches.ts'
import { copyRows } from '../../platform/db/copy/copy.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'

/** The ids of property identifiers. There are a few thousand in all, and they never change. */
export const propertyIdCache = cacheKey(() => new Map<string, number>())

/** The ids of property identifiers, read or inserted if `ids` does not have them. */
export async function propertyIdsOf(
  db: Db,
  identifiers: ReadonlySet<string>,
  ids: Map<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const missing = [...identifiers].filter((identifier) => !ids.has(identifier))
  if (missing.length > 0) {
    // Sorted, so that two connectors with the same new identifiers do not deadlock.
    await sql`insert into property_identifier (identifier) select unnest(${missing.toSorted()}::text[]) on conflict do nothing`.execute(
      db,
    )
    const rows = await db.selectFrom('propertyIdentifier').selectAll().where('identifier', 'in', missing).execute()
    for (const row of rows) ids.set(row.identifier, row.id)
  }
  return ids
}

/**
 * A value to store: its instant in whole epoch ms, and its place among the values of that millisecond. The place is kept as the
 * microseconds of the time, so that the order of times is the order of values everywhere.
 */
export type HistoryEntry = Readonly<{
  deviceId: string
  propertyId: number
  ms: number
  place: number
  value: Value
  isDeviceTime: boolean
}>

/** A millisecond has room for a thousand values. The last two are left free: reading times as floating point rounds. */
export const lastPlace = 997

const numberOf = (value: Value): number | null => (typeof value === 'number' ? value : null)

const textOf = (value: Value): string | null =>
  typeof value === 'number' ? null : typeof value === 'string' ? value : JSON.stringify(value)

/** A value as it is stored: a number, or the text of any other. */
export const comparable = (value: Value): number | string | null => numberOf(value) ?? textOf(value)

const timeOf = ({ ms, place }: HistoryEntry): number => ms + place / 1000

/** Copies values; a time that the history has fails the transaction (unique_violation). */
export async function copyHistory(trx: Transaction, entries: readonly HistoryEntry[]): Promise<void> {
  await copyRows(
    trx,
    'deviceHistory',
    {
      deviceId: 'int8',
      propertyId: 'int4',
      reportedAt: 'timestamptz',
      number: 'float8',
      text: 'text',
      deviceTime: 'bool',
    },
    entries.map((entry) => ({
      deviceId: entry.deviceId,
      propertyId: entry.propertyId,
      reportedAt: timeOf(entry),
      number: numberOf(entry.value),
      text: textOf(entry.value),
      deviceTime: entry.isDeviceTime,
    })),
  )
}

/** Replaces the last value of a millisecond that is full: a clock that stands still gives all values one time. */
export async function replaceLast(trx: Transaction, entries: readonly HistoryEntry[]): Promise<void> {
  // Of several for one instant the last one counts.
  const last = [...new Map(entries.map((one) => [`${one.deviceId} ${one.propertyId} ${one.ms}`, one])).values()]
  if (last.length === 0) return
  await sql`
    insert into device_history (device_id, property_id, reported_at, number, text, device_time)
    select device_id, property_id, to_timestamp(ms / 1000), number, text, device_time
    from unnest(
      ${last.map((entry) => entry.deviceId)}::bigint[],
      ${last.map((entry) => entry.propertyId)}::int[],
      ${last.map(timeOf)}::float8[],
      ${last.map((entry) => numberOf(entry.value))}::float8[],
      ${last.map((entry) => textOf(entry.value))}::text[],
      ${last.map((entry) => entry.isDeviceTime)}::bool[]
    ) as entry (device_id, property_id, ms, number, text, device_time)
    on conflict (device_id, property_id, reported_at) do update
      set number = excluded.number, text = excluded.text, device_time = excluded.device_time`.execute(trx)
}

/** Deletes the values that a transaction wrote before it learned that their devices are deleted. */
export async function dropHistory(trx: Transaction, deviceIds: readonly string[]): Promise<void> {
  await sql`delete from device_history where device_id = any(${deviceIds}::bigint[])`.execute(trx)
}
