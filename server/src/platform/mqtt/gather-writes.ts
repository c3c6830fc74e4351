import type { Duplex } from 'node:stream'

/** Corks a connection until the current turn of the event loop is over. */
export type GatherWrites = (conn: Duplex) => void

/** Sends all packets that a batch causes for one device (acknowledgements and replies) in one write. */
export function gatherWrites(): GatherWrites {
  const gathering = new Set<Duplex>()
  function release() {
    for (const conn of gathering) conn.uncork()
    gathering.clear()
  }
  return (conn) => {
    if (gathering.has(conn)) return
    conn.cork()
    if (gathering.size === 0) setImmediate(release)
    gathering.add(conn)
  }
}
