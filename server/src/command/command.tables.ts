import type { CommandKind, CommandStatus, ValueOutcome } from '@brigade/contract/command/command.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { ColumnType, Generated } from 'kysely'

/** Written as JSON text, read as the parsed value. */
type Json<T> = ColumnType<T, string, string>
type JsonDefault<T> = ColumnType<T, string | undefined, string>

export type CommandTable = {
  id: Generated<string>
  deviceId: string
  kind: CommandKind
  identifier: Generated<string>
  callType: Generated<'async' | 'sync'>
  params: Json<Record<string, Value>>
  previousValues: JsonDefault<Record<string, Value>>
  status: CommandStatus
  accountId: string | null
  createdAt: string
  deadlineAt: string
  sentAt: string | null
  acknowledgedAt: string | null
  finishedAt: string | null
  code: number | null
  reply: ColumnType<Value | null, string | null, string | null>
  error: Generated<string>
  valueOutcomes: ColumnType<Record<string, ValueOutcome> | null, string | null, string | null>
  batchId: string | null
  byReport: Generated<boolean>
  repeatable: Generated<boolean>
  sentOver: string | null
  sends: Generated<number>
}

/** Commands created in an hour, and their outcomes, by the owner and the product of the device. */
export type CommandTotalTable = {
  hour: string
  organisationId: string
  productId: string
  created: number
  succeeded: number
  failed: number
  unknown: number
  timedOut: number
  late: number
}

declare module '../platform/db/database.ts' {
  interface Database {
    command: CommandTable
    commandTotal: CommandTotalTable
  }
}
