import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import type { Presence } from '../../device/presence/presence.store.ts'
import type { LinkedDevices } from '../session/linked-devices.ts'
import type { SubSessions } from '../session/sub-sessions.ts'

/** State that the parts of the embedded transport share. */
export type EmbeddedParts = Readonly<{
  db: Db
  settings: Settings
  clock: Clock
  log: Log
  /** Queues an entry of the online log and the state of a device. */
  note: (change: Presence) => void
  /** Whether all entries of a device are written. */
  isNoted: (deviceId: string) => boolean
  devices: LinkedDevices
  sessions: SubSessions
}>
