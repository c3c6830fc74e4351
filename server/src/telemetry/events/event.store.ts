import { sql } from 'kysely'
import type { Transaction, Db } from '../../platform/db/database.ts'
import type { ReadEvent } from '../messages/message.ts'
import type { EventRow, EventSearch } from '@brigade/contract/telemetry/event.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'

const instant = (ms: number) => new Date(ms).toISOString()

/**
 * Events arrive in order, except when several connections to a broker deliver them at once, or when a connector died
 * with unwritten ones: another takes these over within 5 s.
 */
const inOrderMs = 10_000

/** Most devices number their messages. Null if this one does not, or the number does not order them. */
const numberOfMessage = ({ messageId, isKept }: ReadEvent) =>
  !isKept && /^[0-9]{1,15}$/.test(messageId) ? messageId : null

const storedNumber = sql<string | null>`case when message_id ~ '^[0-9]{1,15}$' then message_id::bigint end`

/** Events with an equal key are the same event: the unique index has these expressions. */
type EventKey = Readonly<{ deviceId: string; event: ReadEvent; time: string; output: string }>

/** Only an end is looked up before it is stored: a repeated one must not end what began after it. */
async function isStored(trx: Transaction, { deviceId, event, time, output }: EventKey): Promise<boolean> {
  const { rows } = await sql`
    select from device_event
    where device_id = ${deviceId} and identifier = ${event.identifier} and occurred_at = ${time}::timestamptz
      and message_id = ${event.messageId} and hashtextextended(output::text, 0) = hashtextextended(${output}::jsonb::text, 0)
      and place = ${event.place ?? 0}`.execute(trx)
  return rows.length > 0
}

/**
 * An error that clears ends every open one of its code; it is stored as an event itself, never open. An error that
 * arrives after its end is closed. When a clock was corrected between the two, the end may be earlier than the
 * beginning: no time counts beyond its receive time, and an error that counts before an end, or arrived well before one
 * received now, has ended.
 *
 * Returns false, and changes nothing, if the same event is stored already: with this time, message id and content.
 */
export async function insertEvent(trx: Transaction, deviceId: string, event: ReadEvent): Promise<boolean> {
  const { identifier, code } = event
  const time = instant(event.timeMs)
  const output = JSON.stringify(event.output)
  if (event.clears && (await isStored(trx, { deviceId, event, time, output }))) return false
  const receivedAt = instant(event.receivedAtMs)
  /** Events that were received earlier occurred earlier. */
  const receivedBefore = event.isKept ? '-infinity' : instant(event.receivedAtMs - inOrderMs)
  const number = numberOfMessage(event)
  if (event.clears) {
    await sql`
      update device_event
      set cleared_at = case when occurred_at <= ${time}::timestamptz then ${time}::timestamptz else greatest(occurred_at, ${receivedAt}::timestamptz) end
      where device_id = ${deviceId} and identifier = ${identifier} and code = ${code} and cleared_at is null and (
        least(occurred_at, received_at) <= ${time}::timestamptz or received_at < ${receivedBefore}::timestamptz or ${storedNumber} < ${number}::bigint
      )`.execute(trx)
  }
  const { rows } =
    event.clears || event.type !== 'error'
      ? { rows: [] }
      : await sql<{ time: string | null }>`
          select min(occurred_at) as time from device_event
          where device_id = ${deviceId} and identifier = ${identifier} and code = ${code} and output -> 'Active' = '0'
            and occurred_at > ${time}::timestamptz and received_at >= ${receivedBefore}::timestamptz
            and coalesce(nullif(${storedNumber}, ${number}::bigint) > ${number}::bigint, true)`.execute(trx)
  const endedAt = event.clears ? time : (rows[0]?.time ?? null)
  return (await insertAll(trx, deviceId, [{ event, endedAt }])) > 0
}

/** Events that neither begin nor end anything, as errors do, in one statement. */
export async function insertPlainEvents(
  trx: Transaction,
  deviceId: string,
  events: readonly ReadEvent[],
): Promise<void> {
  await insertAll(
    trx,
    deviceId,
    events.map((event) => ({ event, endedAt: null })),
  )
}

export const isPlain = ({ type, clears }: ReadEvent): boolean => type !== 'error' && !clears

type Stored = Readonly<{ event: ReadEvent; endedAt: string | null }>

/** Returns how many were not stored already. */
async function insertAll(trx: Transaction, deviceId: string, events: readonly Stored[]): Promise<number> {
  if (events.length === 0) return 0
  const column = <T>(value: (one: Stored) => T) => events.map(value)
  // Arrays, so that it is one statement for any number of events.
  const { rows: stored } = await sql`
    insert into device_event (device_id, occurred_at, received_at, identifier, type, output, code, message_id, place, cleared_at)
    select ${deviceId}::bigint, e.occurred_at, e.received_at, e.identifier, e.type, e.output::jsonb, e.code, e.message_id, e.place, e.cleared_at
    from unnest(
      ${column(({ event }) => instant(event.timeMs))}::timestamptz[], ${column(({ event }) => instant(event.receivedAtMs))}::timestamptz[],
      ${column(({ event }) => event.identifier)}::text[], ${column(({ event }) => event.type)}::text[],
      ${column(({ event }) => JSON.stringify(event.output))}::text[], ${column(({ event }) => event.code)}::text[],
      ${column(({ event }) => event.messageId)}::text[], ${column(({ event }) => event.place ?? 0)}::int[],
      ${column(({ endedAt }) => endedAt)}::timestamptz[]
    ) with ordinality as e (occurred_at, received_at, identifier, type, output, code, message_id, place, cleared_at, at)
    order by e.at on conflict do nothing returning seq`.execute(trx)
  return stored.length
}

export async function listEvents(db: Db, device: SeenDevice, search: EventSearch): Promise<Page<EventRow>> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('deviceEvent').where('deviceId', '=', device.id)
  if (search.type) query = query.where('type', '=', search.type)
  if (search.open === true) query = query.where('type', '=', 'error').where('clearedAt', 'is', null)
  if (search.open === false) query = query.where('clearedAt', 'is not', null)
  if (search.startTime) query = query.where('occurredAt', '>=', search.startTime)
  if (search.endTime) query = query.where('occurredAt', '<=', search.endTime)
  return readPage(db, search, {
    ordered: query
      .select(['seq', 'occurredAt as time', 'identifier', 'type', 'code', 'output', 'clearedAt'])
      .orderBy('occurredAt', direction)
      .orderBy('seq', direction),
    counted: query.select('seq'),
  })
}
