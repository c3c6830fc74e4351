import type { Metrics } from '../metrics/metrics.ts'
import type { Authenticate, AuthenticateApp } from './access.ts'
import type { Platform } from './context.ts'
import type { Route } from './implement.ts'
import type { AppRecord, OperationRecord } from './mount-options.ts'
import type { PlainRoute } from './plain-route.ts'
import type { FastifyServerOptions } from 'fastify'

export type HttpOptions = Readonly<{
  platform: Platform
  /** The metrics that `/metrics` shows. */
  metrics: Metrics
  routes: readonly Route[]
  /** Calls outside `/api`, for devices and brokers. */
  plainRoutes?: readonly PlainRoute[]
  authenticate: Authenticate
  authenticateApp: AuthenticateApp
  record: (row: OperationRecord) => Promise<void>
  recordApp: (row: AppRecord) => Promise<void>
  /** The built console; absent if there is none (tests of the API alone). */
  consoleFolder?: string | undefined
  rateLimits: boolean
  version: string
  /** Throws if the process should not be sent traffic. */
  ready: () => Promise<void>
  /** The time at which the oldest unwritten message was received, when intake is stalled. */
  intakeStandsSince: () => Promise<number | undefined>
}>

const never = (): never => {
  throw new Error('The contract validates requests and shapes replies: no route has a schema of Fastify’s')
}

/** With its default compilers Fastify loads two, a twelfth of the start, for schemas that no route has. */
export const noSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => never, buildSerializer: () => never },
}
