import type { ColumnType, Generated } from 'kysely'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { AsWritten } from '@brigade/contract/thing-model/transfer/as-written.ts'

export type ThingModelTable = {
  id: Generated<string>
  productId: string
  /** Null: the draft, one a product. */
  version: number | null
  /** The version's name from its publisher; empty for the draft. */
  name: Generated<string>
  model: ThingModel
  /** Entries of the original documents; exports contain them unchanged while they agree with the model. */
  written: Generated<AsWritten>
  /** Functions of all kinds. */
  functions: ColumnType<number, never, never>
  note: Generated<string>
  publishedAt: string | null
  publishedBy: Generated<string | null>
  /** Columns of the draft. */
  updatedAt: Generated<string | null>
  updatedBy: Generated<string | null>
}

declare module '../platform/db/database.ts' {
  interface Database {
    thingModel: ThingModelTable
  }
}
