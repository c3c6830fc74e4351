import type { Generated } from 'kysely'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'

export type ThingModelTable = {
  id: Generated<string>
  productId: string
  /** Null: the draft, one a product. */
  version: number | null
  model: ThingModel
  note: Generated<string>
  publishedAt: string | null
  publishedBy: Generated<string | null>
}

declare module '../platform/db/database.ts' {
  interface Database {
    thingModel: ThingModelTable
  }
}
