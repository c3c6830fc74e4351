import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accessChanged, type LiveHub } from '../live/live-hub.ts'
import { admit } from './access.ts'
import type { Ctx } from './context.ts'
import type { Route } from './implement.ts'
import type { MountOptions } from './mount-options.ts'

type Live = Readonly<{
  options: MountOptions
  route: Route
  ctx: Ctx
  query: unknown
  request: FastifyRequest
  reply: FastifyReply
}>

const anyStream = z.custom<AsyncIterable<unknown>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

/**
 * Streams a live call as server-sent events until the client leaves, the server stops or the session ends: the caller is
 * admitted anew before every event and whenever anybody's access changed, so a revoked session hears nothing more and its
 * stream ends at once.
 */
export async function sendLive({ options, route, ctx, query, request, reply }: Live): Promise<void> {
  const { endpoint } = route
  if (endpoint.reply.kind !== 'live') throw new Error(`${endpoint.domain}.${endpoint.name} is not a stream`)
  const { schema } = endpoint.reply
  const ending = new AbortController()
  const end = () => ending.abort()
  request.raw.socket.once('close', end)
  options.platform.stopping.addEventListener('abort', end, { once: true })
  const isAdmitted = () =>
    admit(endpoint, request.headers.authorization, options.authenticate, { prolong: false }).then(
      () => true,
      () => false,
    )
  const watching = endWhenAccessEnds(options.platform.live, isAdmitted, ending)
  try {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- implement() matched the handler to this endpoint's input
    const stream = anyStream.parse(route.handler(ctx as never, { query, body: {}, signal: ending.signal } as never))
    const events = stream[Symbol.asyncIterator]()
    // The first event is awaited before anything is sent: a refusal still answers as any other call's does.
    let next = await events.next()
    void reply.header('x-accel-buffering', 'no').header('cache-control', 'no-store')
    try {
      while (next.done !== true && !ending.signal.aborted) {
        await admit(endpoint, request.headers.authorization, options.authenticate, { prolong: false })
        await reply.sse.send({ data: schema.parse(next.value) })
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

async function endWhenAccessEnds(live: LiveHub, isAdmitted: () => Promise<boolean>, ending: AbortController) {
  for await (const _ of live.changes(accessChanged, ending.signal)) {
    if (!(await isAdmitted())) ending.abort()
  }
}
