import packets from 'mqtt-packet'
import { cut, type LiveConnection, type ServerState } from './live-connections.ts'

/** A device that leaves more than this unread is disconnected. */
const maxUnsentBytes = 4_194_304

/**
 * Publishes over one connection: with QoS 1, or with 0 if the device asked for no more (MQTT 3.1.1, 3.8.4), which it does not acknowledge.
 * Resolves with whether the connection accepted it.
 */
export function sendToDevice<T>(
  { gather }: ServerState<T>,
  entry: LiveConnection,
  topic: string,
  payload: string | Buffer,
  reference: string,
): Promise<boolean> {
  const { conn } = entry.client
  if (conn.destroyed) return Promise.resolve(false)
  gather(conn)
  const packet = entry.subscribed.isAcknowledged(topic)
    ? numbered(entry, topic, payload, reference)
    : plain(topic, payload)
  return new Promise((resolve) => {
    // When a connection fails meanwhile, it is unknown which bytes it has carried.
    conn.write(packet, () => resolve(true))
    if (conn.writableLength > maxUnsentBytes) cut(entry, 'connection_lost')
  })
}

const plain = (topic: string, payload: string | Buffer): Buffer =>
  packets.generate({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false })

function numbered(entry: LiveConnection, topic: string, payload: string | Buffer, reference: string): Buffer {
  const messageId = (entry.lastMessageId % 65_535) + 1
  entry.lastMessageId = messageId
  if (reference !== '') entry.unacknowledged.set(messageId, reference)
  return packets.generate({ cmd: 'publish', topic, payload, qos: 1, messageId, retain: false, dup: false })
}

/** Handles a device's acknowledgement of a message. */
export function acknowledged<T>({ hooks, live }: ServerState<T>, key: string, messageId: number): void {
  const unacknowledged = live.get(key)?.unacknowledged
  const reference = unacknowledged?.get(messageId)
  unacknowledged?.delete(messageId)
  if (reference !== undefined) hooks.onDelivered(key, reference)
}
