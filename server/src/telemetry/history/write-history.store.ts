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

export type HistoryEntry = Readonly<{
  deviceId: string
  propertyId: number
  timeMs: number
  value: Value
  isDeviceTime: boolean
}>

const numberOf = (value: Value): number | null => (typeof value === 'number' ? value : null)

const textOf = (value: Value): string | null =>
  typeof value === 'number' ? null : typeof value === 'string' ? value : JSON.stringify(value)

/** Copies new values only: an existing one fails the transaction (unique_violation). */
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
    entries.map(({ deviceId, propertyId, timeMs, value, isDeviceTime }) => ({
      deviceId,
      propertyId,
      reportedAt: timeMs,
      number: numberOf(value),
      text: textOf(value),
      deviceTime: isDeviceTime,
    })),
  )
}

/** An existing value, from a repeated report, stays unchanged. */
export async function insertHistory(trx: Transaction, entries: readonly HistoryEntry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into device_history (device_id, property_id, reported_at, number, text, device_time)
    select device_id, property_id, to_timestamp(ms / 1000), number, text, device_time
    from unnest(
      ${entries.map((entry) => entry.deviceId)}::bigint[],
      ${entries.map((entry) => entry.propertyId)}::int[],
      ${entries.map((entry) => entry.timeMs)}::float8[],
      ${entries.map((entry) => numberOf(entry.value))}::float8[],
      ${entries.map((entry) => textOf(entry.value))}::text[],
      ${entries.map((entry) => entry.isDeviceTime)}::bool[]
    ) as entry (device_id, property_id, ms, number, text, device_time)
    on conflict do nothing`.execute(trx)
}

/** Deletes the values that a transaction wrote before it learned that their devices are deleted. */
export async function dropHistory(trx: Transaction, deviceIds: readonly string[]): Promise<void> {
  await sql`delete from device_history where device_id = any(${deviceIds}::bigint[])`.execute(trx)
}
