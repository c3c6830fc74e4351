import type { ColumnType } from 'kysely'
import type { Table } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * `openedOrganisationId`: The organisation of the opened console in which it was started; null: the account's
     * own.
     */
    job: Table<'job', { counts: ColumnType<Readonly<Record<string, number>> | null> }>
    jobRefusal: Table<'jobRefusal'>
  }
}
