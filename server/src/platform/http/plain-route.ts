import { pipeline, type Readable } from 'node:stream'
import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify'
import type { Platform } from './context.ts'

/** What a call outside `/api` brought: for devices and brokers, whose words and envelopes are fixed elsewhere. */
export type PlainRequest = Readonly<{
  /** Fields of a form or of a JSON object; of the address where there is no body. Whatever else came is an empty object. */
  fields: Readonly<Record<string, unknown>>
  /** Named places of the path. */
  params: Readonly<Record<string, string>>
  /** Of a header in small letters. */
  header: (name: string) => string | undefined
  address: string
  /** Aborted when the caller leaves before the answer has gone out. */
  gone: AbortSignal
}>

/** Left out, `body` is empty; an object goes out as JSON, a text as it is. A status of 400 or more of a file has none. */
export type PlainAnswer = Readonly<{
  status: number
  body?: string | Readonly<Record<string, unknown>>
  /** Goes out byte by byte, with these headers as they are spelled; `Content-Length` among them. */
  file?: Readonly<{ stream: Readable; headers: Readonly<Record<string, string | number>> }>
}>

/** Why the handler was not asked, or failed. */
export type PlainFailure = 'unreadable' | 'tooLarge' | 'tooMany' | 'failed'

/** A call outside the catalogue: no token, no envelope, no operation log, not in the API document. */
export type PlainRoute = Readonly<{
  method: 'GET' | 'POST'
  /** Not below `/api`. */
  path: string
  /** What is fetched is kept as a file, whatever the status says: C SDKs write the body of an error answer into it. */
  isFile?: boolean
  /** Of the body; 16 KiB where left out. */
  maxBytes?: number
  /** Calls a minute from one address; left out, only what all calls together may. `any`: a broker asks for all its devices. */
  perMinute?: number | 'any'
  handler: (platform: Platform, request: PlainRequest) => Promise<PlainAnswer> | PlainAnswer
  /** What is answered in its place. */
  onFailure: (failure: PlainFailure) => PlainAnswer
}>

const defaultBytes = 16_384
const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500

function failureOf(error: unknown): PlainFailure {
  const status = error instanceof TooMany ? 429 : statusOf(error)
  if (status === 429) return 'tooMany'
  if (status === 413) return 'tooLarge'
  return status >= 400 && status < 500 ? 'unreadable' : 'failed'
}

class TooMany extends Error {}

function limitOf({ perMinute }: PlainRoute): FastifyContextConfig {
  if (perMinute === undefined) return {}
  if (perMinute === 'any') return { rateLimit: false }
  return { rateLimit: { max: perMinute, timeWindow: 60_000, errorResponseBuilder: () => new TooMany() } }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/**
 * Past the framework, which writes the names of headers in small letters: C SDKs look for `Content-Length` as it stands here,
 * read no line over 128 characters and no more than 1,024 bytes of headers. Without a body a file has no length either: told
 * of a length of 0, the C SDK 3.2.0 waits for ever.
 */
function send(reply: FastifyReply, { isFile = false }: PlainRoute, { status, body = '', file }: PlainAnswer): void {
  const { raw } = reply
  const isOver = reply.getHeader('connection') === 'close'
  reply.hijack()
  if (isFile && status >= 400) {
    raw.removeHeader('Content-Length')
    raw.removeHeader('Transfer-Encoding')
    raw.writeHead(status, { Connection: 'close' }).end()
    return
  }
  if (file !== undefined) {
    raw.writeHead(status, { ...file.headers, ...(isOver ? { Connection: 'close' } : {}) })
    // Where the file ends before its length, the connection is cut: what came is no file.
    pipeline(file.stream, raw, () => undefined)
    return
  }
  const content = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  raw.writeHead(status, {
    ...(content.length === 0 ? {} : { 'Content-Type': type }),
    ...(status === 204 ? {} : { 'Content-Length': content.length }),
    ...(isOver ? { Connection: 'close' } : {}),
  })
  raw.end(content)
}

const paramsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, text]) => [name, String(text)]))

/** Mounts them; a form and JSON mean the same. */
export function mountPlain(
  app: FastifyInstance,
  routes: readonly PlainRoute[],
  { platform, rateLimits }: Readonly<{ platform: Platform; rateLimits: boolean }>,
): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      bodyLimit: route.maxBytes ?? defaultBytes,
      config: rateLimits ? limitOf(route) : {},
      exposeHeadRoute: false,
      // For browsers, and too much for devices to read.
      helmet: false,
      errorHandler: (error, _request, reply) => {
        const failure = failureOf(error)
        if (failure === 'failed') platform.log.error({ err: error, path: route.path }, 'A call failed')
        send(reply, route, route.onFailure(failure))
      },
      handler: async (request, reply) => {
        const leaving = new AbortController()
        reply.raw.once('close', () => leaving.abort())
        const answer = await route.handler(platform, {
          fields: fieldsOf(route.method === 'GET' ? request.query : request.body),
          header: (name) => {
            const value = request.headers[name]
            return typeof value === 'string' ? value : value?.[0]
          },
          params: paramsOf(request.params),
          address: request.ip,
          gone: leaving.signal,
        })
        send(reply, route, answer)
      },
    })
  }
}
