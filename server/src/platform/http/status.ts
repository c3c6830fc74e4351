import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { noSchemas } from './http-options.ts'

export type StatusOptions = Readonly<{
  metrics: Metrics
  /** Allows other machines to read /metrics. */
  metricsToken: string | undefined
  /** Throws if the process should not be sent traffic. */
  ready: () => Promise<void>
  /** The time at which the oldest unwritten message was received, when intake is stalled. */
  intakeStandsSince: () => Promise<number | undefined>
  /**
   * A connector is not ready while its own intake is stalled, so that it gets no devices. Other processes stay ready
   * for people and only report it.
   */
  isConnector: boolean
}>

/**
 * `/healthz`: the process runs. `/readyz`: it can serve (its database answers), and whether intake is stalled.
 * `/metrics`: Prometheus text, from this machine or with the token.
 */
export function statusRoutes(
  app: FastifyInstance,
  { metrics, metricsToken, ready, intakeStandsSince, isConnector }: StatusOptions,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    try {
      await ready()
      const since = await intakeStandsSince()
      if (since === undefined) return { status: 'ready', intake: 'flowing' }
      const intake = { intake: 'standing still', oldestMessageAt: new Date(since).toISOString() }
      if (!isConnector) return { status: 'ready', ...intake }
      return await reply.code(503).send({ status: 'not ready', ...intake })
    } catch (error) {
      request.log.warn({ err: error }, 'Not ready')
      return reply.code(503).send({ status: 'not ready' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    // Through a proxy on this machine every client has a local address.
    const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
    const fromHere = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
    const local = fromHere && !isForwarded
    if (!local && (metricsToken === undefined || request.headers.authorization !== `Bearer ${metricsToken}`))
      return reply.code(404).send('')
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

/** The status server of a process without calls, connector or worker, for monitoring. It does not listen yet. */
export function statusServer(log: Log, options: StatusOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: noSchemas,
    forceCloseConnections: true,
    requestTimeout: 10_000,
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(''))
  statusRoutes(app, options)
  return app
}
