import type { Table } from '../../platform/db/database.ts'

declare module '../../platform/db/database.ts' {
  interface Database {
    /**
     * The models on the list of an organisation that does not carry all (`organisation.carriesAll`).
     * * `sellUntil`: Withdrawn: the last day of the sell-off, `YYYY-MM-DD`; null: carried.
     */
    organisationProduct: Table<'organisationProduct'>
  }
}
