import { sql } from 'kysely'
import type { CommandKind } from '@brigade/contract/device/device.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { CallType } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { DesiredEntry } from '../device.tables.ts'

const instant = (ms: number): string => new Date(ms).toISOString()
const open = ['created', 'sent', 'acknowledged'] as const

/** What decides whether a device can be sent anything and which way, and what it last reported. */
export async function findCommandTarget(db: Db, deviceId: string) {
  return db
    .selectFrom('deviceIndex')
    .innerJoin('product', 'product.id', 'deviceIndex.productId')
    .leftJoin('deviceGateway', 'deviceGateway.deviceId', 'deviceIndex.deviceId')
    .leftJoin('deviceShadow', 'deviceShadow.deviceId', 'deviceIndex.deviceId')
    .where('deviceIndex.deviceId', '=', deviceId)
    .select([
      'deviceIndex.productId',
      'deviceIndex.enabled',
      'deviceIndex.online',
      'deviceIndex.nodeType',
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
  createdAt: number
  deadlineAt: number
}>

/** The ledger row, the values that now wait to be reported, and word to the gateways: all or nothing. Answers the row's id. */
export async function insertCommand(db: Db, command: NewCommand): Promise<string> {
  return transaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('command')
      .values({
        ...command,
        params: JSON.stringify(command.params),
        before: JSON.stringify(command.before),
        status: 'created',
        createdAt: instant(command.createdAt),
        deadlineAt: instant(command.deadlineAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (command.kind === 'property.set') {
      const pending = Object.entries(command.params).map(([identifier, v]): [string, DesiredEntry] => [
        identifier,
        { v, c: id, s: command.createdAt },
      ])
      const desired = JSON.stringify(Object.fromEntries(pending))
      await sql`
        insert into device_shadow as shadow (device_id, version, desired) values (${command.deviceId}, 0, ${desired}::jsonb)
        on conflict (device_id) do update set desired = shadow.desired || (
          select jsonb_object_agg(ours.key, ours.value || case
            when shadow.desired -> ours.key is null then '{}'
            when not shadow.desired -> ours.key ? 'c' then jsonb_build_object('kept', shadow.desired -> ours.key)
            when shadow.desired -> ours.key ? 'kept' then jsonb_build_object('kept', shadow.desired -> ours.key -> 'kept')
            else '{}' end)
          from jsonb_each(excluded.desired) as ours
        )`.execute(trx)
    }
    await notifyOnCommit(trx, 'command', { id })
    await notifyOnCommit(trx, 'live', { device: [command.deviceId] })
    return id
  })
}

/** Commands that no gateway has sent yet, oldest first; what a person waits for comes before what is one of a batch. */
export async function listCreatedCommands(db: Db) {
  return db
    .selectFrom('command')
    .select(['id', 'deviceId'])
    .where('status', '=', 'created')
    .orderBy(sql`batch_id is not null`)
    .orderBy('id')
    .execute()
}

/** How many of a batch no gateway has sent yet. */
export async function countUnsent(db: Db, batchId: string): Promise<number> {
  const { commands } = await db
    .selectFrom('command')
    .select(sql<number>`count(*)::int`.as('commands'))
    .where('status', '=', 'created')
    .where('batchId', '=', batchId)
    .executeTakeFirstOrThrow()
  return commands
}

/** Claims commands for sending, before they are sent: so none is ever sent twice. Those that are another's, or too late, are left out. */
export async function claimCommands(db: Db, ids: readonly string[], now: number) {
  const commands = await db
    .updateTable('command')
    .set({ status: 'sent', sentAt: instant(now) })
    // Not waited for: what another holds is another's.
    .where('id', 'in', (query) =>
      query
        .selectFrom('command')
        .select('id')
        .where(sql<boolean>`id = any (${ids}::bigint[])`)
        .where('status', '=', 'created')
        .where('deadlineAt', '>', instant(now))
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'deviceId', 'kind', 'identifier', 'callType', 'params'])
    .execute()
  if (commands.length > 0) await notifyOnCommit(db, 'live', { device: commands.map(({ deviceId }) => deviceId) })
  return commands
}
export type CommandToSend = Awaited<ReturnType<typeof claimCommands>>[number]

/** The devices have received them (PUBACK). A reply that was quicker stands. */
export async function markAcknowledged(db: Db, ids: readonly string[], now: number): Promise<void> {
  const commands = await db
    .updateTable('command')
    .set({ status: 'acknowledged', acknowledgedAt: instant(now) })
    .where('id', 'in', (query) =>
      query
        .selectFrom('command')
        .select('id')
        .where(sql<boolean>`id = any (${ids}::bigint[])`)
        .where('status', '=', 'sent')
        .orderBy('id')
        .forUpdate(),
    )
    .returning('deviceId')
    .execute()
  if (commands.length > 0) await notifyOnCommit(db, 'live', { device: commands.map(({ deviceId }) => deviceId) })
}

/** Why a command failed without an answer of the device's own; names the words, `device.<error>`. */
export type CommandFailure =
  /** The connection ended under it. */
  | 'sendFailed'
  /** Of a Modbus unit: it does not answer, refuses the write or the reading back, has another value, or no register for it. */
  | 'modbusSilent'
  | 'modbusRefused'
  | 'modbusUnread'
  | 'modbusDiffers'
  | 'modbusValue'
  | 'modbusNoRegister'

/** `code` of a Modbus exception. */
export async function failCommand(
  db: Db,
  id: string,
  error: CommandFailure,
  now: number,
  code: number | null = null,
): Promise<boolean> {
  return transaction(db, async (trx) => {
    const isClosed = await step(trx, id, (command) =>
      command
        .set({ status: 'failed', finishedAt: instant(now), error, code })
        .where('status', 'in', ['sent', 'acknowledged']),
    )
    if (isClosed) await dropPending(trx, [id])
    return isClosed
  })
}

const update = (db: Db, id: string) => db.updateTable('command').where('id', '=', id)
type Update = ReturnType<typeof update>

/** One step of one row; whoever watches the device hears of it. */
async function step(db: Db, id: string, change: (command: Update) => Update): Promise<boolean> {
  const row = await change(update(db, id)).returning('deviceId').executeTakeFirst()
  if (row === undefined) return false
  await notifyOnCommit(db, 'live', { device: [row.deviceId] })
  return true
}

export type CommandReply = Readonly<{ deviceId: string; commandId: string; code: number; reply: unknown }>

/**
 * Closes a command by the device's answer: succeeded (code 200) or failed, and late after its deadline. False where the
 * device has no such command waiting: an answer to a command of another, or a second answer, changes nothing.
 */
export async function closeByReply(
  db: Db,
  { deviceId, commandId, code, reply }: CommandReply,
  now: number,
): Promise<boolean> {
  if (!/^[1-9]\d{0,17}$/.test(commandId)) return false
  const isOpen = sql<boolean>`(status <> 'timed_out' and deadline_at > ${instant(now)})`
  const isClosed = await step(db, commandId, (command) =>
    command
      .set({
        status: sql`case when ${isOpen} then ${code === 200 ? 'succeeded' : 'failed'} else 'late' end`,
        finishedAt: instant(now),
        acknowledgedAt: sql`coalesce(acknowledged_at, ${instant(now)}::timestamptz)`,
        code,
        reply: JSON.stringify(reply ?? null),
        error: '',
      })
      .where('deviceId', '=', deviceId)
      .where('status', 'in', [...open, 'timed_out']),
  )
  if (isClosed) await dropPending(db, [commandId])
  return isClosed
}

/** Ends what is open past its deadline, at that deadline. Several may do it beside each other. Answers the devices concerned. */
export async function timeOutCommands(db: Db, now: number): Promise<string[]> {
  return transaction(db, async (trx) => {
    const late = await trx
      .updateTable('command')
      .set({ status: 'timed_out', finishedAt: sql`deadline_at`, error: 'noReply' })
      .where('id', 'in', (query) =>
        query
          .selectFrom('command')
          .select('id')
          .where('status', 'in', open)
          .where('deadlineAt', '<=', instant(now))
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'deviceId'])
      .execute()
    if (late.length === 0) return []
    await dropPending(
      trx,
      late.map(({ id }) => id),
    )
    const deviceIds = [...new Set(late.map(({ deviceId }) => deviceId))]
    await notifyOnCommit(trx, 'live', { device: deviceIds })
    return deviceIds
  })
}

/** A value set by one of these commands no longer waits; one that a newer command has set since then still does, and what was kept before is so again. */
async function dropPending(db: Db, commandIds: readonly string[]): Promise<void> {
  await sql`
    update device_shadow set desired = (
      select coalesce(jsonb_object_agg(pending.key, left_over.entry) filter (where left_over.entry is not null), '{}')
      from jsonb_each(desired) as pending, lateral (
        select case when pending.value ->> 'c' = any (${commandIds}::text[]) then pending.value -> 'kept' else pending.value end as entry
      ) as left_over
    )
    where desired <> '{}' and device_id in (
      select device_id from command where id = any (${commandIds}::bigint[]) and kind = 'property.set'
    )`.execute(db)
}
