import type { Scripted } from '@brigade/simulator/past/script.ts'
import type { Table } from '../platform/db/database.ts'

/** `accountId`: who sent a command. */
export type PlannedAct = Scripted & Readonly<{ accountId?: string }>

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * * `ending`: What is still so when it ends.
     * * `firmware`: Its version when its past begins; null: it has the same all the time.
     * * `life`: The state from which its simulated device goes on.
     * * `failures`: Times that it could not be written.
     */
    demoPast: Table<
      'demoPast',
      {
        /** The commands and upgrades that the device receives. */
        script: readonly PlannedAct[]
      }
    >
  }
}
