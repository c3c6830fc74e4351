import { sql, type RawBuilder } from 'kysely'
import type {
  MessageOutcome,
  MessageRow,
  MessageSearch,
  modbusReasons,
} from '@brigade/contract/telemetry/message.model.ts'
import { copyRows } from '../../platform/db/copy/copy.ts'
import type { Db } from '../../platform/db/database.ts'
import { notifyIds } from '../../platform/db/notify.ts'
import { singleStatement } from '../../platform/db/transaction.ts'
import { maskSent } from './mask-secrets.ts'
import type { DroppedEntry } from './message.ts'
import type { z } from 'zod'
import type { Page } from '@brigade/contract/paging.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { includes } from '../../platform/db/search.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'

const instant = (ms: number) => new Date(ms).toISOString()

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
  /** The SN of the gateway that carried the message; empty if it used the device's own connection. */
  through?: string | undefined
}>

/** `through`: the SN of the gateway that carries the message. */
export type SentMessage = Readonly<{ deviceId: string; topic: string; payload: string; through?: string | undefined }>

/** Stores the outcome of messages, which the devices' traces show. */
export async function copyMessages(db: Db, entries: readonly MessageEntry[]): Promise<void> {
  await copyRows(
    db,
    'deviceMessage',
    {
      deviceId: 'int8',
      recordedAt: 'timestamptz',
      direction: 'text',
      topic: 'text',
      payload: 'text',
      code: 'int4',
      dropped: 'jsonb',
      outcome: 'text',
      through: 'text',
    },
    entries.map(({ timeMs, through = '', ...entry }) => ({ ...entry, through, recordedAt: timeMs })),
  )
}

/**
 * Writes messages that are being sent. A device that was deleted meanwhile leaves no rows behind; the others stay
 * locked until the transaction ends. Part of a statement in which `sent` is a table with device_id, topic, payload,
 * through and place.
 */
export const insertSent = (sent: RawBuilder<unknown>, timeMs: number) => sql`
  insert into device_message (device_id, recorded_at, direction, topic, payload, outcome, through)
  select sent.device_id, ${instant(timeMs)}::timestamptz, 'down', sent.topic, sent.payload, 'sent', sent.through
  from ${sent} as sent
  join (
    select device_id from device_state
    where device_id in (select device_id from ${sent}) order by device_id for key share
  ) as held on held.device_id = sent.device_id
  order by sent.place
  returning device_id`

/** Writes messages that are being sent, and notifies watchers of their devices. */
export async function traceSent(db: Db, messages: readonly SentMessage[], timeMs: number): Promise<void> {
  await singleStatement(db, () =>
    sql`
      with sent as (
        select * from unnest(
          ${messages.map(({ deviceId }) => deviceId)}::bigint[],
          ${messages.map(({ topic }) => topic)}::text[],
          ${messages.map(maskSent)}::text[],
          ${messages.map(({ through = '' }) => through)}::text[]
        ) with ordinality as sent (device_id, topic, payload, through, place)
      ), traced as (${insertSent(sql.table('sent'), timeMs)})
      ${notifyIds('live', 'device', sql`select distinct device_id::text as id from traced`)}`.execute(db),
  )
}

/** `before`: only messages received before this time count (epoch ms); null: before the device connected last; absent: all. */
export type SoughtMessage = Readonly<{ deviceId: string; topic: string; payload: string; before?: number | null }>

/**
 * Finds the messages that are already in the trace of the last day, by their position in the list: the device sent them again after a
 * lost acknowledgement.
 */
export async function findSeenMessages(
  db: Db,
  messages: readonly SoughtMessage[],
  nowMs: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ place: string }>`
    select wanted.place from unnest(
      ${messages.map((message) => message.deviceId)}::bigint[],
      ${messages.map((message) => message.topic)}::text[],
      ${messages.map((message) => message.payload)}::text[],
      ${messages.map(({ before = Number.POSITIVE_INFINITY }) => before)}::float8[]
    ) with ordinality as wanted (device_id, topic, payload, before_ms, place)
    where exists (
      select from device_message m
      where m.device_id = wanted.device_id and m.recorded_at > ${instant(nowMs - dayMs)}::timestamptz
        and m.direction = 'up' and m.topic = wanted.topic and m.payload = wanted.payload
        and m.recorded_at < coalesce(
          to_timestamp(wanted.before_ms / 1000),
          (select max(l.occurred_at) from online_log l where l.device_id = wanted.device_id and l.online)
        )
    )`.execute(db)
  return new Set(rows.map((row) => Number(row.place) - 1))
}

/** Messages up and down, newest first. */
export async function listMessages(
  db: Db,
  device: SeenDevice,
  search: z.output<typeof MessageSearch>,
): Promise<Page<MessageRow> & Readonly<{ since: string | null }>> {
  const { direction } = orderOf(search.sort, ['time'])
  let query = db.selectFrom('deviceMessage').where('deviceId', '=', device.id)
  if (search.direction) query = query.where('direction', '=', search.direction)
  if (search.topic) query = query.where(includes(['topic'], search.topic))
  const dropped = sql<boolean>`coalesce(jsonb_array_length(dropped), 0) > 0`
  if (search.dropped === true) query = query.where(dropped)
  if (search.dropped === false) query = query.where(sql<boolean>`not (${dropped})`)
  if (search.outcome) query = query.where('outcome', '=', search.outcome)
  if (search.startTime) query = query.where('recordedAt', '>=', search.startTime)
  if (search.endTime) query = query.where('recordedAt', '<=', search.endTime)
  const page = await readPage(db, search, {
    ordered: query
      .select(['seq', 'recordedAt as time', 'direction', 'topic', 'payload', 'code', 'dropped', 'through', 'outcome'])
      .orderBy('recordedAt', direction)
      .orderBy('seq', direction),
    counted: query.select('seq'),
  })
  const oldest = await db
    .selectFrom('deviceMessage')
    .where('deviceId', '=', device.id)
    .select('recordedAt')
    .orderBy('recordedAt')
    .limit(1)
    .executeTakeFirst()
  return {
    ...page,
    list: page.list.map((row) => ({ ...row, dropped: row.dropped ?? [] })),
    since: oldest?.recordedAt ?? null,
  }
}

export type RefusedRegister = Readonly<{ identifier: string; reason: (typeof modbusReasons)[number]; time: string }>

/**
 * The newest refusal of each register that a unit has refused in a request of its own: with others in one request the
 * refused one is unknown.
 */
export async function listRefusedRegisters(db: Db, deviceId: string, sinceMs: number): Promise<RefusedRegister[]> {
  const { rows } = await sql<RefusedRegister>`
    select distinct on (identifier) dropped -> 0 ->> 'identifier' as identifier, dropped -> 0 ->> 'reason' as reason, recorded_at as time
    from device_message
    where device_id = ${deviceId}::bigint and recorded_at >= ${instant(sinceMs)}::timestamptz and direction = 'up' and outcome = 'refused'
      and jsonb_array_length(dropped) = 1 and dropped -> 0 ->> 'reason' = any(${refusals}::text[])
    order by identifier, recorded_at desc`.execute(db)
  return rows
}
const refusals = [
  'illegalFunction',
  'illegalAddress',
  'illegalValue',
  'unitFailure',
] as const satisfies (typeof modbusReasons)[number][]

/** Messages from an instant on, oldest first, for a live stream. */
export async function listMessagesSince(
  db: Db,
  device: SeenDevice,
  sinceMs: number,
  most: number,
): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('deviceMessage')
    .where('deviceId', '=', device.id)
    .where('recordedAt', '>=', new Date(sinceMs).toISOString())
    .select(['seq', 'recordedAt as time', 'direction', 'topic', 'payload', 'code', 'dropped', 'through', 'outcome'])
    .orderBy('recordedAt', 'desc')
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed().map((row) => ({ ...row, dropped: row.dropped ?? [] }))
}
