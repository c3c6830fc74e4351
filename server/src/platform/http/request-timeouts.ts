import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Timeout for receiving one request. */
export const uploadMs = 3_600_000
const usualMs = 60_000

/** A request that is no upload has to be received within a minute. */
export function limitRequestTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (raw.complete || (request.headers['content-type'] ?? '').startsWith('multipart/')) return done()
    const timer = setTimeout(() => raw.destroy(), usualMs)
    raw.once('close', () => clearTimeout(timer))
    raw.once('end', () => clearTimeout(timer))
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
  const waiting = new WeakMap<Socket, NodeJS.Timeout>()
  server.on('connection', (socket: Socket) => {
    socket.once('data', (chunk: Buffer) => {
      const head = chunk.toString('latin1')
      if (!head.startsWith(deviceRequest) || head.includes(headEnd)) return
      const timer = setTimeout(() => socket.end(refusal, () => socket.destroy()), headMs)
      waiting.set(socket, timer)
      socket.once('close', () => clearTimeout(timer))
    })
  })
  // The header has ended after all.
  server.on('request', ({ socket }: IncomingMessage) => clearTimeout(waiting.get(socket)))
}
