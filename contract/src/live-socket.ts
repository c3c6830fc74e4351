import { z } from 'zod'
import { RefusalData } from './refusal.model.ts'
import { locales } from './locale.ts'

/**
 * The one WebSocket of a browser tab, and the messages over it. It carries any number of live calls, each asked for by its address as it
 * would be over HTTP: code, scope, input and events of a call are the same over both.
 */

export const liveSocketPath = '/api/live'

export const liveSocketLimits = {
  /** The limit of one message of a client. The longest message is the address of a list with a hundred ids. */
  messageBytes: 16_384,
  /** Live calls at once over one socket. */
  topics: 32,
  /** The first message contains the session; a socket without one is counted against a limit. */
  firstMessageMs: 5000,
  /** HAProxy's own file ends a connection that was silent for 50 s. */
  pingEveryMs: 30_000,
} as const

/**
 * Codes with which the server closes a socket, beside those of RFC 6455. A refusal has 4000 plus its code: 4103 if the
 * session has ended.
 */
export const liveSocketCodes = {
  /** The server stops, and another one may be available at once. */
  goingAway: 1001,
  /** Events may have been missed: the client reconnects a little later. */
  later: 1013,
  refused: (code: number) => 4000 + code,
} as const

/** The client's number of a live call, used once in the life of a socket at a time. */
const topicId = z.int().min(0).max(1_000_000_000)

export const LiveHello = z.strictObject({
  /** Never in the address, which logs and proxies keep. */
  token: z.string().min(1).max(512),
  language: z.enum(locales).optional(),
  timeZone: z.string().max(60).optional(),
})
export type LiveHello = z.infer<typeof LiveHello>
export const LiveSubscribe = z.strictObject({
  subscribe: topicId,
  /** Address of the live call with its query, from `/api` on. */
  to: z.string().min(1).max(liveSocketLimits.messageBytes),
})
export const LiveUnsubscribe = z.strictObject({ unsubscribe: topicId })
/** Messages of a client. */
export const LiveAsk = z.union([LiveHello, LiveSubscribe, LiveUnsubscribe])
export type LiveAsk = z.infer<typeof LiveAsk>

/** A refusal as the call would be answered with over HTTP. */
export const LiveRefused = z.object({
  status: z.number(),
  envelope: z.object({ success: z.literal(false), code: z.number(), msg: z.string(), data: RefusalData }),
})
export type LiveRefused = z.infer<typeof LiveRefused>

/**
 * Messages of the server: an event of a live call, the end of a live call with its refusal if there is one, or the
 * reason why the socket ends.
 */
export const LiveSaid = z.union([
  z.object({ refused: LiveRefused }),
  z.object({ id: topicId, end: LiveRefused.nullable() }),
  // The last, as a member that may be anything may be missing too.
  z.object({ id: topicId, event: z.unknown() }),
])
export type LiveSaid = z.infer<typeof LiveSaid>
