import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Socket } from 'node:net'
import { liveSocketCodes, liveSocketLimits, liveSocketPath } from '@brigade/contract/live-socket.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import { windowCounts } from '../../budget/budgets.ts'
import { places } from '../../budget/places.ts'
import { networkOf } from '../../network-of.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { refusedInput } from '../answer.ts'
import type { Caller } from '../context.ts'
import { parseInput } from '../input/decode.ts'
import type { MountOptions } from '../mount-options.ts'
import { askedBy } from '../who-asks.ts'
import { converse, type ConversationOptions } from './conversation.ts'
import { hear } from './hear.ts'
import { eventLine } from './line.ts'
import { sendRefused, whenLeft } from './live-reply.ts'

/**
 * The most simultaneous sockets of this process. Sockets without a session are counted separately, so that they
 * displace nobody.
 */
export const maxSockets = { ofAccount: 60, ofAddress: 1000, strangersOfAddress: 100, strangersInAll: 1000 } as const

/** Messages of an address, each of which is a call: as many as calls over HTTP. */
export const messagesPerMinute = 3000
const maxAddresses = 20_000

/** At a stop, readers get this long to take the end. */
const farewellMs = 1000

/** Overrides the library's own defaults, of which not all have types. */
const bounds = {
  perMessageDeflate: false,
  maxPayload: liveSocketLimits.messageBytes,
  // Each piece of a message that is not whole yet costs more than its bytes.
  maxFragments: 16,
  maxBufferedChunks: 64,
  closeTimeout: farewellMs,
}

const isUpgrade = ({ method, url, headers: { upgrade } }: IncomingMessage) =>
  method === 'GET' && url?.split('?', 1)[0] === liveSocketPath && upgrade?.toLowerCase() === 'websocket'

/**
 * Selects the requests that leave HTTP: any other upgrade that a client offers, such as to HTTP/2, is declined by an
 * ordinary answer.
 */
export const shouldUpgrade = { shouldUpgradeCallback: isUpgrade } as const

type Upgrade = Readonly<{ socket: Duplex; head: Buffer }>

/**
 * The one connection of a browser tab: a WebSocket that carries its live calls, or one stream of server-sent events
 * with their addresses in its own, if something in between refuses the upgrade.
 */
export function mountLiveDoor(app: FastifyInstance, options: MountOptions): void {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  const open = new Set<WebSocket>()
  const strangers = places({ inAll: maxSockets.strangersInAll })
  const server = new WebSocketServer({ noServer: true, clientTracking: false, ...bounds })
  const shared = conversationOptions(options)

  app.server.on('upgrade', (request, socket: Duplex, head) => {
    socket.on('error', () => socket.destroy())
    if (!(socket instanceof Socket)) return void socket.destroy()
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.end())
    // Through the same hooks as every call: address, limits, measures.
    app.routing(request, response)
  })

  app.route({
    method: 'GET',
    url: liveSocketPath,
    exposeHeadRoute: false,
    sse: { kind: 'manual' },
    handler: async (request, reply) => {
      const upgrade = upgrades.get(request.raw)
      if (upgrade === undefined) return sendTopics(shared, options.origin(request), request, reply)
      if (options.platform.stopping.aborted) refuse('system.unavailable')
      if (!isOwnPage(request, options)) refuse('system.foreignPage')
      if (!isHandshake(request)) refuse('field.badJson')
      const network = networkOf(request.ip)
      const admitted = strangers.enter(network, maxSockets.strangersOfAddress)
      if (admitted === undefined) return refuse('system.tooManyStreams', { max: maxSockets.strangersOfAddress })
      upgrade.socket.once('close', admitted)
      const asked = askedBy(request, options.origin(request))
      reply.hijack()
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        open.add(socket)
        socket.once('close', () => open.delete(socket))
        hear(shared, socket, { asked, admitted })
      })
      return reply
    },
  })

  const leaveAll = () => {
    for (const socket of open) socket.close(liveSocketCodes.goingAway, 'the server stops')
  }
  options.platform.stopping.addEventListener('abort', leaveAll, { once: true })
  app.addHook('preClose', async () => {
    leaveAll()
    // The library cuts those that do not take it in time.
    await Promise.all([...open].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  })
}

/**
 * A page of another server may open a WebSocket here, unlike any other call. It knows no token, so it could only hold a
 * place. Programs send no `Origin`.
 */
function isOwnPage({ headers: { origin }, host }: FastifyRequest, { platform: { settings } }: MountOptions): boolean {
  if (origin === undefined || origin === settings.publicUrl) return true
  return URL.parse(origin)?.host === host
}

/** Checks the headers first, because the library would refuse a bad handshake in its own words. */
const isHandshake = ({ headers }: FastifyRequest): boolean =>
  headers['sec-websocket-version'] === '13' && /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')

function conversationOptions(options: MountOptions): ConversationOptions {
  const { platform, authenticate, authenticateApp, routes, rateLimits } = options
  const [accounts, addresses] = [places({ inAll: Infinity }), places({ inAll: Infinity })]
  const messages = windowCounts({ windowMs: minuteMs, most: maxAddresses })
  const live = routes.filter(({ endpoint }) => endpoint.reply.kind === 'live')
  return {
    platform,
    authenticate,
    authenticateApp,
    routes: new Map(live.map((route) => [route.endpoint.path, route])),
    enter: ({ accountId }: Caller, address) => {
      const ofAccount = accounts.enter(accountId, maxSockets.ofAccount)
      if (ofAccount === undefined) return refuse('system.tooManyStreams', { max: maxSockets.ofAccount })
      const ofAddress = addresses.enter(networkOf(address), maxSockets.ofAddress)
      if (ofAddress === undefined) {
        ofAccount()
        return refuse('system.tooManyStreams', { max: maxSockets.ofAddress })
      }
      return () => {
        ofAccount()
        ofAddress()
      }
    },
    count: (address) => {
      const [network, nowMs] = [networkOf(address), platform.clock.now()]
      if (!rateLimits || messages.add(network, nowMs) <= messagesPerMinute) return undefined
      const seconds = Math.ceil(messages.endsInMs(network, nowMs) / 1000)
      return new Refusal('system.tooMany', { seconds }, { retryAfterSeconds: seconds })
    },
  }
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const TopicsQuery = z.strictObject({
  /** Addresses of live calls as JSON: the number of each in the messages is its place here. */
  topics: z
    .string()
    .transform(jsonIn)
    .pipe(z.array(z.string().min(1)).min(1).max(liveSocketLimits.topics)),
})

/** The same messages as server-sent events, for the live calls that the address names. */
async function sendTopics(
  options: ConversationOptions,
  origin: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const asked = askedBy(request, origin)
  const { signal, forget } = whenLeft(request)
  const over = new AbortController()
  const line = eventLine(reply, AbortSignal.any([signal, over.signal]))
  const talk = converse(options, line, asked)
  try {
    const refused = await talk.greet(asked)
    if (refused !== undefined) return await sendRefused(reply, refused)
    const query = parseInput(TopicsQuery, { ...Object(request.query) }, 'query')
    if (!query.success) return await sendRefused(reply, refusedInput(query.error, asked.locale))
    const { topics } = TopicsQuery.parse(request.query)
    await Promise.all(topics.map((address, id) => talk.follow(id, address)))
    if (reply.sse.isConnected) reply.sse.close()
  } finally {
    over.abort()
    forget()
  }
}
