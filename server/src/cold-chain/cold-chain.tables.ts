import type { Table } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /** How much of each day of a refrigerator is known. A day without a row was not evaluated yet. */
    coolerDay: Table<'coolerDay'>
  }
}
