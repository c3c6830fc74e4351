import { sql } from 'kysely'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Transaction } from '../platform/db/database.ts'
import { notifyIds, notifyOnCommit } from '../platform/db/notify.ts'
import type { NewCommand } from './command.store.ts'

const instant = (ms: number): string => new Date(ms).toISOString()

/** A service call that the server makes when it is due, not while a call of a person is served. */
export type OwnCall = Readonly<{
  deviceId: string
  identifier: string
  params: Readonly<Record<string, Value>>
  /** It may be sent again to a device that reconnects in time. */
  repeatable: boolean
  /** The account that requested the command; null if the server sent it. */
  accountId: string | null
}>

/**
 * Inserts asynchronous service calls into the ledger, many in one statement, and notifies connectors and watchers.
 * Returns their ids in the given order. The caller holds locks on the devices, so that none is deleted meanwhile.
 */
export async function insertOwnCalls(
  trx: Transaction,
  calls: readonly OwnCall[],
  { createdAt, deadlineAt }: Readonly<{ createdAt: number; deadlineAt: number }>,
): Promise<string[]> {
  if (calls.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with entered as (
      insert into command (device_id, kind, identifier, call_type, params, previous_values, status, repeatable, account_id,
        created_at, deadline_at)
      select device_id, 'service', identifier, 'async', params::jsonb, '{}', 'created', repeatable, account_id,
        ${new Date(createdAt).toISOString()}::timestamptz, ${new Date(deadlineAt).toISOString()}::timestamptz
      from unnest(
        ${calls.map(({ deviceId }) => deviceId)}::bigint[],
        ${calls.map(({ identifier }) => identifier)}::text[],
        ${calls.map(({ params }) => JSON.stringify(params))}::text[],
        ${calls.map(({ repeatable }) => repeatable)}::bool[],
        ${calls.map(({ accountId }) => accountId)}::bigint[]
      ) with ordinality as called (device_id, identifier, params, repeatable, account_id, place)
      order by place
      returning id, device_id
    ),
    notified as (${notifyIds('live', 'device', sql`select distinct device_id::text as id from entered`)})
    select entered.id::text as id from entered cross join notified order by entered.id`.execute(trx)
  await notifyOnCommit(trx, 'command', {})
  return rows.map(({ id }) => id)
}

/** A command that its device has answered. */
export type PastCommand = Omit<NewCommand, 'batchId'> & Readonly<{ answeredAt: number; code: number; reply: unknown }>

/**
 * Writes commands that ended in the demo's past, in the form that a reply of the device leaves. Nobody waits for them.
 */
export async function insertPastCommands(trx: Transaction, commands: readonly PastCommand[]): Promise<void> {
  if (commands.length === 0) return
  await trx
    .insertInto('command')
    .values(
      commands.map(({ params, before, createdAt, deadlineAt, answeredAt, code, reply, ...command }) => ({
        ...command,
        params: JSON.stringify(params),
        previousValues: JSON.stringify(before),
        status: code === 200 ? ('succeeded' as const) : ('failed' as const),
        createdAt: instant(createdAt),
        deadlineAt: instant(deadlineAt),
        sentAt: instant(createdAt + (answeredAt - createdAt) / 8),
        acknowledgedAt: instant(createdAt + (answeredAt - createdAt) / 3),
        finishedAt: instant(answeredAt),
        code,
        reply: JSON.stringify(reply),
        valueOutcomes: null,
        sentOver: null,
        sends: 1,
      })),
    )
    .execute()
}
