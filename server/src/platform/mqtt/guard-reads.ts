import type { Duplex } from 'node:stream'
import { frameGuard, type FrameGuard } from './frame-guard.ts'
import { readerOf } from './socket-reads.ts'

/** A longer packet is not even read: the payload's limit, with room to report which one was too large. */
export const longestFrameBytes = 1_048_576
/** The limit before authentication: a CONNECT, and a little after it. */
export const longestHelloBytes = 8192
const maxHeaderBytes = 5

export type GuardedReads = Readonly<{
  guard: FrameGuard
  /** The time of the last received bytes, by the clock. */
  receivedAtMs: () => number
  /** Received bytes so far. */
  receivedBytes: () => number
  /** Called after authentication: reading continues. */
  admit: () => void
  /** Nothing more is taken: what comes stays unread, and after `discard` it is read and dropped. */
  close: () => Readonly<{ discard: () => void }>
}>

type Options = Readonly<{
  isFull: () => boolean
  /** Sockets that are paused; they are read again when there is room. */
  held: Set<Duplex>
  now: () => number
}>

/**
 * Limits the broker's reads of a socket: only a CONNECT before authentication, nothing while too much waits, and no
 * packet that is too long.
 */
export function guardReads(socket: Duplex, { isFull, held, now }: Options): GuardedReads {
  const guard = frameGuard(longestFrameBytes, longestHelloBytes)
  const readPart = socket.read.bind(socket)
  const read = readerOf(socket)
  const state = { isIn: false, receivedBytes: 0, receivedAtMs: now() }
  const end = { isClosed: false, isDiscarding: false }
  const readSome = (size?: number): unknown => {
    if (end.isClosed) {
      if (end.isDiscarding) read(size)
      return socket.readableLength === 0 ? readPart(0) : null
    }
    if (state.isIn && !isFull()) return read(size)
    held.add(socket)
    // The CONNECT of a new connection is read however much waits: it must not queue behind the reports of others.
    const most = Math.min(longestHelloBytes + maxHeaderBytes - state.receivedBytes, socket.readableLength)
    if (most > 0) return readPart(most)
    // An empty socket may have ended: only a read notices the end.
    return socket.readableLength === 0 ? readPart(0) : null
  }
  socket.read = (size?: number): unknown => {
    const chunk = readSome(size)
    if (!Buffer.isBuffer(chunk)) return chunk
    state.receivedBytes += chunk.length
    state.receivedAtMs = now()
    const fault = guard.watch(chunk)
    if (fault === 'fine') return chunk
    socket.destroy(new Error(`Packet ${fault}`))
    return null
  }
  socket.on('close', () => held.delete(socket))
  return {
    guard,
    receivedAtMs: () => state.receivedAtMs,
    receivedBytes: () => state.receivedBytes,
    close: () => {
      end.isClosed = true
      return {
        discard: () => {
          end.isDiscarding = true
          socket.emit('readable')
        },
      }
    },
    admit: () => {
      state.isIn = true
      if (held.delete(socket)) setImmediate(() => socket.emit('readable'))
    },
  }
}
