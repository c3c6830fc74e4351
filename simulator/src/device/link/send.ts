import type { AlinkReply } from '@brigade/contract/link/alink.model.ts'
import type { MqttClient } from 'mqtt'
import { nextId, type LinkState, type Pending } from './link-state.ts'
import type { Sent } from './link.ts'

/** The oldest message beyond this number is dropped while there is no connection: a device's memory is small. */
const keptMessages = 200
/** A reply that has not arrived within this many messages is not expected any more. */
const rememberedReplies = 1000

/** Publishes a pending message over a connection. */
export function sendPending({ pending, record }: LinkState, to: MqttClient, id: string, message: Pending): void {
  // A message that the broker may have seen before is marked as a duplicate.
  to.publish(message.topic, message.payload, { qos: 1, dup: message.sent }, (error) => {
    if (error) return
    if (!pending.delete(id)) return
    record({ do: 'puback', id })
    message.acknowledge()
  })
  message.sent = true
}

export function publish(state: LinkState, topic: string, payload: string, qos: 0 | 1 = 1, id = nextId(state)): Sent {
  const { client, pending, awaitingReply } = state
  const acknowledged = Promise.withResolvers<void>()
  const replied = Promise.withResolvers<AlinkReply>()
  // Callers need not wait for either.
  acknowledged.promise.catch(() => undefined)
  replied.promise.catch(() => undefined)
  const sent = { id, acknowledged: acknowledged.promise, replied: replied.promise }
  if (qos === 0) {
    client?.publish(topic, payload, { qos: 0 }, () => acknowledged.resolve())
    return sent
  }
  const message: Pending = {
    topic,
    payload,
    sent: false,
    acknowledge: acknowledged.resolve,
    reply: replied.resolve,
    fail: (error) => {
      acknowledged.reject(error)
      replied.reject(error)
    },
  }
  pending.set(id, message)
  awaitingReply.set(id, message)
  if (pending.size > keptMessages) pending.delete(pending.keys().next().value ?? '')
  if (awaitingReply.size > rememberedReplies) awaitingReply.delete(awaitingReply.keys().next().value ?? '')
  if (client !== null && state.isConnected) sendPending(state, client, id, message)
  return sent
}

/** Publishes an Alink request. */
export function post(state: LinkState, topic: string, method: string, params: unknown): Sent {
  const id = nextId(state)
  return publish(state, topic, JSON.stringify({ id, version: '1.0', sys: { ack: 1 }, params, method }), 1, id)
}
