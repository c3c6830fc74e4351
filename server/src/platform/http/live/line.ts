import type { FastifyReply } from 'fastify'
import { liveSocketLimits } from '@brigade/contract/live-socket.ts'
import { WebSocket } from 'ws'
import { afterAttending } from '../../waiting/attended.ts'
import { hangUp, writeFrame } from './live-reply.ts'

/**
 * Carries the messages of many live calls to one tab: a WebSocket, or one stream of server-sent events if WebSockets
 * are not possible.
 */
export type Line = Readonly<{
  /**
   * Passes a message on. Resolves when the reader accepts more, when the signal aborts, or when the reader has
   * disconnected.
   */
  send: (message: string, signal: AbortSignal) => Promise<void>
  /** Ends it, a WebSocket with this code and reason. Earlier messages still arrive. */
  end: (code: number, reason: string) => void
  /** Aborted when the reader has disconnected. */
  left: AbortSignal
}>

/** RFC 6455: the reason of an end has at most this many bytes. */
const maxReasonBytes = 123

export function socketLine(socket: WebSocket): Line {
  const left = new AbortController()
  socket.once('close', () => left.abort())
  // The library ends the socket itself, with the code of the error.
  socket.on('error', () => undefined)
  keepAwake(socket, left.signal)
  return {
    left: left.signal,
    send: (message, signal) =>
      new Promise((resolve) => {
        if (socket.readyState !== WebSocket.OPEN || signal.aborted) return resolve()
        const done = () => {
          signal.removeEventListener('abort', done)
          resolve()
        }
        signal.addEventListener('abort', done, { once: true })
        socket.send(message, done)
      }),
    end: (code, reason) => socket.close(code, Buffer.from(reason).subarray(0, maxReasonBytes)),
  }
}

/** Asks for a sign of life every 30 s: proxies end silent connections, and a vanished reader sends nothing. */
function keepAwake(socket: WebSocket, left: AbortSignal): void {
  let hasAnswered = true
  socket.on('pong', () => {
    hasAnswered = true
  })
  const look = () => {
    if (left.aborted) return
    if (!hasAnswered) return socket.terminate()
    hasAnswered = false
    socket.ping()
    wait()
  }
  let stop = () => {}
  const wait = () => {
    stop = afterAttending(liveSocketLimits.pingEveryMs, look)
  }
  wait()
  left.addEventListener('abort', () => stop(), { once: true })
}

/** Every message is one event. A caller that ends the line before its first event can still answer. */
export function eventLine(reply: FastifyReply, left: AbortSignal): Line {
  return {
    left,
    send: (message, signal) =>
      signal.aborted || left.aborted
        ? Promise.resolve()
        : writeFrame(reply, Buffer.from(`data: ${message}\n\n`), signal).catch(() => undefined),
    end: () => hangUp(reply),
  }
}
