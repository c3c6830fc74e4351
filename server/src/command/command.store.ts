import { sql } from 'kysely'
import type { CommandKind } from '@brigade/contract/command/command.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { CallType } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Db } from '../platform/db/database.ts'
import { notifyAllOnCommit, notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import { desireUntilReported } from '../telemetry/shadow/pending-desired.store.ts'

const instant = (ms: number): string => new Date(ms).toISOString()

/** What decides whether a device can be sent anything and which way, and what it last reported. */
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

/** The ledger row, the values that now wait to be reported, and word to the connectors: all or nothing. Answers the row's id. */
export async function insertCommand(db: Db, { before, ...command }: NewCommand): Promise<string> {
  return transaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('command')
      .values({
        ...command,
        params: JSON.stringify(command.params),
        previousValues: JSON.stringify(before),
        status: 'created',
        createdAt: instant(command.createdAt),
        deadlineAt: instant(command.deadlineAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (command.kind === 'property.set') {
      await desireUntilReported(trx, {
        deviceId: command.deviceId,
        commandId: id,
        values: command.params,
        at: command.createdAt,
      })
    }
    await notifyAllOnCommit(trx, { command: { id }, live: { device: [command.deviceId] } })
    return id
  })
}

/**
 * Commands that no connector has sent yet, oldest first; what a person waits for comes before what is one of a batch. With
 * `again` also those that may be sent again, should the connection they were sent over be another's by now: `sentOver`.
 */
export async function listCommandsToSend(db: Db, again: boolean, now: number) {
  return db
    .selectFrom('command')
    .select(['id', 'deviceId', 'sentOver', sql<boolean>`status = 'created'`.as('isNew')])
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

/** How many of a batch no connector has sent yet. */
export async function countUnsent(db: Db, batchId: string): Promise<number> {
  const { commands } = await db
    .selectFrom('command')
    .select(sql<number>`count(*)::int`.as('commands'))
    .where('status', '=', 'created')
    .where('batchId', '=', batchId)
    .executeTakeFirstOrThrow()
  return commands
}

const sent = ['id', 'deviceId', 'kind', 'identifier', 'callType', 'params'] as const

/** Claims commands for sending, before they are sent: so none is ever sent twice. Those that are another's, or too late, are left out. */
export async function claimCommands(db: Db, ids: readonly string[], now: number) {
  const commands = await db
    .updateTable('command')
    .set({ status: 'sent', sentAt: instant(now), sends: 1 })
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
    .returning(sent)
    .execute()
  await notifyWatchers(db, commands)
  return commands
}
export type CommandToSend = Awaited<ReturnType<typeof claimCommands>>[number]

/**
 * Claims commands for sending over these connections, as they are called by who holds them: those that were not sent yet, and
 * those that may be sent again and were last sent over another one. So each goes over one connection once. Watchers hear of it from the
 * trace of the messages, which is part of the same transaction.
 */
export async function claimOver(db: Db, over: ReadonlyMap<string, string>, now: number): Promise<CommandToSend[]> {
  const ids = [...over.keys()]
  const row = sql<{ id: string; connection: string }>`(
    select * from unnest(${ids}::bigint[], ${ids.map((id) => over.get(id) ?? '')}::text[]) as claimed (id, connection)
  )`.as('claimed')
  return db
    .updateTable('command')
    .from(row)
    .set({
      status: sql`case when status = 'created' then 'sent' else status end`,
      sentAt: sql`coalesce(sent_at, ${instant(now)}::timestamptz)`,
      sentOver: sql`claimed.connection`,
      sends: sql`sends + 1`,
    })
    .whereRef('command.id', '=', 'claimed.id')
    .where('command.id', 'in', (query) =>
      query
        .selectFrom('command')
        .select('id')
        .where(sql<boolean>`id = any (${ids}::bigint[])`)
        .where('status', 'in', ['created', 'sent', 'acknowledged'])
        .where('deadlineAt', '>', instant(now))
        .forUpdate()
        .skipLocked(),
    )
    .where((one) =>
      one.or([
        one('status', '=', 'created'),
        one.and([
          one('status', 'in', ['sent', 'acknowledged']),
          one('repeatable', '=', true),
          sql<boolean>`sent_over <> claimed.connection`,
        ]),
      ]),
    )
    .returning(['command.id', 'deviceId', 'kind', 'identifier', 'callType', 'params'])
    .execute()
}

/** It went out over no connection: as it was before, for the next. */
export async function unclaim(db: Db, id: string): Promise<void> {
  const commands = await db
    .updateTable('command')
    .set({ status: 'created', sentAt: null, sentOver: null, sends: 0 })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .where('sends', '=', 1)
    .returning('deviceId')
    .execute()
  await notifyWatchers(db, commands)
}

async function notifyWatchers(db: Db, commands: readonly Readonly<{ deviceId: string }>[]): Promise<void> {
  if (commands.length > 0) await notifyOnCommit(db, 'live', { device: commands.map(({ deviceId }) => deviceId) })
}
