import { downTopics, methodOf } from '@brigade/contract/link/alink.topics.ts'
import { z } from 'zod'
import type { FindReachable } from '../../command/dispatch-commands.ts'
import {
  listFirmwareReceivers,
  takeFirmwareMessages,
  type FirmwareMessage,
} from '../../device/firmware/exchange.store.ts'
import { firstPushId } from '../../device/push-channel.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Log } from '../../platform/log.ts'
import type { MqttServer } from '../../platform/mqtt/mqtt-server.ts'
import { repeat } from '../../platform/repeat.ts'
import { open as openSecret } from '../../platform/secret/secret-box.ts'
import { serialQueue } from '../../platform/serial-queue.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'
import type { TraceDown } from '../../telemetry/messages/trace-down.ts'
import { messageLife, offerLife } from '@brigade/contract/link/message-life.ts'
import { ownTopic } from '../alink/device-message.ts'

type Options = Readonly<{
  db: Db
  clock: Clock
  log: Log
  secretKey: Buffer
  mqtt: Pick<MqttServer, 'send'>
  reachable: FindReachable
  trace: TraceDown
  /** The interval of a round without a notification: the database was away, or a device was here for a moment. */
  lookMs: number
}>

/** Limit of receivers in one round. */
const atOnce = 2000

const Data = z.record(z.string(), z.json())
const Id = z.union([z.string(), z.number()])

/** Sends the engine's messages for the devices connected here: offers, replies, and the request for a version. */
export function pushFirmware({ db, clock, log, secretKey, mqtt, reachable, trace, lookMs }: Options) {
  let lastId = firstPushId
  const nextId = (): string => {
    lastId = lastId >= 4_294_967_295 ? firstPushId : lastId + 1
    return String(lastId)
  }

  function messageTo(device: LinkedDevice, { kind, questionId, content }: FirmwareMessage) {
    const data = content === null ? {} : Data.parse(JSON.parse(openSecret(secretKey, content)))
    const id = questionId === '' ? nextId() : Id.parse(JSON.parse(questionId))
    switch (kind) {
      case 'upgrade':
        return { topic: ownTopic(downTopics.otaUpgrade, device), body: { code: '1000', data, id, message: 'success' } }
      case 'request':
        // Sent on the reply topic of the request; the C SDK takes it for an offer only if it has an address.
        return {
          topic: ownTopic(downTopics.otaRequestReply, device),
          body: { code: '1000', data, id, message: 'success' },
        }
      case 'get':
        return { topic: ownTopic(downTopics.otaGetReply, device), body: { id, code: 200, data } }
      case 'ask':
        return {
          topic: ownTopic(downTopics.propertyGet, device),
          body: { id, version: '1.0', params: ['FirmwareVersion'], method: methodOf(downTopics.propertyGet) },
        }
    }
  }

  async function send(): Promise<void> {
    const wanted = await listFirmwareReceivers(db, atOnce)
    if (wanted.length === 0) return
    const ways = await reachable(new Set(wanted))
    const reached = [...ways].map(([deviceId, { connection }]) => ({ deviceId, connection }))
    const taken = await transaction(db, (trx) => takeFirmwareMessages(trx, reached, clock.now()))
    const sending = taken.flatMap((message) => {
      const way = ways.get(message.deviceId)
      // The message was already sent over this connection.
      if (way === undefined || (message.notOver !== '' && message.notOver === way.connection)) return []
      const { topic, body } = messageTo(way.device, message)
      const life = message.kind === 'upgrade' ? offerLife : messageLife
      const payload = JSON.stringify(body)
      return [{ life, message: { deviceId: message.deviceId, key: way.key, through: way.through, topic, payload } }]
    })
    // The address grants access to the file, so it is masked for readers of traces.
    await trace(sending.map(({ message }) => ({ ...message, payload: message.payload.replace(address, '$1***') })))
    // This is not awaited: a device that does not take its message must not hold up the others.
    for (const { life, message } of sending) void mqtt.send(message.key, message.topic, message.payload, life)
  }

  const working = serialQueue({ log, onErrorMessage: 'Firmware could not be offered' })
  const looking = repeat(send, { pauseMs: lookMs, log, onErrorMessage: 'Firmware could not be offered' })
  return {
    /** Handles NOTIFY `firmware`. */
    onFirmware: (): void => working.add(send),
    stop: async (): Promise<void> => {
      await looking.stop()
      await working.settled()
    },
  }
}
const address = /(\/ota\/)[\w-]{43}/g
