import type { Table } from '../db/database.ts'

declare module '../db/database.ts' {
  interface Database {
    /** A row that a seed of the demo inserted: its table and key. */
    demoRow: Table<'demoRow'>
    /**
     * Since when the demo is being removed, and since when nothing of it is left.
     * * `rows`: Marked rows when it began.
     */
    demoEnd: Table<'demoEnd', { id: true }>
  }
}
