import type { JsonValue, LinkedDevice, Serving } from '../../telemetry/messages/message.ts'
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
    installationZone: string
    gateway: LinkedDevice
    /** A digest of the message's topic and payload: another message has another. */
    digest: Buffer
    sessions: SessionsOver
  }>
