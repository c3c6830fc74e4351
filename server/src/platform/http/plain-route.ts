import type { ServerResponse } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify'
import type { Platform } from './context.ts'

/** A request outside `/api`: from devices and brokers, which have fixed words and envelopes of their own. */
export type PlainRequest = Readonly<{
  /**
   * Fields of a form or of a JSON object; of the query string when there is no body. Any other body gives an empty
   * object.
   */
  fields: Readonly<Record<string, unknown>>
  /** The path parameters. */
  params: Readonly<Record<string, string>>
  /** The value of a header; the name is in lower case. */
  header: (name: string) => string | undefined
  address: string
  /** A HEAD request gets the same headers, and no body. */
  isHead: boolean
  /** Aborted when the caller disconnects before the answer was sent. */
  gone: AbortSignal
  /** Calls `act` when the answer has ended, sent whole or not. */
  onEnd: (act: () => void) => void
  /** Ends the connection, whatever has been sent of the answer. */
  cut: () => void
}>

/**
 * `body` is empty by default; an object is sent as JSON, a text unchanged. A file with a status of 400 or more has no
 * body.
 */
export type PlainAnswer = Readonly<{
  status: number
  body?: string | Readonly<Record<string, unknown>>
  /** Sent byte by byte, with these headers in this spelling, including `Content-Length`. */
  file?: Readonly<{ content: Readable | Buffer; headers: Readonly<Record<string, string | number>> }>
}>

/** The reason why the handler was not called, or failed. */
export type PlainFailure = 'unreadable' | 'tooLarge' | 'tooMany' | 'failed'

/** A call outside the catalogue: no token, no envelope, no operation log, not in the API document. */
export type PlainRoute = Readonly<{
  method: 'GET' | 'POST'
  /** The path is outside `/api`. */
  path: string
  /**
   * The client stores the response as a file, whatever the status: C SDKs write the body of an error answer into it. One that is read
   * answers HEAD too.
   */
  isFile?: boolean
  /** Limit of the body; 16 KiB by default. */
  maxBytes?: number
  /**
   * Calls a minute from one address; by default only the limit of all calls together. `any`: no limit, for a broker
   * that asks for all its devices.
   */
  perMinute?: number | 'any'
  handler: (platform: Platform, request: PlainRequest) => Promise<PlainAnswer> | PlainAnswer
  /** The answer for a request whose handler was not called or failed. */
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
 * Writes past the framework, which sends header names in lower case: C SDKs look for `Content-Length` in this spelling,
 * read no line over 128 characters and no more than 1,024 bytes of headers. Without a body a file has no length either,
 * because the C SDK 3.2.0 waits for ever after a length of 0.
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
    if (Buffer.isBuffer(file.content)) {
      raw.end(file.content)
      return
    }
    // When the file ends before its length, the connection is cut, so that the client does not take the part for the
    // file.
    file.content.once('error', () => breakOff(raw))
    pipeline(file.content, raw, () => undefined)
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

/**
 * Ends the connection with a reset. Data in our buffers is lost with it, and a proxy knows that the answer is
 * incomplete: after an orderly end it would pass on everything that it had received, and might take that for the whole.
 */
export function breakOff({ socket }: ServerResponse): void {
  socket?.resetAndDestroy()
}

const paramsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, text]) => [name, String(text)]))

/** Mounts the routes; a form and JSON mean the same. */
export function mountPlain(
  app: FastifyInstance,
  routes: readonly PlainRoute[],
  { platform, rateLimits }: Readonly<{ platform: Platform; rateLimits: boolean }>,
): void {
  for (const route of routes) {
    app.route({
      method: route.isFile === true && route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: route.path,
      bodyLimit: route.maxBytes ?? defaultBytes,
      config: rateLimits ? limitOf(route) : {},
      exposeHeadRoute: false,
      // These headers are for browsers, and too long for devices.
      helmet: false,
      errorHandler: (error, _request, reply) => {
        const failure = failureOf(error)
        if (failure === 'failed') platform.log.error({ err: error, path: route.path }, 'A call failed')
        send(reply, route, route.onFailure(failure))
      },
      handler: async (request, reply) => {
        const leaving = new AbortController()
        const ends: (() => void)[] = []
        // One listener for all: Node warns of more than ten, and a file that is piped has several of its own.
        reply.raw.once('close', () => {
          // Every response closes, and an abort makes an error with its stack: none for an answer that was sent whole.
          if (!reply.raw.writableFinished) leaving.abort()
          for (const end of ends) end()
        })
        const answer = await route.handler(platform, {
          fields: fieldsOf(route.method === 'GET' ? request.query : request.body),
          header: (name) => {
            const value = request.headers[name]
            return typeof value === 'string' ? value : value?.[0]
          },
          params: paramsOf(request.params),
          address: request.ip,
          isHead: request.method === 'HEAD',
          gone: leaving.signal,
          onEnd: (act) => void ends.push(act),
          cut: () => breakOff(reply.raw),
        })
        send(reply, route, answer)
      },
    })
  }
}
