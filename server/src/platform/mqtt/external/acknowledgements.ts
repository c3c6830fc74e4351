import type net from 'node:net'

export type Acknowledgements = Readonly<{
  /** A delivery has arrived; 0 needs no acknowledgement. */
  delivered: (packetId: number) => void
  /** Acknowledges a delivery, as soon as those before it are acknowledged. */
  add: (packetId: number) => void
  /** Writes at once as much as is allowed. */
  flush: () => void
}>

/**
 * Writes the PUBACKs of one turn of the event loop together, in the order of their deliveries, as MQTT 5 requires
 * ([4.6.0-2]): messages of devices, notices and messages that pass at once share one connection, and end at different
 * times.
 */
export function batchAcknowledgements(socket: net.Socket): Acknowledgements {
  /** Deliveries without a PUBACK in their order, and whether each is done. */
  const owed = new Map<number, boolean>()
  let isAwaited = false

  function flush() {
    isAwaited = false
    const ready: Buffer[] = []
    for (const [packetId, isDone] of owed) {
      if (!isDone) break
      owed.delete(packetId)
      ready.push(Buffer.from([0x40, 2, packetId >> 8, packetId & 0xff]))
    }
    if (!socket.destroyed && ready.length > 0) socket.write(Buffer.concat(ready))
  }

  return {
    delivered: (packetId) => {
      if (packetId !== 0) owed.set(packetId, false)
    },
    add: (packetId) => {
      if (!owed.has(packetId) || socket.destroyed) return
      owed.set(packetId, true)
      if (!isAwaited) setImmediate(flush)
      isAwaited = true
    },
    flush,
  }
}
