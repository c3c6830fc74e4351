import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { CommandKind } from '@brigade/contract/command/command.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { CallType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { prepared } from '../platform/db/connection/prepared-statement.ts'
import type { Db } from '../platform/db/database.ts'
import { singleStatement } from '../platform/db/transaction.ts'
import { insertSent, type SentMessage } from '../telemetry/messages/message.store.ts'
import { desireUntilReported } from '../telemetry/shadow/pending-desired.store.ts'
import { changeCommands, changed } from './change-commands.store.ts'

const instant = (ms: number): string => new Date(ms).toISOString()

/** The columns that decide whether a device can be sent anything and by which way, and its last reported values. */
export async function findCommandTarget(db: Db, deviceId: string) {
  return db
    .selectFrom('deviceState')
    .innerJoin('product', 'product.id', 'deviceState.productId')
    .leftJoin('deviceGateway', 'deviceGateway.deviceId', 'deviceState.deviceId')
    .leftJoin('deviceShadow', 'deviceShadow.deviceId', 'deviceState.deviceId')
    .where('deviceState.deviceId', '=', deviceId)
    .select([
      'deviceState.productId',
      'deviceState.enabled',
      'deviceState.online',
      'deviceState.nodeType',
      'product.protocol',
      'deviceGateway.unit',
      'deviceShadow.reported',
    ])
    .executeTakeFirst()
}

export type NewCommand = Readonly<{
  deviceId: string
  kind: CommandKind
  identifier: string
  callType: CallType
  params: Readonly<Record<string, Value>>
  before: Readonly<Record<string, Value>>
  accountId: string
  batchId?: string
  /** It may be sent again to a device that reconnects in time. */
  repeatable: boolean
  createdAt: number
  deadlineAt: number
}>

/** PostgreSQL carries at most 8,000 bytes. */
const longestNotice = 7900

/** The command itself, as `NoticedCommand` reads it: the connector of the device need not look it up. */
const noticeOf = (command: RawBuilder<unknown>) => sql`json_build_object(
  'id', ${command}.id::text, 'deviceId', ${command}.device_id::text, 'kind', ${command}.kind,
  'identifier', ${command}.identifier, 'callType', ${command}.call_type, 'params', ${command}.params)::text`

/**
 * A command in a notification of the channel `command`. Commands of a batch, and those too long for a notification,
 * notify without content.
 */
export const NoticedCommand = z.object({
  id: z.string(),
  deviceId: z.string(),
  kind: CommandKind,
  identifier: z.string(),
  callType: z.enum(['async', 'sync']),
  params: z.record(z.string(), z.custom<Value>()),
})

/**
 * Inserts the ledger row and the pending values and notifies connectors and watchers, in one statement. The device is
 * locked first, as by a deletion. Returns the row's id.
 */
export async function insertCommand(db: Db, command: NewCommand): Promise<string> {
  const { deviceId, kind, identifier, callType, params, before, accountId, batchId = null, repeatable } = command
  const { rows } = await singleStatement(db, () =>
    sql<{ id: string }>`${prepared}
      with held as (select id from device where id = ${deviceId} for key share),
      entered as (
        insert into command (device_id, kind, identifier, call_type, params, previous_values, status, account_id, batch_id,
          repeatable, created_at, deadline_at)
        select id, ${kind}::text, ${identifier}::text, ${callType}::text, ${JSON.stringify(params)}::jsonb,
          ${JSON.stringify(before)}::jsonb, 'created', ${accountId}::bigint, ${batchId}::bigint, ${repeatable}::bool,
          ${instant(command.createdAt)}::timestamptz, ${instant(command.deadlineAt)}::timestamptz
        from held
        returning id, device_id, kind, identifier, call_type, params, batch_id, created_at
      ),
      desired as (${desireUntilReported(sql.table('entered'))})
      select id,
        pg_notify('command', case when batch_id is null and octet_length(notice) < ${longestNotice}::int then notice else '{}' end),
        pg_notify('live', json_build_object('device', json_build_array(device_id::text))::text)
      from entered, lateral (select ${noticeOf(sql.table('entered'))} as notice) as noticed`.execute(db),
  )
  const [row] = rows
  if (row === undefined) throw new Error(`Device ${deviceId} was deleted before a command for it was entered`)
  return row.id
}

/**
 * Commands that no connector has sent yet, oldest first; single commands come before those of a batch. `again` includes
 * those that may be repeated if the connection they were sent over (`sentOver`) has been replaced.
 */
export async function listCommandsToSend(db: Db, again: boolean, now: number) {
  return db
    .selectFrom('command')
    .select(['id', 'deviceId', 'kind', 'identifier', 'callType', 'params'])
    .select(['sentOver', sql<boolean>`status = 'created'`.as('isNew')])
    .where('status', 'in', ['created', 'sent', 'acknowledged'])
    .where((row) =>
      row.or([
        row('status', '=', 'created'),
        ...(again
          ? [
              row.and([
                row('repeatable', '=', true),
                row('sentOver', 'is not', null),
                row('deadlineAt', '>', instant(now)),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy(sql`batch_id is not null`)
    .orderBy('id')
    .execute()
}

/** The number of a batch's commands that no connector has sent yet. */
export async function countUnsent(db: Db, batchId: string): Promise<number> {
  const { commands } = await db
    .selectFrom('command')
    .select(sql<number>`count(*)::int`.as('commands'))
    .where('status', '=', 'created')
    .where('batchId', '=', batchId)
    .executeTakeFirstOrThrow()
  return commands
}

export type CommandToSend = Readonly<z.output<typeof NoticedCommand>>
export type ClaimedCommand = CommandToSend & Readonly<{ deadlineAt: string }>

/**
 * Claims commands before they are sent, so that none is ever sent twice. Commands claimed by another process, or too
 * late, are left out.
 */
export async function claimCommands(db: Db, ids: readonly string[], now: number): Promise<ClaimedCommand[]> {
  // Rows locked by another process are skipped.
  return changeCommands(
    db,
    sql<ClaimedCommand>`
      update command set status = 'sent', sent_at = ${instant(now)}::timestamptz, sends = 1
      where id in (
        select id from command
        where id = any (${ids}::bigint[]) and status = 'created' and deadline_at > ${instant(now)}::timestamptz
        for update skip locked
      )
      returning id, device_id, kind, identifier, call_type, params, deadline_at`,
  )
}

/** The message of a command. `connection`: an id that is unique among all connections. */
export type OutgoingCommand = SentMessage & Readonly<{ id: string; connection: string }>

/**
 * Claims commands for sending over these connections, and writes their messages into the trace: commands that were not
 * sent yet, and repeatable ones that were last sent over another connection. So each command is sent once per
 * connection. Returns the deadlines of the claimed ones, epoch ms, by id.
 */
export async function claimOver(
  db: Db,
  outgoing: readonly OutgoingCommand[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const ids = outgoing.map(({ id }) => id)
  const rows = await changeCommands(
    db,
    sql<OutgoingCommand & Readonly<{ deadlineAt: string }>>`
      update command set
        status = case when status = 'created' then 'sent' else status end,
        sent_at = coalesce(sent_at, ${instant(now)}::timestamptz),
        sent_over = outgoing.connection,
        sends = sends + 1
      from unnest(
        ${ids}::bigint[],
        ${outgoing.map(({ connection }) => connection)}::text[],
        ${outgoing.map(({ topic }) => topic)}::text[],
        ${outgoing.map(({ payload }) => payload)}::text[],
        ${outgoing.map(({ through = '' }) => through)}::text[]
      ) with ordinality as outgoing (id, connection, topic, payload, through, place)
      where command.id = outgoing.id
        and command.id in (
          select id from command
          where id = any (${ids}::bigint[]) and status in ('created', 'sent', 'acknowledged')
            and deadline_at > ${instant(now)}::timestamptz
          for update skip locked
        )
        and (status = 'created' or (status in ('sent', 'acknowledged') and repeatable and sent_over <> outgoing.connection))
      returning command.id, device_id, command.deadline_at, outgoing.topic, outgoing.payload, outgoing.through, outgoing.place`,
    insertSent(changed, now),
  )
  return new Map(rows.map(({ id, deadlineAt }) => [id, Date.parse(deadlineAt)]))
}

/** Releases a command that was sent over no connection, for the next one. */
export async function unclaim(db: Db, id: string): Promise<void> {
  await changeCommands(
    db,
    sql`
      update command set status = 'created', sent_at = null, sent_over = null, sends = 0
      where id = ${id} and status = 'sent' and sends = 1
      returning device_id`,
  )
}
