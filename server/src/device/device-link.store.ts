import { sql } from 'kysely'
import type { MessageOutcome } from '@brigade/contract/device/device.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { copyRows } from '../platform/db/copy.ts'
import type { Db, Transaction } from '../platform/db/database.ts'
import type { DesiredEntry, DroppedEntry, ReportedEntry } from './device.tables.ts'
import type { ReadEvent } from './link/message.ts'

const instant = (ms: number) => new Date(ms).toISOString()

export type LinkCandidate = Readonly<{
  id: string
  productId: string
  nodeType: 'direct' | 'gateway' | 'sub-device'
  deviceSecret: Buffer
  enabled: boolean
}>

/** The device of a product key and a device name. */
export async function findLinkCandidate(
  db: Db,
  productKey: string,
  deviceName: string,
): Promise<LinkCandidate | undefined> {
  // A disabled product is not offered for new devices; those there go on.
  return db
    .selectFrom('device')
    .innerJoin('product', 'product.id', 'device.productId')
    .innerJoin('deviceIndex', 'deviceIndex.deviceId', 'device.id')
    .select(['device.id', 'device.productId', 'device.nodeType', 'device.deviceSecret', 'deviceIndex.enabled'])
    .where('product.productKey', '=', productKey)
    .where('device.sn', '=', deviceName)
    .executeTakeFirst()
}

const propertyIds = new WeakMap<Db, Map<string, number>>()

/** Numbers of property identifiers, made where they are missing. Few thousands in all, so they stay in memory. */
export async function propertyIdsOf(db: Db, identifiers: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  let known = propertyIds.get(db)
  if (known === undefined) {
    known = new Map()
    propertyIds.set(db, known)
  }
  const ids = known
  const missing = [...identifiers].filter((identifier) => !ids.has(identifier))
  if (missing.length > 0) {
    // Sorted, so that two gateways that meet the same new identifiers do not wait for each other in a circle.
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

/** Of values that are not there yet: one that is fails the transaction (unique_violation). */
export async function copyHistory(trx: Transaction, entries: readonly HistoryEntry[]): Promise<void> {
  await copyRows(
    trx,
    'deviceHistory',
    { deviceId: 'int8', propertyId: 'int4', time: 'timestamptz', number: 'float8', text: 'text', deviceTime: 'bool' },
    entries.map(({ deviceId, propertyId, timeMs, value, isDeviceTime }) => ({
      deviceId,
      propertyId,
      time: timeMs,
      number: numberOf(value),
      text: textOf(value),
      deviceTime: isDeviceTime,
    })),
  )
}

/** A value that is there already, from a report sent again, stays as it is. */
export async function insertHistory(trx: Transaction, entries: readonly HistoryEntry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into device_history (device_id, property_id, time, number, text, device_time)
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

export type MessageEntry = Readonly<{
  deviceId: string
  timeMs: number
  direction: 'up' | 'down'
  topic: string
  payload: string
  code: number | null
  /** Null for none. */
  dropped: readonly DroppedEntry[] | null
  outcome: MessageOutcome
  /** The gateway it came or went through, by its SN; empty: the device's own connection. */
  through?: string | undefined
}>

/** What became of messages, as everybody sees it in the trace of their devices. */
export async function copyMessages(db: Db, entries: readonly MessageEntry[]): Promise<void> {
  await copyRows(
    db,
    'deviceMessage',
    {
      deviceId: 'int8',
      time: 'timestamptz',
      direction: 'text',
      topic: 'text',
      payload: 'text',
      code: 'int4',
      dropped: 'jsonb',
      outcome: 'text',
      through: 'text',
    },
    entries.map(({ timeMs, through = '', ...entry }) => ({ ...entry, through, time: timeMs })),
  )
}

/** Which of these messages are in the trace of the last day already: the device sent them again after a lost acknowledgement. */
export async function findSeenMessages(
  db: Db,
  messages: readonly { deviceId: string; topic: string; payload: string }[],
  nowMs: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ place: string }>`
    select wanted.place from unnest(
      ${messages.map((message) => message.deviceId)}::bigint[],
      ${messages.map((message) => message.topic)}::text[],
      ${messages.map((message) => message.payload)}::text[]
    ) with ordinality as wanted (device_id, topic, payload, place)
    where exists (
      select from device_message m
      where m.device_id = wanted.device_id and m.time > ${instant(nowMs - 86_400_000)}::timestamptz
        and m.direction = 'up' and m.topic = wanted.topic and m.payload = wanted.payload
    )`.execute(db)
  return new Set(rows.map((row) => Number(row.place) - 1))
}

export type ShadowRow = {
  deviceId: string
  version: number
  /** At which desired values were last set by a person, or taken back by the device. */
  desiredVersion: number
  reported: Record<string, ReportedEntry>
  desired: Record<string, DesiredEntry>
}

/**
 * Locks the shadows of these devices, in the order of their ids: two gateways never wait for each other in a circle.
 * `hasOpenSet`: a property set that was sent to it is in hand.
 */
export async function lockShadows(
  trx: Transaction,
  deviceIds: readonly string[],
): Promise<(ShadowRow & { hasOpenSet: boolean })[]> {
  const lock = () =>
    trx
      .selectFrom('deviceShadow')
      .select(['deviceId', 'version', 'desiredVersion', 'reported', 'desired'])
      .select(
        sql<boolean>`exists (
          select from command c where c.device_id = device_shadow.device_id and c.status in ('sent', 'acknowledged') and c.kind = 'property.set'
        )`.as('hasOpenSet'),
      )
      .where('deviceId', 'in', deviceIds)
      .orderBy('deviceId')
      .forUpdate()
      .execute()
  let rows = await lock()
  if (rows.length < new Set(deviceIds).size) {
    await sql`
      insert into device_shadow (device_id) select id from device where id = any(${deviceIds}::bigint[]) order by id on conflict do nothing`.execute(
      trx,
    )
    rows = await lock()
  }
  return rows.map((row) => ({ ...row, version: Number(row.version), desiredVersion: Number(row.desiredVersion) }))
}

export async function updateShadows(trx: Transaction, rows: readonly ShadowRow[], nowMs: number): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update device_shadow s set version = row.version, reported = row.reported::jsonb, desired = row.desired::jsonb, reported_at = ${instant(nowMs)}::timestamptz
    from unnest(
      ${rows.map((row) => row.deviceId)}::bigint[],
      ${rows.map((row) => row.version)}::bigint[],
      ${rows.map((row) => JSON.stringify(row.reported))}::text[],
      ${rows.map((row) => JSON.stringify(row.desired))}::text[]
    ) as row (device_id, version, reported, desired)
    where s.device_id = row.device_id`.execute(trx)
}

export type SeenEntry = Readonly<{
  deviceId: string
  workState: number | null
  faultCode: string | null
  lastSeenMs: number
}>

/** Null leaves a column as it is. Answers how many of the devices are there. */
export async function updateSeen(trx: Transaction, entries: readonly SeenEntry[]): Promise<number> {
  if (entries.length === 0) return 0
  const { numAffectedRows } = await sql`
    update device_index i set
      work_state = coalesce(row.work_state, i.work_state),
      fault_code = coalesce(row.fault_code, i.fault_code),
      last_seen_at = greatest(to_timestamp(row.ms / 1000), i.last_seen_at)
    from unnest(
      ${entries.map((entry) => entry.deviceId)}::bigint[],
      ${entries.map((entry) => entry.workState)}::smallint[],
      ${entries.map((entry) => entry.faultCode)}::text[],
      ${entries.map((entry) => entry.lastSeenMs)}::float8[]
    ) as row (device_id, work_state, fault_code, ms)
    where i.device_id = row.device_id`.execute(trx)
  return Number(numAffectedRows)
}

/** Those of the devices that are there, and stay until the transaction ends: of one that is being deleted the end is waited for. */
export async function holdDevices(trx: Transaction, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ deviceId: string }>`
    select device_id from device_index where device_id = any(${deviceIds}::bigint[]) order by device_id for key share`.execute(
    trx,
  )
  return new Set(rows.map(({ deviceId }) => deviceId))
}

/** What a transaction wrote of devices before it learned that they are gone. */
export async function dropHistory(trx: Transaction, deviceIds: readonly string[]): Promise<void> {
  await sql`delete from device_history where device_id = any(${deviceIds}::bigint[])`.execute(trx)
}

/** The fault a device shows is the newest one that is open. */
export async function updateFaults(trx: Transaction, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  await sql`
    update device_index i set fault_code = coalesce((
      select e.code from device_event e
      where e.device_id = i.device_id and e.type = 'error' and e.cleared_at is null
      order by e.time desc, e.seq desc limit 1
    ), '')
    where i.device_id = any (${deviceIds}::bigint[])`.execute(trx)
}

/**
 * What a device says as it happens is heard in its order, but for what several connections to a broker bring at once, and
 * what a gateway had in hand when it died: another one takes that over within 5 s.
 */
const inOrderMs = 10_000

/** Most devices count their messages. Null where this one does not, or its place among the others says nothing. */
const numberOfMessage = ({ messageId, isKept }: ReadEvent) =>
  !isKept && /^[0-9]{1,15}$/.test(messageId) ? messageId : null
const storedNumber = sql<string | null>`case when message_id ~ '^[0-9]{1,15}$' then message_id::bigint end`

/**
 * An error that clears ends every open one of its code; it is kept as an event itself, never open. An error whose end was
 * heard before it is over. Where a clock was put right between the two, the end may be earlier than the beginning: no time
 * counts beyond when it was heard, and what was counted before an end, or heard well before one said now, has ended.
 */
export async function insertEvent(trx: Transaction, deviceId: string, event: ReadEvent): Promise<void> {
  const { identifier, code } = event
  const time = instant(event.timeMs)
  const heardAt = instant(event.heardAtMs)
  /** What was heard earlier was said earlier. */
  const heardBefore = event.isKept ? '-infinity' : instant(event.heardAtMs - inOrderMs)
  const number = numberOfMessage(event)
  if (event.clears) {
    await sql`
      update device_event
      set cleared_at = case when time <= ${time}::timestamptz then ${time}::timestamptz else greatest(time, ${heardAt}::timestamptz) end
      where device_id = ${deviceId} and identifier = ${identifier} and code = ${code} and cleared_at is null and (
        least(time, heard_at) <= ${time}::timestamptz or heard_at < ${heardBefore}::timestamptz or ${storedNumber} < ${number}::bigint
      )`.execute(trx)
  }
  const { rows } =
    event.clears || event.type !== 'error'
      ? { rows: [] }
      : await sql<{ time: string | null }>`
          select min(time) as time from device_event
          where device_id = ${deviceId} and identifier = ${identifier} and code = ${code} and output -> 'Active' = '0'
            and time > ${time}::timestamptz and heard_at >= ${heardBefore}::timestamptz
            and coalesce(${storedNumber} > ${number}::bigint, true)`.execute(trx)
  const endedAt = event.clears ? time : (rows[0]?.time ?? null)
  await trx
    .insertInto('deviceEvent')
    .values({
      deviceId,
      time,
      heardAt,
      identifier,
      type: event.type,
      output: JSON.stringify(event.output),
      code,
      messageId: event.messageId,
      clearedAt: endedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
