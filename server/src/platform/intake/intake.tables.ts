export type IntakeStandstillTable = { processId: string; oldestAt: string; notedAt: string }

declare module '../db/database.ts' {
  interface Database {
    intakeStandstill: IntakeStandstillTable
  }
}
