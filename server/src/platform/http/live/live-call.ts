import { z } from 'zod'
import { places, type Places } from '../../budget/places.ts'
import { accessChanged, type LiveHub } from '../../live/live-hub.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { timeZoneIn } from '../../zone/zones.ts'
import { backAfterSeconds, failed, refusedBy, refusedInput, type Refused } from '../answer.ts'
import type { PublicCtx } from '../context.ts'
import type { Route } from '../implement.ts'
import { parseInput } from '../input/decode.ts'
import type { MountOptions } from '../mount-options.ts'
import { contextOf, whoAsks, type Asked } from '../who-asks.ts'
import { watcherOf, type Ended, type Watcher } from './watcher.ts'

/** Carries the events of one live call to its reader: a response of its own, or a WebSocket that is shared by many. */
export type Carrier = Readonly<{
  /** Passes an event on, and waits if the reader is slower than its events. */
  send: (event: unknown, signal: AbortSignal) => Promise<void>
  /** Ends what the reader reads, whatever the call is doing: its next event may never come. */
  hangUp: () => void
  /** Aborted when the reader has disconnected. */
  left: AbortSignal
}>

export type LiveCall = Readonly<{ route: Route; asked: Asked; query: unknown; carrier: Carrier }>
export type LiveOptions = Pick<MountOptions, 'platform' | 'authenticate' | 'authenticateApp'>

const besideNothing = { noteApp: () => undefined, keepBrowserSecret: () => undefined, actAs: () => undefined }

/**
 * Serves one live call until the reader disconnects, the server stops or the session ends, whatever carries its events.
 * The caller is checked again before every event and whenever any account's access changes. The stream of a revoked
 * session, or of an account that has moved to another organisation, ends at once and sends nothing more. All end while
 * notifications of changes do not arrive, and none begins. Returns the refusal, of its beginning or of its end.
 */
export async function serveLive(options: LiveOptions, call: LiveCall): Promise<Refused | undefined> {
  const { platform } = options
  const { route, asked } = call
  const { endpoint } = route
  try {
    const who = await whoAsks(options, endpoint, asked)
    const query = parseInput(endpoint.query, { ...Object(call.query) }, 'query')
    if (!query.success) return refusedInput(query.error, asked.locale)
    const timeZone = await timeZoneIn(platform, asked.zone)
    const ctx = { ...contextOf(platform, asked, besideNothing), ...who, timeZone }
    const watcher = watcherOf(options, endpoint, { asked, who })
    const ended = await watch({ ...call, ctx, watcher, query: query.data })
    return ended instanceof Refusal ? refusedBy(ended, asked.locale) : undefined
  } catch (error) {
    if (error instanceof Refusal) return refusedBy(error, asked.locale)
    platform.log.error({ err: error, path: endpoint.path }, 'A call failed')
    return failed(asked.locale, error)
  }
}

type Watch = Omit<LiveCall, 'asked'> & Readonly<{ ctx: PublicCtx; watcher: Watcher }>

async function watch(live: Watch): Promise<Ended | undefined> {
  const { ctx, watcher } = live
  if (!(await ctx.live.flows())) refuse('system.databaseAway', undefined, { retryAfterSeconds: backAfterSeconds })
  const leave = streamsOf(ctx.live).enter(watcher.key, watcher.most)
  if (leave === undefined) return refuse('system.tooManyStreams', { max: watcher.most })
  try {
    return await stream(live)
  } finally {
    leave()
  }
}

const open = new WeakMap<LiveHub, Places>()

/** The open streams by watcher, for one server. */
function streamsOf(hub: LiveHub): Places {
  const known = open.get(hub) ?? places({ inAll: Number.POSITIVE_INFINITY })
  open.set(hub, known)
  return known
}

const anyStream = z.custom<AsyncIterable<unknown>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

async function stream({ route, ctx, watcher, query, carrier }: Watch): Promise<Ended | undefined> {
  const { endpoint } = route
  if (endpoint.reply.kind !== 'live') throw new Error(`${endpoint.domain}.${endpoint.name} is not a stream`)
  const { schema } = endpoint.reply
  const ending = new AbortController()
  const end = () => ending.abort()
  const ends = [carrier.left, ctx.stopping]
  for (const signal of ends) {
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  }
  let ended: Ended | undefined
  const isAdmitted = async () => {
    ended ??= await watcher.ended()
    return ended === undefined
  }
  const watching = endWhenAccessEnds({ live: ctx.live, isAdmitted, ending, hangUp: carrier.hangUp })
  try {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- implement() matched the handler to this endpoint's input
    const answered = anyStream.parse(route.handler(ctx as never, { query, body: {}, signal: ending.signal } as never))
    const events = answered[Symbol.asyncIterator]()
    // A refusal of the first event is answered like any other call's, so the carrier has sent nothing before it.
    let next = await events.next()
    try {
      while (next.done !== true && !ending.signal.aborted && (await isAdmitted())) {
        await carrier.send(checked(schema, next.value), ending.signal)
        next = await events.next()
      }
    } catch (error) {
      if (!ending.signal.aborted) ctx.log.info({ err: error, path: endpoint.path }, 'A live stream ended')
    } finally {
      ending.abort()
      await events.return?.()
    }
  } finally {
    ending.abort()
    await watching
    for (const signal of ends) signal.removeEventListener('abort', end)
  }
  return ended
}

const checks = new WeakMap<z.ZodType, WeakMap<object, unknown>>()
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** An event that many streams are given, as the screens of a data wall are, is checked once. */
function checked(schema: z.ZodType, event: unknown): unknown {
  if (!isObject(event)) return schema.parse(event)
  const known = checks.get(schema) ?? new WeakMap<object, unknown>()
  checks.set(schema, known)
  const found = known.get(event) ?? schema.parse(event)
  known.set(event, found)
  return found
}

type Access = Readonly<{
  live: LiveHub
  isAdmitted: () => Promise<boolean>
  ending: AbortController
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
