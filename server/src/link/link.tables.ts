import type { Table } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /** The version of its product's configuration that was last sent to a device. */
    deviceConfig: Table<'deviceConfig'>
  }
}
