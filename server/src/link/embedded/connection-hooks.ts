import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { isCustomTopic, ownerOfTopic } from '@brigade/contract/link/alink.topics.ts'
import { afterAttending } from '../../platform/waiting/attended.ts'
import type { MqttServer } from '../../platform/mqtt/mqtt-server.ts'
import type { Connected, EndReason, MqttHooks, Received } from '../../platform/mqtt/mqtt-hooks.ts'
import { keyOf } from '../../device/device-name.ts'
import type { Presence } from '../../device/presence/presence.store.ts'
import type { Attached, Sender } from '../../telemetry/messages/message.ts'
import { isRegistering } from '../session/admit-device.ts'
import { checkTopic, checkFilter, refusedEntry, senderOf, strangerEntry } from '../session/sender-of.ts'
import type { LinkCore } from '../transport.ts'
import { deviceSignIn } from './device-sign-in.ts'
import { messageLife } from '@brigade/contract/link/message-life.ts'
import { noteTlsRefusals } from './note-tls-refusals.ts'
import type { EmbeddedParts } from './embedded-parts.ts'

/** Alink codes in the trace of a message for which its connection ended. */
const refusalCodes: Readonly<Partial<Record<EndReason, number>>> = {
  wrong_topic: alinkCodes.badTopic,
  topic_too_long: alinkCodes.badTopic,
  too_large: alinkCodes.tooLarge,
  qos_2: alinkCodes.qos2,
}

/** A client that registers gets its answer and must disconnect; else its connection is closed after this. */
const registeredMs = 10_000

/** Records that a device connected or disconnected over a connection of its own, or was refused something there. */
export const noteConnection =
  ({ clock, note, devices }: EmbeddedParts) =>
  (
    connection: Connected,
    online: boolean | null,
    reason: Presence['reason'],
    { device = devices.known(connection.key), detail = '' } = {},
  ): void => {
    const { address, protocol, keepAliveSeconds } = connection
    if (device === undefined) return
    note({ deviceId: device.id, online, reason, address, protocol, keepAliveSeconds, detail, atMs: clock.now() })
  }

type Sending = Pick<MqttServer, 'send' | 'kick' | 'isSubscribed'>

/** The embedded broker's callbacks. */
export function connectionHooks(parts: EmbeddedParts, core: LinkCore, mqtt: Sending): MqttHooks<Attached> {
  const { devices, sessions } = parts
  const known = { devices, sessions }
  const noted = noteConnection(parts)
  const { takeRegistered, ...signIn } = deviceSignIn(parts, core)

  /** Sends the answer over a connection that belongs to no device. */
  function answerRegistered(key: string) {
    const reply = takeRegistered(key)
    if (reply === undefined) return
    void mqtt.send(key, reply.topic, reply.payload, messageLife)
    afterAttending(registeredMs, () => mqtt.kick(key, 'kicked'))
  }

  /**
   * Sends a message on a custom topic back to its sender if it has subscribed to the topic, unless the message was
   * refused.
   */
  function passBack({ key, topic, payload, attached }: Received<Attached>): void {
    if (!isCustomTopic(topic) || !mqtt.isSubscribed(key, topic)) return
    const isTaken = attached?.entries?.every(({ read }) => read.code === null) ?? true
    if (isTaken) void mqtt.send(key, topic, payload, messageLife)
  }

  async function lateSenderOf({ key, attached }: Received<Attached>): Promise<Sender | undefined> {
    if (attached?.sender !== undefined) return attached.sender
    const device = await devices.find(key)
    return device === undefined ? undefined : { device }
  }

  return {
    ...signIn,
    onTlsRefused: noteTlsRefusals(parts),
    // A gateway's message for a sub-device without a session is refused later, with the reason.
    mayPublish: (key, topic) => checkTopic(known, key, topic) !== 'cut',
    maySubscribe: (key, filter) => {
      const verdict = checkFilter(known, key, filter)
      return verdict === 'refuse' ? verdict : verdict === 'allow'
    },
    ownerOf: (topic) => {
      const owner = ownerOfTopic(topic)
      return owner === null ? '' : keyOf(owner)
    },
    onConnected: (connection) => {
      if (isRegistering(connection.key)) return answerRegistered(connection.key)
      const device = devices.connected(connection)
      if (device === undefined) return undefined
      // A sub-device that connects directly no longer needs its gateway.
      sessions.end(connection.key, 'replaced')
      noted(connection, true, 'connected')
      return core.plugins.connected(connection, device)
    },
    onDisconnected: (connection, reason, detail) => {
      const device = devices.disconnected(connection)
      sessions.endOver(connection, 'gateway_offline')
      if (device !== undefined) noted(connection, false, reason, { device, detail })
      core.plugins.disconnected(connection)
    },
    onFilterRefused: (connection, filter) => noted(connection, null, 'refused_filter', { detail: filter }),
    onSilence: (connection, isSilent) => noted(connection, !isSilent, isSilent ? 'keep_alive' : 'connected'),
    onRefused: (message, reason) => {
      const device = devices.known(message.key)
      return device === undefined ? undefined : { entries: [refusedEntry(device, message, refusalCodes[reason])] }
    },
    onMessage: (message) => {
      const sender = senderOf(known, message)
      const isStranger = sender !== undefined && checkTopic(known, message.key, message.topic) === 'refuse'
      const attached = core.arrived(message, isStranger ? undefined : sender)
      return isStranger ? { sender, entries: [strangerEntry(sender.device, message)] } : attached
    },
    onBatch: async (messages, mark) => {
      await core.write(messages, mark, lateSenderOf)
      for (const message of messages) passBack(message)
    },
    onDisorder: core.outOfOrder,
    onDelivered: (_key, commandId) => core.delivered(commandId),
  }
}
