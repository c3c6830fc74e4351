import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { GeneratedAlways } from 'kysely'
import type { Table } from '../../platform/db/database.ts'

declare module '../../platform/db/database.ts' {
  interface Database {
    /** `organisationId`: The organisation of the sender. */
    commandBatch: Table<'commandBatch', { deviceKind: DeviceKind; params: Record<string, Value> }>
    /**
     * A row with neither a command nor a reason is not handled yet. `reason` is the key of the text that explains
     * why it was not sent.
     */
    commandBatchDevice: Table<
      'commandBatchDevice',
      {
        /** The outcome of a command that is not in the ledger any more. A trigger writes it. */
        kept: GeneratedAlways<Record<string, unknown> | null>
      }
    >
  }
}
