import { once } from 'node:events'
import { liveSocketPath, LiveSaid, type LiveRefused } from '@brigade/contract/live-socket.ts'
import { WebSocket, type ClientOptions } from 'ws'
import { until } from '../until.ts'

/** A WebSocket for live calls, like that of a browser tab. */
export type LiveSocket = Readonly<{
  socket: WebSocket
  /** All received messages, in order. */
  said: readonly LiveSaid[]
  say: (message: unknown) => void
  /** Begins a live call at this address, and answers its number. */
  follow: (address: string) => number
  /** Returns the messages about a live call. */
  of: (id: number) => readonly LiveSaid[]
  eventsOf: (id: number) => readonly unknown[]
  /** The end of a live call: null without a refusal, undefined before it. */
  endOf: (id: number) => LiveRefused | null | undefined
  /** Why the whole socket was ended. */
  refused: () => LiveRefused | undefined
  /** Code and reason of its end. */
  closed: Promise<Readonly<{ code: number; reason: string }>>
  leave: () => Promise<void>
}>

/** The address of the socket at a server, for clients that name the scheme. */
export const socketUrl = (url: string): string => url.replace(/^http/, 'ws') + liveSocketPath

/** Opens a socket; with a token, names the session too. */
export async function watchSocket(url: string, token?: string, options: ClientOptions = {}): Promise<LiveSocket> {
  const socket = new WebSocket(socketUrl(url), options)
  // Each live call over it may listen.
  socket.setMaxListeners(0)
  const said: LiveSaid[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }))
  })
  socket.on('message', (data) => {
    said.push(LiveSaid.parse(JSON.parse(String(data))))
  })
  await once(socket, 'open')
  const say = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  if (token !== undefined) say({ token, language: 'en' })
  let last = 0
  const of = (id: number) => said.filter((one) => 'id' in one && one.id === id)
  return {
    socket,
    said,
    say,
    follow: (to) => {
      last += 1
      say({ subscribe: last, to })
      return last
    },
    of,
    eventsOf: (id) => of(id).flatMap((one) => ('event' in one ? [one.event] : [])),
    endOf: (id) => {
      const found = of(id).find((one) => 'end' in one)
      return found === undefined || !('end' in found) ? undefined : found.end
    },
    refused: () => said.flatMap((one) => ('refused' in one ? [one.refused] : []))[0],
    closed,
    leave: async () => {
      socket.close()
      await closed
    },
  }
}

/** Resolves with the first event of a live call. */
export const firstEvent = (live: LiveSocket, id: number): Promise<unknown> =>
  until(`the first event of ${id}`, () => live.eventsOf(id)[0])

/** The status of the answer to an upgrade that is refused, and its body. */
export function refusedUpgrade(url: string, options: ClientOptions = {}): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(socketUrl(url), options)
    socket.on('error', () => undefined)
    socket.once('open', () => reject(new Error('The upgrade was not refused')))
    socket.once('unexpected-response', (_request, response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
    })
  })
}

/**
 * A live call over a socket as if it had been called over HTTP: with the status of its refusal, or its events as text until
 * it ends.
 */
export async function callOverSocket(live: LiveSocket, address: string, signal: AbortSignal): Promise<Response> {
  const id = live.follow(address)
  const answered = await until(
    'an answer over the socket',
    () => live.refused() ?? live.of(id)[0] ?? (live.socket.readyState === WebSocket.CLOSED ? 'closed' : undefined),
  )
  if (answered === 'closed') return new Response(null, { status: 503 })
  const refused = 'envelope' in answered ? answered : 'end' in answered ? answered.end : null
  if (refused !== null) return new Response(JSON.stringify(refused.envelope), { status: refused.status })
  let given = 0
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const pass = () => {
        for (const event of live.eventsOf(id).slice(given)) {
          given += 1
          controller.enqueue(Buffer.from(`${JSON.stringify(event)}\n`))
        }
        if (live.endOf(id) !== undefined) finish()
      }
      const finish = () => {
        live.socket.off('message', pass)
        live.socket.off('close', finish)
        signal.removeEventListener('abort', finish)
        controller.close()
      }
      pass()
      if (live.endOf(id) !== undefined) return
      // The listener above has read the message by then.
      live.socket.on('message', pass)
      live.socket.on('close', finish)
      signal.addEventListener('abort', finish)
    },
  })
  return new Response(body)
}
