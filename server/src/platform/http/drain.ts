import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { stopAccepting } from '../listening.ts'

/** Lets the open calls end, for at most `forMs`. */
export type Drain = (forMs: number) => Promise<void>

/**
 * The end of a server without a call that is cut: nothing new is accepted, streams are ended by `endStreams`, and each
 * open connection closes after its next answer, which says so to its client. One on which nothing is asked any more is
 * left open until the time is over, because closing it could meet a call on its way. Call it before the server listens.
 */
export function drainOf(app: FastifyInstance, endStreams: () => void): Drain {
  const open = new Set<Socket>()
  let isDraining = false
  let onClosed = () => {}
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      onClosed()
    })
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) void reply.header('connection', 'close')
    done(null, payload)
  })
  return async (forMs) => {
    isDraining = true
    await stopAccepting(app.server)
    endStreams()
    if (open.size === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, forMs)
      onClosed = () => {
        if (open.size > 0) return
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
