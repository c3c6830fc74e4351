import type { FastifyRequest } from 'fastify'
import type { Authenticate, AuthenticateApp } from './access.ts'
import type { AppActor, Platform } from './context.ts'
import type { Route } from './implement.ts'

/** One line of the operation log, as `implement` passes it on. */
export type OperationRecord = Readonly<{
  /** UUID; the changes of the call refer to it. */
  operationId: string
  time: number
  actor: { accountId: string; account: string; organisationId: string } | null
  /**
   * The organisation whose console was opened, for a call in an opened console. The actor's own organisation is in
   * `actor`.
   */
  openedId?: string
  address: string
  module: string
  operation: string
  method: string
  path: string
  durationMs: number
  code: number
  success: boolean
  request: unknown
  response: unknown
}>

/** One line of the app log: a write of the phone app. */
export type AppRecord = Omit<OperationRecord, 'operationId' | 'actor' | 'openedId' | 'module'> &
  Readonly<{ actor: AppActor }>

export type MountOptions = Readonly<{
  platform: Platform
  routes: readonly Route[]
  authenticate: Authenticate
  authenticateApp: AuthenticateApp
  /** Written before the answer is sent, so that every acknowledged write has its line. */
  record: (row: OperationRecord) => Promise<void>
  recordApp: (row: AppRecord) => Promise<void>
  origin: (request: FastifyRequest) => string
  rateLimits: boolean
}>
