import { setTimeout as delay } from 'node:timers/promises'
import { cut, type LiveConnection, type ServerState } from './live-connections.ts'

/** The part of the time over which the connections are spread; the rest is for the last ones. */
const spreadShare = 0.8
/** How long a device may take to acknowledge what it was sent, and then to close its side. */
const deviceMs = 1000
const lookMs = 10
/** Looks in a row at a connection without anything open: a packet that was read may be parsed only now. */
const quietLooks = 3

/**
 * Ends the connections one after another, spread over `forMs`, so that their devices do not all come back in the same
 * moment. Each has everything acknowledged that was read from it; what it sends meanwhile stays without an
 * acknowledgement, and it sends it again on its next connection. Reports of QoS 0 of that moment are lost.
 */
export async function handOver<T>(state: ServerState<T>, forMs: number): Promise<void> {
  const beganMs = performance.now()
  const endMs = beganMs + forMs
  const connections = state.live.size
  let spreadMs = forMs * spreadShare
  // A connection that was being made when the first round began is in the second.
  while (state.live.size > 0 && performance.now() < endMs) {
    const entries = [...state.live.values()]
    const stepMs = spreadMs / entries.length
    await Promise.all(
      entries.map(async (entry, index) => {
        await delay(stepMs * index)
        await leave(state, entry, endMs)
      }),
    )
    spreadMs = 0
  }
  const figures = { connections, left: state.live.size, ms: Math.round(performance.now() - beganMs) }
  if (figures.left === 0) state.log.info(figures, 'All connections were handed over')
  else state.log.warn(figures, 'Not all connections could be handed over in time')
}

/** Waits until `isSo`, or until the time is over. */
async function waitUntil(isSo: () => boolean, endMs: number): Promise<void> {
  while (!isSo() && performance.now() < endMs) await delay(lookMs)
}

async function leave<T>({ live, guards }: ServerState<T>, entry: LiveConnection, endMs: number): Promise<void> {
  const { conn } = entry.client
  const isGone = () => live.get(entry.connection.key) !== entry
  if (isGone()) return
  entry.isLeaving = true
  const within = () => Math.min(endMs, performance.now() + deviceMs)
  await waitUntil(() => isGone() || entry.unacknowledged.size === 0, within())
  const reading = guards.get(conn)?.close()
  let quiet = 0
  await waitUntil(() => {
    quiet = entry.unanswered === 0 && conn.writableLength === 0 ? quiet + 1 : 0
    return isGone() || quiet === quietLooks
  }, endMs)
  if (isGone()) return
  entry.reason ??= 'server_restart'
  // The device reads its last acknowledgements before it learns of the end: a socket that is closed with unread bytes
  // is reset, and a device may drop with it what it has not read yet.
  conn.end()
  reading?.discard()
  await waitUntil(isGone, within())
  if (!isGone()) cut(entry, 'server_restart')
}
