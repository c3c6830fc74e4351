import type { Connected } from '../../platform/mqtt/gateway.ts'
import type { JsonValue, LinkedDevice, Serving } from '../link/message.ts'
import type { SubSessions } from './sub-sessions.ts'

/** What a gateway's request comes to. */
export type Outcome = Readonly<{
  code: number
  data?: JsonValue
  /** Done once it is safe. */
  afterCommit?: () => void
}>

/** What serving a gateway needs beside the database. */
export type Serves = Serving &
  Readonly<{
    secretKey: Buffer
    sessions: SubSessions
    gateway: LinkedDevice
    /** The connection that the request came over; undefined where it has ended, and nothing may begin over it. */
    connection: () => Connected | undefined
  }>
