import { z } from 'zod'
import { methodOf } from '@brigade/contract/link/alink.topics.ts'
import { lifecycleDownTopics, topologyStatus } from '@brigade/contract/link/gateway.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Topic } from '@brigade/contract/topic.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { serialQueue } from '../../platform/serial-queue.ts'
import type { MqttServer } from '../../platform/mqtt/mqtt-server.ts'
import { listNames, listPlaces } from '../../device/topology/topology.store.ts'
import { namesIn } from '../../device/device-name.ts'
import type { TraceDown } from '../../telemetry/messages/trace-down.ts'
import type { Way, DeviceTransport } from './device-transport.ts'

/** As `notifyConnectors` says it. */
const DeviceNotice = z.object({
  disabled: z.array(z.string()).default([]),
  enabled: z.array(z.string()).default([]),
  removed: z.array(z.string()).default([]),
  gone: z.array(z.string()).default([]),
  rekeyed: z.array(z.string()).default([]),
  strayed: z.array(z.string()).default([]),
})
/** As `tellTopology` says it. */
const TopologyNotice = z.object({
  gateway: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  gone: z.array(z.string()),
  told: z.enum(['0', '1']),
})

type Options = Readonly<{
  db: Db
  log: Log
  mqtt: Pick<MqttServer, 'send'>
  ways: DeviceTransport
  trace: TraceDown
}>
type Told = (typeof lifecycleDownTopics)['topoChange' | 'disable' | 'enable' | 'delete']

export type Lifecycle = Readonly<{
  onDevices: (payload: unknown) => void
  onTopology: (payload: unknown) => void
  /** Resolves once all that was heard until now is done. */
  settled: () => Promise<void>
}>

/** Tells devices what was done to them, and ends what they may no longer do. What was missed is found by `keepPresence`. */
export function lifecycle({ db, log, mqtt, ways, trace }: Options): Lifecycle {
  let lastId = 0
  const working = serialQueue({ log, onErrorMessage: 'A device was not told what was done to it' })

  /** Resolves when it has gone out, or cannot. */
  async function tell(
    deviceId: string,
    { key, device, through }: Way,
    of: Topic<Told['payload'], Told['pattern']>,
    params: z.core.util.JSONType = {},
  ) {
    const { productKey, deviceName } = device
    const topic = topicName(of, { productKey, deviceName })
    const payload = JSON.stringify({ id: String((lastId += 1)), version: '1.0', params, method: methodOf(of) })
    await trace([{ deviceId, topic, payload, through }])
    await mqtt.send(key, topic, payload)
  }

  async function disable(ids: readonly string[]) {
    for (const id of ids) {
      const way = await ways.to(id)
      if (way !== undefined) await tell(id, way, lifecycleDownTopics.disable)
      await ways.end(id, 'kicked')
    }
  }

  /** One that was cut off hears nothing; a sub-device's gateway is there to hear it. */
  async function enable(ids: readonly string[]) {
    const names = new Map((await listNames(db, ids)).map((device) => [device.id, device]))
    for (const { deviceId, gatewayId, sn } of await listPlaces(db, ids)) {
      const over = await ways.toItself(gatewayId)
      const device = names.get(deviceId)
      if (over !== undefined && device !== undefined && (await ways.to(deviceId)) === undefined)
        await tell(deviceId, { key: over.key, device, through: sn }, lifecycleDownTopics.enable)
    }
    for (const id of ids) {
      const way = await ways.to(id)
      if (way !== undefined) await tell(id, way, lifecycleDownTopics.enable)
    }
  }

  /** Nothing can be written of it any more: its row is gone. */
  async function sayDeleted(way: Way | undefined) {
    if (way === undefined) return
    const { productKey, deviceName } = way.device
    const of = lifecycleDownTopics.delete
    const payload = JSON.stringify({ id: String((lastId += 1)), version: '1.0', params: {}, method: methodOf(of) })
    await mqtt.send(way.key, topicName(of, { productKey, deviceName }), payload)
  }
  async function remove(ids: readonly string[]) {
    for (const id of ids) {
      await sayDeleted(await ways.to(id))
      await ways.forget(id)
    }
  }

  async function change({ gateway: gatewayId, added, removed, gone, told }: z.output<typeof TopologyNotice>) {
    await ways.endBehind(gatewayId, removed)
    const over = await ways.toItself(gatewayId)
    if (over === undefined || told === '0') return
    const deleted = gone.flatMap((key) => namesIn(key) ?? [])
    for (const [status, ids, more] of [
      [topologyStatus.removed, removed, deleted],
      [topologyStatus.added, added, []],
    ] as const) {
      const names = [...(await listNames(db, ids)), ...more]
      const subList = names.map(({ productKey, deviceName }) => ({ productKey, deviceName }))
      if (subList.length > 0) await tell(gatewayId, over, lifecycleDownTopics.topoChange, { status, subList })
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
        for (const key of gone) await sayDeleted(ways.toGone(key))
        for (const id of [...rekeyed, ...strayed]) await ways.end(id, 'kicked')
      })
    },
    onTopology: (payload) => {
      const notice = TopologyNotice.safeParse(payload)
      if (notice.success) working.add(() => change(notice.data))
      // Notices were missed.
      else if (payload === undefined) working.add(ways.recheck)
    },
    settled: working.settled,
  }
}
