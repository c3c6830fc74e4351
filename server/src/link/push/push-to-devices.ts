import { downTopics, methodOf } from '@brigade/contract/link/alink.topics.ts'
import { z } from 'zod'
import { configData } from '../../product/config/config-document.ts'
import { findConfig } from '../../product/config/config.store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { serialQueue } from '../../platform/serial-queue.ts'
import type { MqttServer } from '../../platform/mqtt/mqtt-server.ts'
import type { FindReachable } from '../../command/dispatch-commands.ts'
import type { SentMessage } from '../../telemetry/messages/message.store.ts'
import type { TraceDown } from '../../telemetry/messages/trace-down.ts'
import { findDesired } from '../../telemetry/shadow/desired.store.ts'
import { isLogAsked } from '../../device/record/log-switch.store.ts'
import { listOnlineOf, type OnlineDevice } from './online-device.store.ts'
import { noteConfig } from '../alink/config-push.store.ts'
import { logSwitch } from '../alink/read-questions.ts'
import { shadowControl } from '../alink/shadow-document.ts'
import { lockDocument } from '../../telemetry/shadow/shadow-document.store.ts'
import { firstPushId } from '../../device/push-channel.ts'
import { messageLife } from '@brigade/contract/link/message-life.ts'
import { ownTopic } from '../alink/device-message.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'

export type DevicePush = Readonly<{
  /** Handles NOTIFY `push`. After missed notifications devices ask when they connect. */
  onPush: (payload: unknown) => void
  /** Handles NOTIFY `config`. */
  onConfig: (payload: unknown) => void
  settled: () => Promise<void>
}>

type Options = Readonly<{
  db: Db
  clock: Clock
  log: Log
  /** The base URL for device downloads, if it is set. */
  deviceUrl: string | undefined
  mqtt: Pick<MqttServer, 'send' | 'isSubscribed'>
  reachable: FindReachable
  trace: TraceDown
}>

/** The number of devices that get a configuration at a time. */
const configsAtOnce = 500

const Ids = z.array(z.string()).default([])
const Push = z.object({ desired: Ids, log: Ids })
const Config = z.object({ product: Ids })

type Message = Readonly<{ topic: string; payload: string }>

/** Sends settings that a person has just made to the devices connected here. */
export function pushToDevices({ db, clock, log, deviceUrl, mqtt, reachable, trace }: Options): DevicePush {
  let isStopping = false
  let lastId = firstPushId

  const request = (topic: string, method: string, params: unknown): Message => {
    lastId = lastId >= 4_294_967_295 ? firstPushId : lastId + 1
    return { topic, payload: JSON.stringify({ id: String(lastId), version: '1.0', params, method }) }
  }

  async function desiredOf(device: LinkedDevice): Promise<Message | undefined> {
    const { desired } = await findDesired(db, device.id)
    const params = Object.fromEntries(Object.entries(desired).map(([identifier, { v }]) => [identifier, v]))
    if (Object.keys(params).length === 0) return undefined
    return request(ownTopic(downTopics.propertySet, device), 'thing.service.property.set', params)
  }

  /** Devices that subscribe to their shadow document do not use property set. */
  async function documentOf(device: LinkedDevice, key: string): Promise<Message | undefined> {
    const topic = ownTopic(downTopics.shadowGet, device)
    if (!mqtt.isSubscribed(key, topic)) return undefined
    const document = await transaction(db, (trx) => lockDocument(trx, device.id))
    return { topic, payload: shadowControl(document, clock.now()) }
  }

  const logSwitchOf = async (device: LinkedDevice): Promise<Message> =>
    request(
      ownTopic(downTopics.logSwitchPush, device),
      methodOf(downTopics.logSwitchPush),
      logSwitch(await isLogAsked(db, device.id)),
    )

  /** Returns the devices to which the message was written. */
  async function pushAll(
    ids: readonly string[],
    messageOf: (device: LinkedDevice, key: string) => Promise<Message | undefined>,
  ): Promise<string[]> {
    if (ids.length === 0) return []
    const messages: (SentMessage & Readonly<{ key: string }>)[] = []
    for (const [deviceId, { key, device, through }] of await reachable(new Set(ids))) {
      const message = await messageOf(device, key)
      if (message !== undefined) messages.push({ deviceId, key, through, ...message })
    }
    await trace(messages)
    // This is not awaited: a device that does not take its message must not hold up the others.
    for (const { key, topic, payload } of messages) void mqtt.send(key, topic, payload, messageLife)
    return messages.map(({ deviceId }) => deviceId)
  }

  async function pushConfigOf(productId: string): Promise<void> {
    const config = await findConfig(db, productId)
    if (config === undefined) return
    const params = configData(config, deviceUrl)
    const method = methodOf(downTopics.configPush)
    let some: OnlineDevice[] = []
    do {
      some = await listOnlineOf(db, productId, configsAtOnce, some.at(-1))
      const ids = some.map(({ deviceId }) => deviceId)
      const reached = await pushAll(ids, (device) =>
        Promise.resolve(request(ownTopic(downTopics.configPush, device), method, params)),
      )
      await noteConfig(db, reached, config.version, clock.now())
    } while (some.length === configsAtOnce && !isStopping)
  }

  const onErrorMessage = 'Devices could not be sent what was set for them'
  const single = serialQueue({ log, onErrorMessage })
  // A setting of one device must not wait behind a push to a whole fleet.
  const ofProducts = serialQueue({ log, onErrorMessage })

  return {
    onPush: (payload) => {
      const notice = Push.safeParse(payload ?? {})
      if (!notice.success) return
      single.add(async () => {
        await pushAll(notice.data.desired, desiredOf)
        await pushAll(notice.data.desired, documentOf)
        await pushAll(notice.data.log, logSwitchOf)
      })
    },
    onConfig: (payload) => {
      const notice = Config.safeParse(payload ?? {})
      if (!notice.success) return
      ofProducts.add(async () => {
        for (const productId of notice.data.product) await pushConfigOf(productId)
      })
    },
    settled: async () => {
      isStopping = true
      await Promise.all([single.settled(), ofProducts.settled()])
    },
  }
}
