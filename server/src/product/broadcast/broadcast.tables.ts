import type { Generated } from 'kysely'

/** Broadcasts to all devices of a product. */
export type ProductBroadcastTable = {
  id: Generated<string>
  productId: string
  topic: string
  content: string
  accountId: string | null
  createdAt: string
  reached: Generated<number | null>
}

declare module '../../platform/db/database.ts' {
  interface Database {
    productBroadcast: ProductBroadcastTable
  }
}
