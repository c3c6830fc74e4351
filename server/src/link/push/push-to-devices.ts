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
import type { Told, TraceDown } from '../../telemetry/messages/trace-down.ts'
import { findDesired } from '../../telemetry/shadow/desired.store.ts'
import { isLogAsked } from '../../device/record/log-switch.store.ts'
import type { OnlineDevice } from './online-device.store.ts'
import { listOnlineOf } from './online-device.store.ts'
import { noteConfig } from '../alink/config-push.store.ts'
import { logSwitch } from '../alink/read-questions.ts'
import { shadowControl } from '../alink/shadow-document.ts'
import { lockDocument } from '../../telemetry/shadow/shadow-document.store.ts'
import { firstToldId } from '../../device/push-channel.ts'
import { ownTopic } from '../alink/device-message.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'

export type TellDevices = Readonly<{
  /** For NOTIFY `tell`. What was missed while nobody listened, devices ask for when they connect. */
  onTell: (payload: unknown) => void
  /** For NOTIFY `config`. */
  onConfig: (payload: unknown) => void
  settled: () => Promise<void>
}>

type Options = Readonly<{
  db: Db
  clock: Clock
  log: Log
  mqtt: Pick<MqttServer, 'send' | 'isSubscribed'>
  reachable: FindReachable
  trace: TraceDown
}>

/** So many devices are told of a configuration at a time. */
const configsAtOnce = 500

const Ids = z.array(z.string()).default([])
const Tell = z.object({ desired: Ids, log: Ids })
const Config = z.object({ product: Ids })

type Message = Readonly<{ topic: string; payload: string }>

/** Tells devices that are connected here what a person has just set for them. */
export function tellDevices({ db, clock, log, mqtt, reachable, trace }: Options): TellDevices {
  let isStopping = false
  let lastId = firstToldId

  const request = (topic: string, method: string, params: unknown): Message => {
    lastId = lastId >= 4_294_967_295 ? firstToldId : lastId + 1
    return { topic, payload: JSON.stringify({ id: String(lastId), version: '1.0', params, method }) }
  }

  async function desiredOf(device: LinkedDevice): Promise<Message | undefined> {
    const { desired } = await findDesired(db, device.id)
    const params = Object.fromEntries(Object.entries(desired).map(([identifier, { v }]) => [identifier, v]))
    if (Object.keys(params).length === 0) return undefined
    return request(ownTopic(downTopics.propertySet, device), 'thing.service.property.set', params)
  }

  /** Devices that listen to their shadow document know of no property set. */
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

  /** Answers those that it was written to. */
  async function tellAll(
    ids: readonly string[],
    messageOf: (device: LinkedDevice, key: string) => Promise<Message | undefined>,
  ): Promise<string[]> {
    if (ids.length === 0) return []
    const messages: (Told & Readonly<{ key: string }>)[] = []
    for (const [deviceId, { key, device, through }] of await reachable(new Set(ids))) {
      const message = await messageOf(device, key)
      if (message !== undefined) messages.push({ deviceId, key, through, ...message })
    }
    await trace(messages)
    // Not waited for: one that does not take what it is sent must not hold up the others.
    for (const { key, topic, payload } of messages) void mqtt.send(key, topic, payload)
    return messages.map(({ deviceId }) => deviceId)
  }

  async function tellConfig(productId: string): Promise<void> {
    const config = await findConfig(db, productId)
    if (config === undefined) return
    const params = configData(config)
    const method = methodOf(downTopics.configPush)
    let some: OnlineDevice[] = []
    do {
      some = await listOnlineOf(db, productId, configsAtOnce, some.at(-1))
      const ids = some.map(({ deviceId }) => deviceId)
      const told = await tellAll(ids, (device) =>
        Promise.resolve(request(ownTopic(downTopics.configPush, device), method, params)),
      )
      await noteConfig(db, told, config.version, clock.now())
    } while (some.length === configsAtOnce && !isStopping)
  }

  const onErrorMessage = 'Devices could not be told what was set for them'
  const single = serialQueue({ log, onErrorMessage })
  // What a person sets for one device does not wait behind what goes to a whole fleet.
  const ofProducts = serialQueue({ log, onErrorMessage })

  return {
    onTell: (payload) => {
      const said = Tell.safeParse(payload ?? {})
      if (!said.success) return
      single.add(async () => {
        await tellAll(said.data.desired, desiredOf)
        await tellAll(said.data.desired, documentOf)
        await tellAll(said.data.log, logSwitchOf)
      })
    },
    onConfig: (payload) => {
      const said = Config.safeParse(payload ?? {})
      if (!said.success) return
      ofProducts.add(async () => {
        for (const productId of said.data.product) await tellConfig(productId)
      })
    },
    settled: async () => {
      isStopping = true
      await Promise.all([single.settled(), ofProducts.settled()])
    },
  }
}
