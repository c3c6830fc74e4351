import type { JsonValue, LinkedDevice, Serving } from '../../telemetry/messages/message.ts'
import type { SessionsOver } from './sessions-over.ts'

/** The outcome of a gateway's request. */
export type Outcome = Readonly<{
  code: number
  data?: JsonValue
  /** Called after the commit. */
  afterCommit?: (() => void) | undefined
}>

/** The context for serving a gateway, beside the database. */
export type Serves = Serving &
  Readonly<{
    secretKey: Buffer
    installationZone: string
    gateway: LinkedDevice
    /** A digest of the message's topic and payload, which identifies the message. */
    digest: Buffer
    sessions: SessionsOver
  }>
