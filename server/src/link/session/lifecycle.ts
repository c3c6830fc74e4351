import { z } from 'zod'
import { methodOf } from '@brigade/contract/link/alink.topics.ts'
import { lifecycleDownTopics, topologyStatus } from '@brigade/contract/link/gateway.topics.ts'
import { topicName, type Topic } from '@brigade/contract/topic.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { serialQueue } from '../../platform/serial-queue.ts'
import type { MqttServer } from '../../platform/mqtt/mqtt-server.ts'
import { listNames, listPlaces } from '../../device/topology/topology.store.ts'
import { namesIn } from '../../device/device-name.ts'
import type { TraceDown } from '../../telemetry/messages/trace-down.ts'
import { messageLife } from '@brigade/contract/link/message-life.ts'
import type { Way, DeviceTransport } from './device-transport.ts'

/** The payload of `notifyConnectors`. */
const DeviceNotice = z.object({
  disabled: z.array(z.string()).default([]),
  enabled: z.array(z.string()).default([]),
  removed: z.array(z.string()).default([]),
  gone: z.array(z.string()).default([]),
  rekeyed: z.array(z.string()).default([]),
  strayed: z.array(z.string()).default([]),
})
/** The payload of `notifyTopology`. */
const TopologyNotice = z.object({
  gateway: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  gone: z.array(z.string()),
  notified: z.enum(['0', '1']),
})

type Options = Readonly<{
  db: Db
  log: Log
  mqtt: Pick<MqttServer, 'send'>
  ways: DeviceTransport
  trace: TraceDown
}>
type LifecyclePayload = (typeof lifecycleDownTopics)['topoChange' | 'disable' | 'enable' | 'delete']
type LifecycleTopic = Topic<LifecyclePayload['payload'], LifecyclePayload['pattern']>

export type Lifecycle = Readonly<{
  onDevices: (payload: unknown) => void
  onTopology: (payload: unknown) => void
  /** Resolves when all notices received until now are processed. */
  settled: () => Promise<void>
}>

/** Notifies devices of changes by people, and ends sessions that are no longer allowed. `startPresenceLoop` finds missed notices. */
export function lifecycle({ db, log, mqtt, ways, trace }: Options): Lifecycle {
  const { send, sendDeleted } = noticeSender({ mqtt, trace })
  const working = serialQueue({ log, onErrorMessage: 'A device was not notified of a change to it' })

  async function disable(ids: readonly string[]) {
    for (const id of ids) {
      const way = await ways.to(id)
      if (way !== undefined) await send(id, way, lifecycleDownTopics.disable)
      await ways.end(id, 'disabled')
    }
  }

  /** A disabled device has no connection. A sub-device is notified over the connection of its gateway. */
  async function enable(ids: readonly string[]) {
    const names = new Map((await listNames(db, ids)).map((device) => [device.id, device]))
    for (const { deviceId, gatewayId, sn } of await listPlaces(db, ids)) {
      const over = await ways.toItself(gatewayId)
      const device = names.get(deviceId)
      if (over !== undefined && device !== undefined && (await ways.to(deviceId)) === undefined)
        await send(deviceId, { key: over.key, device, through: sn }, lifecycleDownTopics.enable)
    }
    for (const id of ids) {
      const way = await ways.to(id)
      if (way !== undefined) await send(id, way, lifecycleDownTopics.enable)
    }
  }

  async function remove(ids: readonly string[]) {
    for (const id of ids) {
      await sendDeleted(await ways.to(id))
      await ways.forget(id)
    }
  }

  async function change({ gateway: gatewayId, added, removed, gone, notified }: z.output<typeof TopologyNotice>) {
    await ways.endBehind(gatewayId, removed)
    const over = await ways.toItself(gatewayId)
    if (over === undefined || notified === '0') return
    const deleted = gone.flatMap((key) => namesIn(key) ?? [])
    for (const [status, ids, more] of [
      [topologyStatus.removed, removed, deleted],
      [topologyStatus.added, added, []],
    ] as const) {
      const names = [...(await listNames(db, ids)), ...more]
      const subList = names.map(({ productKey, deviceName }) => ({ productKey, deviceName }))
      if (subList.length > 0) await send(gatewayId, over, lifecycleDownTopics.topoChange, { status, subList })
    }
  }

  return {
    onDevices: (payload) => {
      const notice = DeviceNotice.safeParse(payload)
      if (!notice.success) return
      const { disabled, enabled, removed, gone, rekeyed, strayed } = notice.data
      working.add(async () => {
        await disable(disabled)
        await enable(enabled)
        await remove(removed)
        for (const key of gone) await sendDeleted(ways.toGone(key))
        for (const id of rekeyed) await ways.end(id, 'rekeyed')
        for (const id of strayed) await ways.end(id, 'kicked')
      })
    },
    onTopology: (payload) => {
      const notice = TopologyNotice.safeParse(payload)
      if (notice.success) working.add(() => change(notice.data))
      // Notices were missed, so all sessions are checked.
      else if (payload === undefined) working.add(ways.recheck)
    },
    settled: working.settled,
  }
}

/** Sends lifecycle messages, each with the next message id. */
function noticeSender({ mqtt, trace }: Pick<Options, 'mqtt' | 'trace'>) {
  let lastId = 0
  const payloadOf = (topic: LifecycleTopic, params: z.core.util.JSONType) =>
    JSON.stringify({ id: String((lastId += 1)), version: '1.0', params, method: methodOf(topic) })
  return {
    /** Resolves when the message is sent, or cannot be sent. */
    send: async (
      deviceId: string,
      { key, device: { productKey, deviceName }, through }: Way,
      of: LifecycleTopic,
      params: z.core.util.JSONType = {},
    ) => {
      const topic = topicName(of, { productKey, deviceName })
      const payload = payloadOf(of, params)
      await trace([{ deviceId, topic, payload, through }])
      await mqtt.send(key, topic, payload, messageLife)
    },
    /** A deleted device has no row any more, so that nothing is traced. */
    sendDeleted: async (way: Way | undefined) => {
      if (way === undefined) return
      const { productKey, deviceName } = way.device
      const of = lifecycleDownTopics.delete
      await mqtt.send(way.key, topicName(of, { productKey, deviceName }), payloadOf(of, {}), messageLife)
    },
  }
}
