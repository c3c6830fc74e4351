import type { AedesOptions, Client } from 'aedes'
import { storableText } from '../storable-text.ts'
import type { LiveConnection, ServerState } from './live-connections.ts'
import type { EndReason, Incoming, MqttHooks } from './mqtt-hooks.ts'

/** alink.md 3: payload 256 KiB, topic 256 bytes. */
export const largestPayloadBytes = 262_144
const longestTopicBytes = 256
/** The stored part of the payload of a refused message, in bytes. */
const refusedBytes = 1024

/** Queues a publish; its PUBACK follows when the batch with it is written. A message that is not allowed ends its connection. */
export function authorizePublish<T>(state: ServerState<T>): NonNullable<AedesOptions['authorizePublish']> {
  const { hooks, queue, gather, instant, liveOf } = state
  return (client, packet, done) => {
    if (client === null) return done(null)
    const topic = packet.topic
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const entry = liveOf.get(client)
    const connectedAt = entry?.connectedAt
    const message = { key: client.id, topic, payload, again: packet.dup, receivedAt: instant(), connectedAt }
    const fault = faultOf(hooks, message, packet.qos)
    if (fault !== undefined) {
      refuse(state, message, fault.reason)
      return end(state, client, fault, done)
    }
    const attached = hooks.onMessage?.(message)
    if (entry !== undefined) entry.unanswered += 1
    queue.add({ ...message, attached }, payload.length, () => {
      if (entry !== undefined) entry.unanswered -= 1
      gather(client.conn)
      done(null)
    })
    return undefined
  }
}

/** A client that keeps requesting refused filters is disconnected. */
const maxRefusedFilters = 200
/** This many refused filters of a connection are logged. */
const maxToldFilters = 8

/** Grants or refuses one filter. One of another device ends the connection; SDKs ask for topics that we do not have and take no notice. */
export function authorizeSubscribe<T>(state: ServerState<T>): NonNullable<AedesOptions['authorizeSubscribe']> {
  const { hooks, liveOf } = state
  return (client, subscription, done) => {
    const { topic, qos } = subscription
    const entry = liveOf.get(client)
    const verdict = entry?.subscribed.hasRoom(topic) === true ? hooks.maySubscribe(client.id, topic) : 'refuse'
    const isOver = verdict === 'refuse' && entry !== undefined && isOneTooMany(hooks, entry, shown(topic))
    if (verdict === false || isOver) return end(state, client, { reason: 'wrong_topic', detail: topic }, done)
    // The filter is counted at once, since one packet may contain thousands.
    if (verdict === true) entry?.subscribed.add(topic, qos)
    return done(null, verdict === true ? subscription : null)
  }
}

/** Counts a refused filter, and reports the first few. */
function isOneTooMany<T>(
  { onFilterRefused }: MqttHooks<T>,
  { connection, refusedFilters }: LiveConnection,
  filter: string,
): boolean {
  const { told } = refusedFilters
  refusedFilters.count += 1
  if (!told.has(filter) && told.size < maxToldFilters) {
    told.add(filter)
    onFilterRefused?.(connection, filter)
  }
  return refusedFilters.count > maxRefusedFilters
}

/** `detail` names the fault if the reason does not. */
type Fault = Readonly<{ reason: EndReason; detail: string }>

/** The reason why a message is not accepted; undefined if it is. */
function faultOf<T>(hooks: MqttHooks<T>, { key, topic, payload }: Incoming, qos: number): Fault | undefined {
  // Alink has no QoS 2.
  if (qos === 2) return { reason: 'qos_2', detail: topic }
  // MQTT 3.1.1, 1.5.3: no zero character; PostgreSQL could not store it either.
  if (topic.includes('\u0000')) return { reason: 'bad_packet', detail: 'a zero character in the topic' }
  if (Buffer.byteLength(topic) > longestTopicBytes) return { reason: 'topic_too_long', detail: topic }
  if (payload.length > largestPayloadBytes) return { reason: 'too_large', detail: `${payload.length} B, ${topic}` }
  return hooks.mayPublish(key, topic) ? undefined : { reason: 'wrong_topic', detail: topic }
}

/** The trace keeps the message as refused; it gets no acknowledgement. */
function refuse<T>({ hooks, queue }: ServerState<T>, message: Incoming, reason: EndReason) {
  const kept = { ...message, topic: shown(message.topic), payload: beginningOf(message.payload) }
  const attached = hooks.onRefused?.(kept, reason)
  if (attached !== undefined) queue.add({ ...kept, attached }, kept.payload.length, () => {})
}

/** Ends between two characters, so that a text stays one. */
function beginningOf(payload: Buffer): Buffer {
  let end = Math.min(payload.length, refusedBytes)
  while (end < payload.length && end > refusedBytes - 4 && ((payload[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return payload.subarray(0, end)
}

function end<T>({ liveOf }: ServerState<T>, client: Client, { reason, detail }: Fault, done: (error: Error) => void) {
  const entry = liveOf.get(client)
  if (entry !== undefined && entry.reason === null) Object.assign(entry, { reason, detail: shown(detail) })
  done(new Error(reason))
}

/** A topic may be 64 KB long, and contain characters that PostgreSQL does not store. */
export const shown = (text: string) => {
  const storable = storableText(text)
  return storable.length > longestTopicBytes ? `${storable.slice(0, longestTopicBytes)}…` : storable
}
