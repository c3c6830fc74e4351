import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Whether a listening address, or a host, is reachable from this machine only. */
export function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare === '::1' || /^(::ffff:)?127\./.test(bare)
}

/** Whether the address means all interfaces. */
export const isEverywhere = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host)

/** The host in an address for people: all interfaces are shown as this machine. */
export function addressOf(host: string): string {
  if (isEverywhere(host)) return '127.0.0.1'
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/** More turns than connections can wait; they may arrive faster than they are accepted. */
const acceptingTurns = 10_000

/**
 * Accepts no more connections, and leaves those that are open alone (`http.Server.close` would end the idle ones, also
 * one on which a call is just on its way). The kernel resets connections that it has made and nobody has accepted when
 * the listening socket closes. A turn of the event loop accepts one connection if any waits, so the socket is closed
 * after a turn that accepted none.
 */
export async function stopAccepting(server: net.Server): Promise<void> {
  let accepted = 1
  const onConnection = () => {
    accepted += 1
  }
  server.on('connection', onConnection)
  for (let turn = 0; accepted > 0 && turn < acceptingTurns; turn += 1) {
    accepted = 0
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', onConnection)
  if (server.listening) net.Server.prototype.close.call(server)
}
