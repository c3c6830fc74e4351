import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accessChanged, type LiveHub } from '../live/live-hub.ts'
import { refuse } from '../refusal.ts'
import { backAfterSeconds } from './answer.ts'
import type { PublicCtx } from './context.ts'
import type { Route } from './implement.ts'
import type { MountOptions } from './mount-options.ts'

/**
 * Limit of streams per account in this process, more than anybody has tabs: each costs memory, and work at every
 * change.
 */
export const mostStreams = 60

/** A wall link is open on many screens at once, and their streams share one picture. */
export const mostLinkStreams = 500

/** The reader of a stream; `most` streams may share one key. `isAdmitted` checks whether it may still be read. */
export type Watcher = Readonly<{ key: string; most: number; isAdmitted: () => boolean | Promise<boolean> }>

type Live = Readonly<{
  options: MountOptions
  route: Route
  ctx: PublicCtx
  watcher: Watcher
  query: unknown
  request: FastifyRequest
  reply: FastifyReply
}>

const anyStream = z.custom<AsyncIterable<unknown>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

/**
 * Streams a live call as server-sent events until the client disconnects, the server stops or the session ends. The
 * caller is checked again before every event and whenever any account's access changes. The stream of a revoked
 * session, or of an account that has moved to another organisation, ends at once and sends nothing more. All end while notices of
 * changes do not arrive, and none begins.
 */
export async function sendLive(live: Live): Promise<void> {
  const { key, most } = live.watcher
  const hub = live.options.platform.live
  if (!(await hub.flows())) refuse('system.databaseAway', undefined, { retryAfterSeconds: backAfterSeconds })
  const open = streamsOf(hub)
  const count = open.get(key) ?? 0
  if (count >= most) refuse('system.tooManyStreams', { max: most })
  open.set(key, count + 1)
  try {
    await stream(live)
  } finally {
    const left = (open.get(key) ?? 1) - 1
    if (left > 0) open.set(key, left)
    else open.delete(key)
  }
}

const streams = new WeakMap<LiveHub, Map<string, number>>()

/** The number of open streams by watcher, for one server. */
function streamsOf(hub: LiveHub): Map<string, number> {
  const known = streams.get(hub) ?? new Map<string, number>()
  streams.set(hub, known)
  return known
}

async function stream({ options, route, ctx, watcher, query, request, reply }: Live): Promise<void> {
  const { endpoint } = route
  if (endpoint.reply.kind !== 'live') throw new Error(`${endpoint.domain}.${endpoint.name} is not a stream`)
  const { schema } = endpoint.reply
  const ending = new AbortController()
  const end = () => ending.abort()
  request.raw.socket.once('close', end)
  options.platform.stopping.addEventListener('abort', end, { once: true })
  const { isAdmitted } = watcher
  // What the next event waits for may not come: its connection to the database may be the silent one.
  const hangUp = () => {
    if (request.raw.socket.writable && reply.raw.headersSent) request.raw.socket.end()
  }
  const watching = endWhenAccessEnds({ live: options.platform.live, isAdmitted, ending, hangUp })
  try {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- implement() matched the handler to this endpoint's input
    const answered = anyStream.parse(route.handler(ctx as never, { query, body: {}, signal: ending.signal } as never))
    const events = answered[Symbol.asyncIterator]()
    // The first event is awaited before anything is sent, so that a refusal is answered like any other call's.
    let next = await events.next()
    void reply.header('x-accel-buffering', 'no').header('cache-control', 'no-store').header('connection', 'close')
    try {
      while (next.done !== true && !ending.signal.aborted && (await isAdmitted())) {
        await send(reply, frameOf(checked(schema, next.value)), ending.signal)
        next = await events.next()
      }
    } catch (error) {
      if (!ending.signal.aborted) request.log.info({ err: error, path: endpoint.path }, 'A live stream ended')
    } finally {
      ending.abort()
      await events.return?.()
      if (reply.sse.isConnected) reply.sse.close()
    }
  } finally {
    ending.abort()
    await watching
    request.raw.socket.off('close', end)
    options.platform.stopping.removeEventListener('abort', end)
  }
}

/**
 * A stream ends with its connection, so it needs no chunks: after the first event, each is one write of the same bytes to the socket of
 * every reader, which is a quarter cheaper than through the response. Waits where the reader is slower than its events.
 */
async function send({ raw, sse }: FastifyReply, frame: Buffer, signal: AbortSignal): Promise<void> {
  const socket = raw.headersSent ? raw.socket : null
  if (!raw.headersSent) {
    raw.useChunkedEncodingByDefault = false
    sse.sendHeaders()
  }
  const sink = socket ?? raw
  if (!sink.write(frame)) await once(sink, 'drain', { signal })
}

const checks = new WeakMap<z.ZodType, WeakMap<object, unknown>>()
const frames = new WeakMap<object, Buffer>()
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** An event that many streams are given, as the screens of a data wall are, is checked once. */
function checked(schema: z.ZodType, event: unknown): unknown {
  if (!isObject(event)) return schema.parse(event)
  const known = checks.get(schema) ?? new WeakMap<object, unknown>()
  checks.set(schema, known)
  const found = known.get(event) ?? schema.parse(event)
  known.set(event, found)
  return found
}

/** And its bytes are made once: a socket for each screen is all that another screen costs. JSON has no line break of its own. */
function frameOf(event: unknown): Buffer {
  const known = isObject(event) ? frames.get(event) : undefined
  const frame = known ?? Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
  if (isObject(event)) frames.set(event, frame)
  return frame
}

type Access = Pick<Watcher, 'isAdmitted'> &
  Readonly<{
    live: LiveHub
    ending: AbortController
    /** Ends the connection, whatever its stream is doing. */
    hangUp: () => void
  }>

async function endWhenAccessEnds({ live, isAdmitted, ending, hangUp }: Access) {
  for await (const _ of live.changes(accessChanged, ending.signal)) {
    if (!(await isAdmitted())) ending.abort()
  }
  if (ending.signal.aborted) return
  ending.abort()
  hangUp()
}
