export type IntakeStandstillTable = { processId: string; oldestAt: string; notedAt: string }

/** The batches that were written. */
export type IngestBatchTable = { day: string; id: string }

declare module '../db/database.ts' {
  interface Database {
    intakeStandstill: IntakeStandstillTable
    ingestBatch: IngestBatchTable
  }
}
