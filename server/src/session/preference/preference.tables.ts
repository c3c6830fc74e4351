import type { Table } from '../../platform/db/database.ts'

/** Both hold rows of an account by list. */
export type PreferenceTable = 'accountHabit' | 'savedFilter'

declare module '../../platform/db/database.ts' {
  interface Database {
    accountHabit: Table<'accountHabit'>
    savedFilter: Table<'savedFilter'>
  }
}
