import type { Table } from '../../platform/db/database.ts'

declare module '../../platform/db/database.ts' {
  interface Database {
    /** A numbered session at an external broker. */
    brokerSlot: Table<'brokerSlot'>
    /**
     * The last connection of a device that an external broker reported.
     * * `isAssumed`: It counts as open because the device was heard: the notice of this connection has not come
     *   yet.
     */
    brokerClient: Table<'brokerClient'>
  }
}
