import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAttending } from '../waiting/attended.ts'

/** Timeout for receiving one request. */
export const uploadMs = hourMs
const usualMs = minuteMs

/** A request that is not an upload has to be received within a minute. */
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
 * C SDKs cut the header of a request when they resume a file at a late byte: from 10,000,000 on the header never ends,
 * and they wait for an answer, which they get after two seconds. Below that, only its last line has no end, and the
 * parser refuses it (alink.md 2.4).
 */
const headMs = 2000
const deviceRequest = /^[A-Z]+ \/ota\//
const headEnd = '\r\n\r\n'

/** Only a status line: a C SDK reads no status, and writes any body into its flash. */
const bareRefusal = (status: string): string => `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`

const ofDevices = new WeakSet<Socket>()

/** Refuses a request of a device that fetches a file; returns false for any other client. */
export function refuseDevice(socket: Socket, status: string): boolean {
  if (!ofDevices.has(socket)) return false
  socket.end(bareRefusal(status))
  return true
}

export function watchDeviceRequests(app: FastifyInstance): void {
  const { server } = app
  let isStopping = false
  const waiting = new WeakMap<Socket, () => void>()
  server.on('connection', (socket: Socket) => {
    // This runs before the parser, which may refuse the request, so that the sender is already known.
    socket.prependOnceListener('data', (chunk: Buffer) => {
      const head = chunk.toString('latin1')
      if (!deviceRequest.test(head)) return
      ofDevices.add(socket)
      if (head.includes(headEnd)) return
      const received = afterAttending(headMs, () =>
        socket.end(bareRefusal('408 Request Timeout'), () => socket.destroy()),
      )
      waiting.set(socket, received)
      socket.once('close', received)
    })
  })
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  // From now on the framework would refuse requests with a body: a device pauses, and continues elsewhere or later.
  server.prependListener('request', ({ socket }: IncomingMessage) => {
    if (isStopping && ofDevices.has(socket)) socket.destroy()
  })
  // The header has ended after all.
  server.on('request', ({ socket }: IncomingMessage) => waiting.get(socket)?.())
}
