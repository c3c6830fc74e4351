import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAttending } from '../waiting/attended.ts'

/** Timeout for receiving one request. */
export const uploadMs = 3_600_000
const usualMs = 60_000

/** A request that is no upload has to be received within a minute. */
export function limitRequestTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (raw.complete || (request.headers['content-type'] ?? '').startsWith('multipart/')) return done()
    const received = afterAttending(usualMs, () => raw.destroy())
    raw.once('close', received)
    raw.once('end', received)
    done()
  })
}

/**
 * C SDKs cut the header of a request when they resume a file at a late byte: the header never ends, and they wait for
 * an answer. After two seconds they get one, and then begin at the first byte (alink.md 2.4).
 */
const headMs = 2000
const deviceRequest = 'GET /ota/'
const headEnd = '\r\n\r\n'
const refusal = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

export function watchDeviceRequests(server: Server): void {
  const waiting = new WeakMap<Socket, () => void>()
  server.on('connection', (socket: Socket) => {
    socket.once('data', (chunk: Buffer) => {
      const head = chunk.toString('latin1')
      if (!head.startsWith(deviceRequest) || head.includes(headEnd)) return
      const received = afterAttending(headMs, () => socket.end(refusal, () => socket.destroy()))
      waiting.set(socket, received)
      socket.once('close', received)
    })
  })
  // The header has ended after all.
  server.on('request', ({ socket }: IncomingMessage) => waiting.get(socket)?.())
}
