/** A row that a seed of the demo inserted: its table and key. */
export type DemoRowTable = { tableName: string; id: string }

/** Since when the demo is being removed, and since when nothing of it is left. */
export type DemoEndTable = {
  id: true
  accountId: string | null
  /** Marked rows when it began. */
  rows: number
  begunAt: string
  endedAt: string | null
}

declare module '../db/database.ts' {
  interface Database {
    demoRow: DemoRowTable
    demoEnd: DemoEndTable
  }
}
