import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { HttpOptions } from './http-options.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve (its database answers). `/metrics`: Prometheus text, from this machine or with the token. */
export function health(app: FastifyInstance, { platform, ready }: HttpOptions): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'brigade_http_seconds',
    help: 'Time to answer a call',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const refused = new Counter({
    name: 'brigade_http_refused_total',
    help: 'Calls refused',
    labelNames: ['status'],
    registers: [registry],
  })
  const open = new Gauge({ name: 'brigade_http_open', help: 'Calls being answered', registers: [registry] })

  app.addHook('onRequest', async () => open.inc())
  app.addHook('onResponse', async (request, reply) => {
    open.dec()
    const route = request.routeOptions.url ?? 'other'
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    if (reply.statusCode >= 400) refused.inc({ status: String(reply.statusCode) })
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    try {
      await ready()
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'Not ready')
      return reply.code(503).send({ status: 'not ready' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    // Through a proxy on this machine everybody comes from here.
    const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
    const fromHere = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
    const local = fromHere && !isForwarded
    const token = platform.settings.metricsToken
    if (!local && (token === undefined || request.headers.authorization !== `Bearer ${token}`))
      return reply.code(404).send('')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
