import type { Table } from '../../platform/db/database.ts'

declare module '../../platform/db/database.ts' {
  interface Database {
    /**
     * * `draft`: Null when it equals the published content.
     * * `updatedAt`: The version that a change is made from; it always increases.
     */
    productTemplate: Table<'productTemplate'>
  }
}
