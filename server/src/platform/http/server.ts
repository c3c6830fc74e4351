import { isUtf8 } from 'node:buffer'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { fastifySSE } from '@fastify/sse'
import { isOfApp } from '@brigade/contract/endpoint.ts'
import { pickLocale } from '@brigade/contract/locale.ts'
import fastify, {
  LogController,
  errorCodes,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { limitRequestTime, uploadMs, watchDeviceRequests } from './request-timeouts.ts'
import { measureCalls } from '../metrics/metrics.ts'
import { addressOf } from '../listening.ts'
import { networkOf } from '../network-of.ts'
import { Refusal } from '../refusal.ts'
import { failed, refusedBy } from './answer.ts'
import { serveConsole } from './console-files.ts'
import type { Platform } from './context.ts'
import { callCounts } from '../budget/count-calls.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { formOf, queryOf } from './input/form-text.ts'
import { noSchemas, type HttpOptions } from './http-options.ts'
import { mountLiveDoor, shouldUpgrade } from './live/live-door.ts'
import { mount } from './mount.ts'
import { openApiDocument } from './openapi/document.ts'
import { mountPlain } from './plain-route.ts'
import { statusRoutes } from './status.ts'
import { warnOfForwarded } from './forwarded/warn-of-forwarded.ts'
import { refuseExpectation, refuseUnreadable } from './unreadable-request.ts'
import { requestLog } from './mask/request-log.ts'

const isBeside = /^\/+ota(?:[/?#]|$)/i

/**
 * The path of an address in the form in which routes are matched; a path that cannot be decoded is returned unchanged.
 */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/**
 * Refuses what is nearly an address of the door for devices: with another spelling, several slashes or another method the console would
 * answer it with its page, and a device would take that for its file. A refusal is a status line alone, as the door's own are.
 */
function refuseBesideDoor(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const address = request.url.includes('%') ? decoded(request.url) : request.url
    if (!isBeside.test(address)) return done()
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && address.startsWith('/ota/')) return done()
    reply.hijack()
    // Without a body there is no length either, as the door has it.
    reply.raw.removeHeader('Transfer-Encoding')
    reply.raw.removeHeader('Content-Length')
    reply.raw.writeHead(isRead ? 404 : 405, { Connection: 'close', ...(isRead ? {} : { Allow: 'GET, HEAD' }) }).end()
    return undefined
  })
}

/** Calls a minute from one address over all calls; single calls may have a lower limit (`perMinute`). */
const callsPerMinute = 3000
const bodyBytes = 1_048_576

/** The HTTP server, not yet listening. */
export async function httpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { platform, metrics } = options
  const app = newServer(platform)
  app.server.on('checkExpectation', refuseExpectation)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const refused = refusedBy(new Refusal('system.notFound', undefined, {}), localeOf(request))
    return reply.code(404).send(refused.envelope)
  })
  await registerPlugins(app, options)
  warnOfForwarded(app, platform)
  const { publicUrl, metricsToken } = platform.settings
  limitRequestTime(app)
  watchDeviceRequests(app)
  measure(app, metrics)
  const { ready, intakeStandsSince } = options
  statusRoutes(app, { metrics, metricsToken, ready, intakeStandsSince, isConnector: false })
  const mounted = {
    ...options,
    origin: (request: FastifyRequest) => publicUrl ?? `${request.protocol}://${request.host}`,
  }
  mount(app, mounted)
  mountLiveDoor(app, mounted)
  refuseBesideDoor(app)
  mountPlain(app, options.plainRoutes ?? [], { platform, rateLimits: options.rateLimits })
  serveDocs(app, options)
  if (options.consoleFolder !== undefined)
    await serveConsole(app, options.consoleFolder, path.join(platform.settings.dataDir, 'maps'))
  return app
}

function newServer(platform: Platform) {
  const trusted = platform.settings.trustProxy
  const loggerInstance: FastifyBaseLogger = platform.log
  return fastify({
    loggerInstance,
    childLoggerFactory: requestLog,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: noSchemas,
    // A number is the count of trusted proxies in front.
    trustProxy: typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted,
    bodyLimit: bodyBytes,
    routerOptions: { maxParamLength: 200, querystringParser: queryOf },
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    http: shouldUpgrade,
    // Firmware may come over a slow line; other requests have a shorter timeout (limitRequestTime).
    requestTimeout: uploadMs,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  })
}

async function registerPlugins(app: FastifyInstance, { rateLimits, platform }: HttpOptions) {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    // Only a proxy that terminates TLS in front can promise it; operations.md describes where to set it.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
  readForms(app)
  readJsonBytes(app)
  // Our own answer contains the limit, in the caller's language.
  await app.register(multipart, { throwFileSizeLimit: false })
  await app.register(fastifySSE, { heartbeatInterval: 0 })
  if (rateLimits) {
    await app.register(rateLimit, {
      max: callsPerMinute,
      timeWindow: 60_000,
      store: callCounts(() => platform.clock.now()),
      keyGenerator: ({ ip }) => networkOf(ip),
      errorResponseBuilder: (_request, context) =>
        new Refusal(
          'system.tooMany',
          { seconds: Math.ceil(context.ttl / 1000) },
          { retryAfterSeconds: Math.ceil(context.ttl / 1000) },
        ),
    })
  }
}

const unreadableForm = Symbol('a form that cannot be read')

/**
 * A form whose bytes are not UTF-8 is refused, as JSON is. The parser cannot refuse it, because nothing would catch its
 * error.
 */
function readForms(app: FastifyInstance) {
  void app.register(formbody, { parser: (text) => formOf(text) ?? { [unreadableForm]: true } })
  app.addHook('preValidation', async ({ body }) => {
    if (typeof body === 'object' && body !== null && unreadableForm in body)
      throw Object.assign(new Refusal('field.badForm', undefined, {}), { statusCode: 400 })
  })
}

/** A body in another encoding would be stored with other characters: it is not JSON, which is UTF-8. */
function readJsonBytes(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body)) return done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
    return parse(request, body.toString('utf8'), done)
  })
}

function measure(app: FastifyInstance, metrics: HttpOptions['metrics']) {
  const measures = measureCalls(metrics)
  app.addHook('onRequest', async (_request, reply) => {
    measures.begun()
    // `onResponse` is not called when the client has disconnected, so `close` is used.
    reply.raw.once('close', measures.over)
  })
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const { statusCode: status, elapsedTime } = reply
    measures.ended({ method, route: routeOptions.url ?? 'other', status, seconds: elapsedTime / 1000 })
  })
}

/** The OpenAPI document and the page that shows it. */
function serveDocs(app: FastifyInstance, options: HttpOptions) {
  const endpoints = options.routes.map((route) => route.endpoint)
  // There are two documents, because the developer of a phone app has no use for the console's calls.
  for (const { base, shown } of [
    { base: '/api', shown: endpoints.filter((endpoint) => !isOfApp(endpoint)) },
    { base: '/api/app', shown: endpoints.filter(isOfApp) },
  ]) {
    // The document is made at the first request: it takes as long as the rest of the start.
    let document: string | undefined
    app.get(`${base}/openapi.json`, (_request, reply) => {
      document ??= JSON.stringify(openApiDocument(shown, options.version))
      return reply.type('application/json; charset=utf-8').send(document)
    })
    app.get(`${base}/docs`, (request, reply) =>
      reply.type('text/html; charset=utf-8').send(docsPage(shown, localeOf(request), base)),
    )
  }
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
}

const localeOf = (request: FastifyRequest) => pickLocale(request.headers['accept-language'])

/** Answers errors that occur before a handler is called: unreadable JSON, too large a body, too many calls. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const locale = localeOf(request)
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  const refusal =
    error instanceof Refusal
      ? error
      : status === 413
        ? new Refusal('system.tooLarge', undefined, {})
        : status >= 400 && status < 500
          ? new Refusal('field.badJson', undefined, {})
          : null
  if (refusal === null) request.log.error({ err: error }, 'A request failed')
  const refused = refusal === null ? failed(locale, error) : refusedBy(refusal, locale)
  const { retryAfterSeconds } = refused.envelope.data
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  return reply.code(refused.status).header('cache-control', 'no-store').send(refused.envelope)
}

/**
 * Starts to listen. Returns the server's address: reached from this machine if it listens on all addresses.
 * `reusePort`: several processes may listen on the port, and the kernel spreads new connections over them.
 */
export async function listenOn(
  server: FastifyInstance,
  { host, port, reusePort = false }: Readonly<{ host: string; port: number; reusePort?: boolean }>,
): Promise<string> {
  // Fastify's types lack what it passes on to Node.
  const options: Readonly<{ host: string; port: number; reusePort: boolean }> = { host, port, reusePort }
  await server.listen(options)
  const bound = server.server.address()
  return `http://${addressOf(host)}:${typeof bound === 'object' && bound !== null ? bound.port : port}`
}
