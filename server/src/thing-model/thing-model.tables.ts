import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { AsWritten } from '@brigade/contract/thing-model/transfer/as-written.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Table } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * * `version`: Null: the draft, one a product.
     * * `name`: The version's name from its publisher; empty for the draft.
     * * `functions`: Functions of all kinds.
     * * `updatedAt`: Columns of the draft.
     */
    thingModel: Table<
      'thingModel',
      {
        model: ColumnType<ThingModel>
        /** Entries of the original documents; exports contain them unchanged while they agree with the model. */
        written: Generated<AsWritten>
      }
    >
  }
}
