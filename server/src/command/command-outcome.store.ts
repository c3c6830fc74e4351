import { sql, type RawBuilder } from 'kysely'
import type { ValueOutcome } from '@brigade/contract/command/command.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { prepared } from '../platform/db/connection/prepared-statement.ts'
import type { Db, Transaction } from '../platform/db/database.ts'
import { dropPending } from '../telemetry/shadow/pending-desired.store.ts'
import { isCommandId, type Answered } from '../telemetry/messages/message.ts'
import { changeCommands, changed, type Watchers } from './change-commands.store.ts'

// Changes to the status of commands that were sent.

const instant = (ms: number): string => new Date(ms).toISOString()

/**
 * The end is never before an earlier step: a batch of messages counts as written when it began, and machines' clocks
 * differ.
 */
const ending = (now: number) =>
  sql<string>`greatest(${instant(now)}::timestamptz, acknowledged_at, sent_at, created_at)`

/**
 * Marks commands as received by the device (PUBACK). A reply that arrived earlier keeps its status, and so does an end.
 * The commit is asynchronous: if a crash loses it, the status is only `sent` instead of acknowledged, and the reply
 * needs the row at once.
 */
export async function markAcknowledged(db: Db, ids: readonly string[], now: number): Promise<void> {
  await changeCommands(
    db,
    sql`
      update command set status = 'acknowledged', acknowledged_at = greatest(${instant(now)}::timestamptz, sent_at)
      where id in (
        select id from command
        -- One that is over, and not closed yet, ended at its deadline.
        where id = any (${ids}::bigint[]) and status = 'sent' and deadline_at > ${instant(now)}::timestamptz
        order by id for update
      )
      returning device_id, set_config('synchronous_commit', 'off', true)`,
  )
}

/** Why a command without a reply of the device failed or is unknown; keys of the words `device.<error>`. */
export type CommandFailure =
  /** The connection ended during the sending. */
  | 'sendFailed'
  /** Nothing was written, because the unit did not answer, answered damaged, or could not be read. */
  | 'modbusSilent'
  | 'modbusDamaged'
  | 'modbusUnreadable'
  /** A write was refused, or another value was read back: after its confirmation, or without a valid answer. */
  | 'modbusRefused'
  | 'modbusDiffers'
  | 'modbusLost'
  /** Reading back failed, with or without a confirmation. */
  | 'modbusUnread'
  | 'modbusUnsure'
  /** Registers cannot hold the value, there is none, or the time was over. */
  | 'modbusValue'
  | 'modbusNoRegister'
  | 'modbusTimeOver'

/** Closes commands and removes their pending values. Returns their devices. */
async function closeCommands(db: Db, update: RawBuilder<unknown>, watchers?: Watchers): Promise<string[]> {
  const closed = await changeCommands(
    db,
    sql<{ deviceId: string }>`${update} returning id, device_id, kind`,
    dropPending(changed),
    watchers,
  )
  return [...new Set(closed.map(({ deviceId }) => deviceId))]
}

/** A command that was sent before may have arrived then, even if it cannot be sent again. */
export async function failCommand(db: Db, id: string, error: CommandFailure, now: number): Promise<boolean> {
  const closed = await closeCommands(
    db,
    sql`
      update command set status = 'failed', finished_at = ${ending(now)}, error = ${error}
      where id = ${id} and status in ('sent', 'acknowledged') and (sends = 1 or ${error} <> 'sendFailed')`,
  )
  return closed.length > 0
}

/** The outcome of a command to registers. */
export type Written = Readonly<{
  status: 'succeeded' | 'failed' | 'unknown'
  error: CommandFailure | ''
  /** 200, or of a Modbus exception. */
  code: number | null
  /** The values read back. */
  reply: Readonly<Record<string, Value>> | null
  outcomes: Readonly<Record<string, ValueOutcome>>
}>

/**
 * Closes a command to registers. An outcome that is known only after its deadline is late, and an unknown one stays
 * unknown.
 */
export async function closeWritten(db: Db, id: string, written: Written, now: number): Promise<void> {
  const { status, error, code, reply, outcomes } = written
  const inTime = sql<boolean>`status in ('sent', 'acknowledged') and deadline_at > ${instant(now)}::timestamptz`
  await closeCommands(
    db,
    sql`
      update command set
        status = case when ${inTime} or ${status} = 'unknown' then ${status} else 'late' end,
        finished_at = ${ending(now)},
        acknowledged_at = case when ${status} = 'succeeded' then coalesce(acknowledged_at, ${ending(now)}) else acknowledged_at end,
        code = ${code}::int, reply = ${reply === null ? null : JSON.stringify(reply)}::jsonb, error = ${error},
        value_outcomes = ${JSON.stringify(outcomes)}::jsonb
      where id = ${id} and status in ('sent', 'acknowledged', 'timed_out', 'unknown')`,
  )
}

export type CommandReply = Readonly<{
  deviceId: string
  commandId: string
  /** Without it the reply is for exactly this command, whatever its kind. */
  answers?: Answered
  code: number
  reply: unknown
}>

type Sought = Readonly<{ kind?: string | null; callType?: string | null | undefined; identifier?: string | null }>

/**
 * The id of the command that a reply answers: a command of this device, and of the kind that the topic of the reply
 * belongs to.
 */
function answeredCommand({ deviceId, commandId, answers }: CommandReply): RawBuilder<unknown> {
  const { kind = null, callType = null, identifier: answered = null }: Sought = answers ?? {}
  // A message id of RRPC is the command's own: SDKs are sent with the name of their sample's service in the topic.
  const identifier = callType === 'sync' ? null : answered
  const fits = sql`device_id = ${deviceId} and kind = coalesce(${kind}, kind)
    and call_type = coalesce(${callType}, call_type) and identifier = coalesce(${identifier}, identifier)`
  const named = isCommandId(commandId)
    ? sql`(select id from command where ${fits} and id = ${commandId}::bigint)`
    : sql`null::bigint`
  if (callType !== 'async') return named
  // Alibaba's SDK for Node answers under an id of its own, which is ambiguous when two calls are open.
  return sql`coalesce(${named}, (
    select max(id) from (
      select id from command where ${fits} and status in ('sent', 'acknowledged') limit 2
    ) as open having count(*) = 1
  ))`
}

/**
 * Closes a command by the device's reply: succeeded (code 200) or failed, and late after its deadline. The reply
 * outweighs a confirmation by a report; after the deadline it is stored beside it, and the command stays confirmed.
 * Returns false if the device has no such open command: a reply to another device's command or another kind, or a
 * second reply, changes nothing.
 */
export async function closeByReply(db: Db, answer: CommandReply, now: number, watchers?: Watchers): Promise<boolean> {
  const { code, reply } = answer
  const inTime = sql<boolean>`deadline_at > ${instant(now)}::timestamptz`
  const staysConfirmed = sql<boolean>`by_report and not (${inTime})`
  const closed = await closeCommands(
    db,
    sql`
      update command set
        status = case when ${staysConfirmed} then status
          when status not in ('timed_out', 'unknown') and ${inTime} then ${code === 200 ? 'succeeded' : 'failed'} else 'late' end,
        finished_at = case when ${staysConfirmed} then finished_at else ${ending(now)} end,
        acknowledged_at = coalesce(acknowledged_at, ${ending(now)}),
        code = ${code}::int, reply = ${JSON.stringify(reply ?? null)}::jsonb, error = '', by_report = ${staysConfirmed}
      where id = ${answeredCommand(answer)}
        and (status in ('created', 'sent', 'acknowledged', 'timed_out', 'unknown') or (by_report and code is null))`,
    watchers,
  )
  return closed.length > 0
}

/** The service that a command called, if an answer by its id names another one. */
export async function findOtherName(db: Db, { commandId, answers }: CommandReply): Promise<string | undefined> {
  const { callType, identifier }: Sought = answers ?? {}
  if (callType !== 'sync' || identifier === undefined || !isCommandId(commandId)) return undefined
  const { rows } = await sql<{ identifier: string }>`
    select identifier from command where id = ${commandId}::bigint and identifier is distinct from ${identifier}`.execute(
    db,
  )
  return rows[0]?.identifier
}

export type OpenSet = Readonly<{ id: string; params: Readonly<Record<string, Value>>; sentMs: number }>

/** Property sets that were sent to these devices and are open, oldest first. */
export async function listOpenSets(
  trx: Transaction,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenSet[]>> {
  const rows = await trx
    .selectFrom('command')
    .select(['id', 'deviceId', 'params', 'sentAt'])
    .where('deviceId', 'in', deviceIds)
    .where('kind', '=', 'property.set')
    .where('status', 'in', ['sent', 'acknowledged'])
    .orderBy('id')
    .execute()
  const sets = new Map<string, OpenSet[]>()
  for (const { id, deviceId, params, sentAt } of rows) {
    if (sentAt === null) continue
    const of = sets.get(deviceId) ?? []
    sets.set(deviceId, of)
    of.push({ id, params, sentMs: Date.parse(sentAt) })
  }
  return sets
}

/**
 * Closes sets whose values the devices have reported, so that these values are no longer pending. The report itself
 * notifies the devices' watchers. It is not an acknowledgement: the device may have the value for a reason of its own,
 * as a lamp that an open door lights.
 */
export async function confirmSets(trx: Transaction, ids: readonly string[], now: number): Promise<void> {
  await trx
    .updateTable('command')
    .set({
      status: 'succeeded',
      finishedAt: ending(now),
      byReport: true,
    })
    .where('id', 'in', ids)
    .where('status', 'in', ['sent', 'acknowledged'])
    .where('deadlineAt', '>', instant(now))
    .execute()
}

/** For a repeatable command it does not matter whether it arrived. */
const mayHaveArrived = sql<boolean>`status = 'sent' and not repeatable`
/** A key of the words `device.<error>`. */
const whyTimedOut = sql<string>`case
  when status = 'created' then 'notSent'
  when ${mayHaveArrived} then 'arrivalUnknown'
  else 'noReply' end`

/**
 * Closes open commands past their deadline, with the deadline as their end. Concurrent calls are safe. Returns the
 * devices concerned.
 */
const isOpen = sql`status in ('created', 'sent', 'acknowledged')`

/** Whether `timeOutCommands` would find one. */
export const areCommandsOver = (now: string) =>
  sql<boolean>`exists (select from command where ${isOpen} and deadline_at <= ${now}::timestamptz)`

/** The first deadline of an open command, epoch ms. */
export async function findNextDeadline(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ first: string | null }>`${prepared}
    select min(deadline_at) as first from command where ${isOpen}`.execute(db)
  const first = rows[0]?.first ?? null
  return first === null ? undefined : Date.parse(first)
}

export async function timeOutCommands(db: Db, now: number): Promise<string[]> {
  return closeCommands(
    db,
    sql`
      update command set status = case when ${mayHaveArrived} then 'unknown' else 'timed_out' end,
        finished_at = deadline_at, error = ${whyTimedOut}
      where id in (
        select id from command
        where ${isOpen} and deadline_at <= ${instant(now)}::timestamptz
        for update skip locked
      )`,
  )
}
