import { sql } from 'kysely'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Db, Transaction } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import { dropPending } from '../telemetry/shadow/pending-desired.store.ts'
import { isCommandId } from '../telemetry/messages/message.ts'
import type { Answered } from '../telemetry/messages/message.ts'

// What becomes of commands that were sent.

const instant = (ms: number): string => new Date(ms).toISOString()
const open = ['created', 'sent', 'acknowledged'] as const

/** Never before what came earlier: a batch of messages counts as written when it began, and machines' clocks differ. */
const ending = (now: number) =>
  sql<string>`greatest(${instant(now)}::timestamptz, acknowledged_at, sent_at, created_at)`

/** The devices have received them (PUBACK). A reply that was quicker stands, and so does an end. */
export async function markAcknowledged(db: Db, ids: readonly string[], now: number): Promise<void> {
  const commands = await db
    .updateTable('command')
    .set({ status: 'acknowledged', acknowledgedAt: sql`greatest(${instant(now)}::timestamptz, sent_at)` })
    .where('id', 'in', (query) =>
      query
        .selectFrom('command')
        .select('id')
        .where(sql<boolean>`id = any (${ids}::bigint[])`)
        .where('status', '=', 'sent')
        // One that is over, and not closed yet, ended at its deadline.
        .where('deadlineAt', '>', instant(now))
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
  /** Of a Modbus unit: it does not answer, its answers come damaged, it refuses the write or the reading back, has another value, or no register for it. */
  | 'modbusSilent'
  | 'modbusDamaged'
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
        .set({ status: 'failed', finishedAt: ending(now), error, code })
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

export type CommandReply = Readonly<{
  deviceId: string
  commandId: string
  /** Left out: that very command, whatever it is. */
  answers?: Answered
  code: number
  reply: unknown
}>

/** The command that an answer is to; of this device, and of the kind whose topic the answer came on. */
async function answeredCommand(db: Db, { deviceId, commandId, answers }: CommandReply): Promise<string | undefined> {
  let own = db.selectFrom('command').select('id').where('deviceId', '=', deviceId)
  if (answers !== undefined) own = own.where('kind', '=', answers.kind)
  if (answers?.kind === 'service') {
    own = own.where('callType', '=', answers.callType)
    if (answers.identifier !== undefined) own = own.where('identifier', '=', answers.identifier)
  }
  if (isCommandId(commandId)) {
    const named = await own.where('id', '=', commandId).executeTakeFirst()
    if (named !== undefined) return named.id
  }
  if (answers?.callType !== 'async') return undefined
  // Alibaba's SDK for Node answers under an id of its own: of two calls nobody could tell which one it means.
  const [only, ...others] = await own.where('status', 'in', ['sent', 'acknowledged']).limit(2).execute()
  return others.length === 0 ? only?.id : undefined
}

/**
 * Closes a command by the device's answer: succeeded (code 200) or failed, and late after its deadline. The device's own
 * word counts more than what it reported before. False where the device has no such command waiting: an answer to a command
 * of another or of another kind, or a second answer, changes nothing.
 */
export async function closeByReply(db: Db, answer: CommandReply, now: number): Promise<boolean> {
  const id = await answeredCommand(db, answer)
  if (id === undefined) return false
  const { code, reply } = answer
  const inTime = sql<boolean>`deadline_at > ${instant(now)}::timestamptz`
  const isClosed = await step(db, id, (command) =>
    command
      .set({
        status: sql`case when status <> 'timed_out' and ${inTime} then ${code === 200 ? 'succeeded' : 'failed'} else 'late' end`,
        finishedAt: ending(now),
        acknowledgedAt: sql`coalesce(acknowledged_at, ${ending(now)})`,
        code,
        reply: JSON.stringify(reply ?? null),
        error: '',
        byReport: false,
      })
      .where((row) =>
        row.or([row('status', 'in', [...open, 'timed_out']), row.and([row('byReport', '=', true), inTime])]),
      ),
  )
  if (isClosed) await dropPending(db, [id])
  return isClosed
}

export type OpenSet = Readonly<{ id: string; params: Readonly<Record<string, Value>>; sentMs: number }>

/** Property sets that were sent to these devices and are in hand, oldest first. */
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

/** Their devices have reported the values, which therefore wait no longer. Whoever watches the devices hears of the report. */
export async function confirmSets(trx: Transaction, ids: readonly string[], now: number): Promise<void> {
  await trx
    .updateTable('command')
    .set({
      status: 'succeeded',
      finishedAt: ending(now),
      acknowledgedAt: sql`coalesce(acknowledged_at, ${ending(now)})`,
      byReport: true,
    })
    .where('id', 'in', ids)
    .where('status', 'in', ['sent', 'acknowledged'])
    .where('deadlineAt', '>', instant(now))
    .execute()
}

/** Names the words, `device.<error>`. Where it does no harm a second time nobody has to look first whether it arrived. */
const whyTimedOut = sql<string>`case
  when status = 'created' then 'notSent'
  when status = 'sent' and not repeatable then 'arrivalUnknown'
  else 'noReply' end`

/** Ends what is open past its deadline, at that deadline. Several may do it beside each other. Answers the devices concerned. */
export async function timeOutCommands(db: Db, now: number): Promise<string[]> {
  return transaction(db, async (trx) => {
    const late = await trx
      .updateTable('command')
      .set({ status: 'timed_out', finishedAt: sql`deadline_at`, error: whyTimedOut })
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
