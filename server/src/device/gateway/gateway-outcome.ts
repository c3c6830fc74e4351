import type { JsonValue, LinkedDevice, Serving } from '../link/message.ts'
import type { SessionsOver } from './sessions-over.ts'

/** What a gateway's request comes to. */
export type Outcome = Readonly<{
  code: number
  data?: JsonValue
  /** Done once it is safe. */
  afterCommit?: (() => void) | undefined
}>

/** What serving a gateway needs beside the database. */
export type Serves = Serving &
  Readonly<{
    secretKey: Buffer
    gateway: LinkedDevice
    sessions: SessionsOver
  }>
