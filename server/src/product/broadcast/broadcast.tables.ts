import type { Table } from '../../platform/db/database.ts'

declare module '../../platform/db/database.ts' {
  interface Database {
    /** Broadcasts to all devices of a product. */
    productBroadcast: Table<'productBroadcast'>
  }
}
