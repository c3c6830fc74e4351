import { sql, type RawBuilder } from 'kysely'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { cacheKey } from '../../platform/caches.ts'
import { copyRows, newCopy } from '../../platform/db/copy/copy.ts'
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

export type HistoryValue = Readonly<{ propertyId: number; value: Value }>

/**
 * The values that a message reports for one instant: in whole epoch ms, and the place of the row among the rows of that device and
 * millisecond. The place is kept as the microseconds of the time, so that the order of times is the order of values everywhere. No
 * property is in it twice.
 */
export type HistoryRow = Readonly<{
  deviceId: string
  ms: number
  place: number
  isDeviceTime: boolean
  values: readonly HistoryValue[]
}>

/**
 * A millisecond has space for a thousand rows. The last two are left free, because reading times as floating point
 * rounds.
 */
export const lastPlace = 997

const numberOf = (value: Value): number | null => (typeof value === 'number' ? value : null)

const textOf = (value: Value): string | null =>
  typeof value === 'number' ? null : typeof value === 'string' ? value : JSON.stringify(value)

/** A value in its stored form: a number, or the text of any other value. */
export const comparable = (value: Value): number | string | null => numberOf(value) ?? textOf(value)

const timeOf = ({ ms, place }: HistoryRow): number => ms + place / 1000

const columns = {
  deviceId: 'int8',
  reportedAt: 'timestamptz',
  deviceTime: 'bool',
  properties: 'int4[]',
  numbers: 'float8[]',
  texts: 'text[]',
} as const

function columnsOf(row: HistoryRow) {
  const properties: number[] = []
  const numbers: (number | null)[] = []
  let texts: (string | null)[] | null = null
  let hasNumber = false
  for (const { propertyId, value } of row.values) {
    properties.push(propertyId)
    if (typeof value === 'number') {
      hasNumber = true
      numbers.push(value)
      texts?.push(null)
    } else {
      texts ??= numbers.map(() => null)
      numbers.push(null)
      texts.push(textOf(value))
    }
  }
  return {
    deviceId: row.deviceId,
    reportedAt: timeOf(row),
    deviceTime: row.isDeviceTime,
    properties,
    numbers: hasNumber ? numbers : null,
    texts,
  }
}

/** Copies rows; a place that the history has fails the transaction (unique_violation). */
export async function copyHistory(trx: Transaction, rows: readonly HistoryRow[]): Promise<void> {
  await copyRows(trx, 'deviceHistory', columns, rows.map(columnsOf))
}

/** The same for rows that are added one after another, of which only the bytes are kept meanwhile. */
export function newHistoryCopy() {
  const copy = newCopy('deviceHistory', columns)
  return { add: (row: HistoryRow): void => copy.add(columnsOf(row)), send: (trx: Transaction) => copy.send(trx) }
}

/**
 * Adds values (device_id, property_id, reported_at, number, text, device_time) to the rows of their places. The value that a row has of the
 * same property is replaced, the others stay.
 */
export async function mergeHistory(db: Db, values: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into device_history (device_id, reported_at, device_time, properties, numbers, texts)
    select device_id, reported_at, bool_and(device_time), array_agg(property_id),
      case when count(number) > 0 then array_agg(number) end, case when count(text) > 0 then array_agg(text) end
    from (${values}) as value (device_id, property_id, reported_at, number, text, device_time)
    group by device_id, reported_at
    on conflict (device_id, reported_at) do update set (device_time, properties, numbers, texts) = (
      select excluded.device_time, array_agg(property_id),
        case when count(number) > 0 then array_agg(number) end, case when count(text) > 0 then array_agg(text) end
      from (
        select * from unnest(excluded.properties, excluded.numbers, excluded.texts) as new (property_id, number, text)
        union all
        select * from unnest(device_history.properties, device_history.numbers, device_history.texts) as old (property_id, number, text)
        where not property_id = any(excluded.properties)
      ) as either
    )`.execute(db)
}

/**
 * Replaces the last values of full milliseconds: a frozen clock gives all values one time. Properties without a value
 * in the new row keep theirs.
 */
export async function replaceLast(trx: Transaction, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return
  const all = rows.flatMap((row) => row.values.map((value) => ({ ...value, row })))
  // The last of several values of one instant counts.
  const last = [...new Map(all.map((one) => [`${one.row.deviceId} ${one.propertyId} ${one.row.ms}`, one])).values()]
  await mergeHistory(
    trx,
    sql`
      select device_id, property_id, to_timestamp(ms / 1000), number, text, device_time
      from unnest(
        ${last.map(({ row }) => row.deviceId)}::bigint[],
        ${last.map(({ propertyId }) => propertyId)}::int[],
        ${last.map(({ row }) => timeOf(row))}::float8[],
        ${last.map(({ value }) => numberOf(value))}::float8[],
        ${last.map(({ value }) => textOf(value))}::text[],
        ${last.map(({ row }) => row.isDeviceTime)}::bool[]
      ) as value (device_id, property_id, ms, number, text, device_time)`,
  )
}

/** Deletes the values that a transaction wrote before it learned that their devices are deleted. Nobody closes a day meanwhile. */
export async function dropHistory(trx: Transaction, deviceIds: readonly string[]): Promise<void> {
  await sql`delete from device_history where device_id = any(${deviceIds}::bigint[])`.execute(trx)
}
