import type net from 'node:net'

export type Acknowledgements = Readonly<{
  /** Acknowledges a delivery; 0 needs no acknowledgement. */
  add: (packetId: number) => void
  /** Writes the waiting acknowledgements at once. */
  flush: () => void
}>

/** Writes the PUBACKs of one turn of the event loop together. */
export function batchAcknowledgements(socket: net.Socket): Acknowledgements {
  let waiting: Buffer[] = []
  function flush() {
    const all = waiting
    waiting = []
    if (!socket.destroyed && all.length > 0) socket.write(Buffer.concat(all))
  }
  return {
    add: (packetId) => {
      if (packetId === 0 || socket.destroyed) return
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(Buffer.from([0x40, 2, packetId >> 8, packetId & 0xff]))
    },
    flush,
  }
}
