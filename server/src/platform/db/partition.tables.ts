/** A table that is partitioned by time, one child for each day or month (UTC). */
export type PartitionedTable = { name: string; period: 'day' | 'month' }

declare module './database.ts' {
  interface Database {
    partitionedTable: PartitionedTable
  }
}
