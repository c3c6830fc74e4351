import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { ColumnType, Generated } from 'kysely'

export type CommandBatchTable = {
  id: Generated<string>
  /** The organisation of the sender. */
  organisationId: string
  accountId: string | null
  deviceKind: DeviceKind
  productId: string
  kind: 'property.set' | 'service'
  identifier: Generated<string>
  params: ColumnType<Record<string, Value>, string, never>
  jobId: Generated<string>
  createdAt: string
}

/** A row with neither a command nor a reason is not handled yet. `reason` is the key of the text that explains why it was not sent. */
export type CommandBatchDeviceTable = {
  batchId: string
  deviceId: string
  place: number
  commandId: string | null
  reason: string | null
  /** What came of a command that is not in the ledger any more. Written by a trigger. */
  kept: ColumnType<Record<string, unknown> | null, never, never>
}

declare module '../../platform/db/database.ts' {
  interface Database {
    commandBatch: CommandBatchTable
    commandBatchDevice: CommandBatchDeviceTable
  }
}
