import type { ColumnType, Generated } from 'kysely'

/** Stored values may come from any version of the program, so they are validated when read. */
type Kept = ColumnType<unknown, string, string>

export type AccountHabitTable = { accountId: string; list: string; habits: Kept; updatedAt: string }

export type SavedFilterTable = {
  id: Generated<string>
  accountId: string
  list: string
  name: string
  query: Kept
  createdAt: string
}

/** Both hold rows of an account by list. */
export type PreferenceTable = 'accountHabit' | 'savedFilter'

declare module '../../platform/db/database.ts' {
  interface Database {
    accountHabit: AccountHabitTable
    savedFilter: SavedFilterTable
  }
}
