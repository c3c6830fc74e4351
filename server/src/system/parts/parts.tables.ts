import type { Table } from '../../platform/db/database.ts'

declare module '../../platform/db/database.ts' {
  interface Database {
    /**
     * A list that exists, even if it is empty.
     * * `updatedAt`: Also the version that a change is made from.
     */
    partList: Table<'partList'>
    /**
     * * `id`: The console generates it.
     * * `name`: Chinese.
     * * `productIds`: Empty means all models. Some may be deleted by now.
     */
    part: Table<'part'>
  }
}
