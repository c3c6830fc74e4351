import type { Table } from '../db/database.ts'

declare module '../db/database.ts' {
  interface Database {
    /** The time zones that may be chosen. `standsFor`: the name that is stored and used. */
    timeZone: Table<'timeZone'>
  }
}
