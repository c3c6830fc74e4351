import type { Scripted } from '@brigade/simulator/past/script.ts'
import type { ColumnType, Generated } from 'kysely'

/** `accountId`: who sent a command. */
export type PlannedAct = Scripted & Readonly<{ accountId?: string }>

export type DemoPastTable = {
  deviceId: string
  beginsAt: string
  endsAt: string
  /** What is still so when it ends. */
  ending: 'compressor' | 'fan' | 'offline' | null
  /** Its version when its past begins; null: it has the same all the time. */
  firmware: string | null
  /** What comes to it from outside. */
  script: ColumnType<readonly PlannedAct[], string | undefined, string>
  /** The state from which its simulated device goes on. */
  life: ColumnType<unknown, string | null, string>
  /** Times that it could not be written. */
  failures: Generated<number>
  writtenAt: string | null
}

declare module '../platform/db/database.ts' {
  interface Database {
    demoPast: DemoPastTable
  }
}
