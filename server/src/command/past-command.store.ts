import type { Transaction } from '../platform/db/database.ts'
import type { NewCommand } from './command.store.ts'

/** A command that its device has answered. */
export type PastCommand = Omit<NewCommand, 'batchId'> & Readonly<{ answeredAt: number; code: number; reply: unknown }>

const instant = (ms: number): string => new Date(ms).toISOString()

/** Writes commands that ended in the demo's past, in the form that a reply of the device leaves. Nobody waits for them any more. */
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
