import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refused } from '../answer.ts'
import type { Route } from '../implement.ts'
import { askedBy } from '../who-asks.ts'
import { isObject, serveLive, type LiveOptions } from './live-call.ts'

type Asking = Readonly<{ route: Route; origin: string; request: FastifyRequest; reply: FastifyReply }>

/** Answers a live call with server-sent events. A refusal of its beginning is answered like any other call's. */
export async function sendLive(options: LiveOptions, { route, origin, request, reply }: Asking): Promise<void> {
  const { signal: left, forget } = whenLeft(request)
  const refused = await serveLive(options, {
    route,
    asked: askedBy(request, origin),
    query: request.query,
    carrier: { send: (event, signal) => writeFrame(reply, frameOf(event), signal), hangUp: () => hangUp(reply), left },
  })
  forget()
  if (refused !== undefined && !reply.raw.headersSent) await sendRefused(reply, refused)
  else if (reply.sse.isConnected) reply.sse.close()
}

/** Aborted when the reader has disconnected. */
export function whenLeft({ raw: { socket } }: FastifyRequest) {
  const left = new AbortController()
  const leave = () => left.abort()
  if (socket.destroyed) leave()
  socket.once('close', leave)
  return { signal: left.signal, forget: () => void socket.off('close', leave) }
}

export async function sendRefused(reply: FastifyReply, { status, envelope }: Refused): Promise<void> {
  const { retryAfterSeconds } = envelope.data
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  await reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope))
}

/** Ends the connection of a stream that has begun, whatever it is doing. */
export function hangUp({ raw }: FastifyReply): void {
  if (raw.socket?.writable === true && raw.headersSent) raw.socket.end()
}

/**
 * A stream ends with its connection, so it needs no chunks: after the first event, each is one write of the same bytes
 * to the socket of every reader, which is a quarter cheaper than through the response. It waits if the reader is slower
 * than its events.
 */
export async function writeFrame(reply: FastifyReply, frame: Buffer, signal: AbortSignal): Promise<void> {
  const { raw, sse } = reply
  const socket = raw.headersSent ? raw.socket : null
  if (!raw.headersSent) {
    void reply.header('x-accel-buffering', 'no').header('cache-control', 'no-store').header('connection', 'close')
    raw.useChunkedEncodingByDefault = false
    sse.sendHeaders()
  }
  const sink = socket ?? raw
  if (!sink.write(frame)) await once(sink, 'drain', { signal })
}

const frames = new WeakMap<object, Buffer>()

/** The bytes of an event are made once: a socket for each screen is all that another screen costs. JSON has no line break of its own. */
function frameOf(event: unknown): Buffer {
  const known = isObject(event) ? frames.get(event) : undefined
  const frame = known ?? Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
  if (isObject(event)) frames.set(event, frame)
  return frame
}
