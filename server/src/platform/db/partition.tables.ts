import type { Table } from './database.ts'

declare module './database.ts' {
  interface Database {
    /** A table that is partitioned by time, one child for each day or month (UTC). */
    partitionedTable: Table<'partitionedTable'>
  }
}
