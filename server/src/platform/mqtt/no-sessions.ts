import { Readable } from 'node:stream'

type Named = { id: string }
type Acknowledged = { messageId?: number }

/**
 * The persistence that aedes requires, without a store: devices never receive each other's messages, nothing is
 * retained, and a session ends with its connection, so there is nothing to persist. Its only use here is that aedes
 * passes on every PUBACK.
 */
export function noSessions(onAcknowledged: (connectionId: string, messageId: number) => void) {
  const nothing = async () => undefined
  const none = () => Readable.from([])
  return {
    setup: async () => undefined,
    destroy: nothing,
    storeRetained: nothing,
    createRetainedStream: none,
    createRetainedStreamCombi: none,
    addSubscriptions: nothing,
    removeSubscriptions: nothing,
    cleanSubscriptions: nothing,
    subscriptionsByClient: async () => [],
    subscriptionsByTopic: async () => [],
    countOffline: async () => ({ subsCount: 0, clientsCount: 0 }),
    outgoingEnqueue: nothing,
    outgoingEnqueueCombi: nothing,
    outgoingUpdate: nothing,
    outgoingStream: none,
    outgoingClearMessageId: async (client: Named, packet: Acknowledged) => {
      if (packet.messageId !== undefined) onAcknowledged(client.id, packet.messageId)
      return undefined
    },
    incomingStorePacket: nothing,
    incomingGetPacket: async () => Promise.reject(new Error('No QoS 2 here')),
    incomingDelPacket: nothing,
    cleanIncoming: nothing,
    putWill: nothing,
    getWill: nothing,
    delWill: nothing,
    streamWill: none,
    getClientList: none,
  }
}

type Callback = ((error?: Error | null) => void) | undefined

/**
 * Aedes' forwarding from publisher to subscriber, disabled: reports go to `onBatch`, and messages to devices are
 * written to their connections.
 */
export const noForwarding = {
  on: (_topic: string, _deliver: unknown, done: Callback) => done?.(),
  removeListener: (_topic: string, _deliver: unknown, done: Callback) => done?.(),
  emit: (_packet: unknown, done: Callback) => done?.(),
  close: (done: Callback) => done?.(),
}
