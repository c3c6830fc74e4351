import type { Table } from '../db/database.ts'

declare module '../db/database.ts' {
  interface Database {
    intakeStandstill: Table<'intakeStandstill'>
    /** The batches that were written. */
    ingestBatch: Table<'ingestBatch'>
  }
}
