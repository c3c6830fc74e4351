import type net from 'node:net'
import { afterAttending } from '../../waiting/attended.ts'

/**
 * A client without authentication has this long for its first byte, for the TLS handshake, and for CONNECT, each. Only
 * time in which this process reads counts.
 */
export const usualStrangerMs = 20_000
/** No TLS hello is longer. */
const maxPeekedBytes = 16_384

/**
 * Peeks at the first bytes of a connection. `decide` returns the next step, or undefined to see more. A connection that
 * sends nothing in time, or too much, is closed.
 */
export function firstBytes(socket: net.Socket, withinMs: number, decide: (bytes: Buffer) => (() => void) | undefined) {
  const heard = afterAttending(withinMs, () => socket.destroy())
  let seen = Buffer.alloc(0)
  const leave = () => {
    heard()
    socket.off('readable', peek)
    socket.off('close', leave)
  }
  function peek() {
    const bytes: unknown = socket.read()
    if (!Buffer.isBuffer(bytes)) return
    seen = Buffer.concat([seen, bytes])
    const go = decide(seen)
    if (go === undefined) {
      if (seen.length > maxPeekedBytes) socket.destroy()
      return
    }
    leave()
    socket.unshift(seen)
    go()
  }
  socket.once('close', leave)
  socket.on('readable', peek)
}
