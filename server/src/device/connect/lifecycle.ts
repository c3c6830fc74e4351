import { z } from 'zod'
import { lifecycleDownTopics, topologyStatus } from '@brigade/contract/device/gateway/gateway.topics.ts'
import { methodOf } from '@brigade/contract/device/device.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Topic } from '@brigade/contract/topic.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { EndReason, Gateway } from '../../platform/mqtt/gateway.ts'
import { listNames, listPlaces } from '../gateway/gateway.store.ts'
import type { SubSessions } from '../gateway/sub-sessions.ts'
import { namesIn } from './linked-devices.ts'
import type { LinkedDevices } from './linked-devices.ts'
import type { TraceDown } from './trace-down.ts'

/** As `tellGateways` says it. */
const DeviceNotice = z.object({
  disabled: z.array(z.string()).default([]),
  enabled: z.array(z.string()).default([]),
  removed: z.array(z.string()).default([]),
  rekeyed: z.array(z.string()).default([]),
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
  gateway: Pick<Gateway, 'send' | 'kick'>
  devices: LinkedDevices
  sessions: SubSessions
  trace: TraceDown
}>
type Named = Readonly<{ productKey: string; deviceName: string }>
/** How something is said to a device: over its own connection or its gateway's. */
type Way = Readonly<{ key: string; device: Named; through?: string }>
type Told = (typeof lifecycleDownTopics)['topoChange' | 'disable' | 'enable' | 'delete']

export type Lifecycle = Readonly<{
  onDevices: (payload: unknown) => void
  onTopology: (payload: unknown) => void
  /** Resolves once all that was heard until now is done. */
  settled: () => Promise<void>
}>

/** Tells devices what was done to them, and ends what they may no longer do. What was missed is found by `keepPresence`. */
export function lifecycle({ db, log, gateway, devices, sessions, trace }: Options): Lifecycle {
  let lastId = 0
  let working = Promise.resolve()

  function wayTo(deviceId: string): Way | undefined {
    const session = sessions.ofDevice(deviceId)
    return session === undefined
      ? devices.ofDevice(deviceId)
      : { key: session.connection.key, device: session.device, through: session.gateway.deviceName }
  }

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
    await gateway.send(key, topic, payload)
  }

  async function end(deviceId: string, reason: EndReason & ('kicked' | 'replaced')) {
    const session = sessions.ofDevice(deviceId)
    const own = devices.ofDevice(deviceId)
    if (session !== undefined) sessions.end(session.key, reason)
    if (own !== undefined) gateway.kick(own.key, reason)
  }

  async function disable(ids: readonly string[]) {
    for (const id of ids) {
      const way = wayTo(id)
      if (way !== undefined) await tell(id, way, lifecycleDownTopics.disable)
      await end(id, 'kicked')
    }
  }

  /** One that was cut off hears nothing; a sub-device's gateway is there to hear it. */
  async function enable(ids: readonly string[]) {
    const names = new Map((await listNames(db, ids)).map((device) => [device.id, device]))
    for (const { deviceId, gatewayId, sn } of await listPlaces(db, ids)) {
      const over = devices.ofDevice(gatewayId)
      const device = names.get(deviceId)
      if (over !== undefined && device !== undefined && wayTo(deviceId) === undefined)
        await tell(deviceId, { key: over.key, device, through: sn }, lifecycleDownTopics.enable)
    }
    for (const id of ids) {
      const way = wayTo(id)
      if (way !== undefined) await tell(id, way, lifecycleDownTopics.enable)
    }
  }

  /** Nothing can be written of it any more: its row is gone. */
  async function remove(ids: readonly string[]) {
    for (const id of ids) {
      const session = sessions.ofDevice(id)
      const own = devices.ofDevice(id)
      const way = wayTo(id)
      if (way !== undefined) {
        const { productKey, deviceName } = way.device
        const of = lifecycleDownTopics.delete
        const payload = JSON.stringify({ id: String((lastId += 1)), version: '1.0', params: {}, method: methodOf(of) })
        await gateway.send(way.key, topicName(of, { productKey, deviceName }), payload)
      }
      devices.forget(id)
      if (session !== undefined) sessions.forget(session.key)
      if (own !== undefined) gateway.kick(own.key, 'kicked')
    }
  }

  async function change({ gateway: gatewayId, added, removed, gone, told }: z.output<typeof TopologyNotice>) {
    for (const id of removed)
      if (sessions.ofDevice(id)?.gateway.id === gatewayId) sessions.end(sessions.ofDevice(id)?.key ?? '', 'removed')
    const over = devices.ofDevice(gatewayId)
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

  /** Ends the sessions of what is no longer behind the gateway that logged it in. */
  async function recheck() {
    const ids = sessions.online().map(({ deviceId }) => deviceId)
    const places = new Map((await listPlaces(db, ids)).map(({ deviceId, gatewayId }) => [deviceId, gatewayId]))
    for (const id of ids) {
      const session = sessions.ofDevice(id)
      if (session !== undefined && places.get(id) !== session.gateway.id) sessions.end(session.key, 'removed')
    }
  }

  /** One after the other, as they were said. */
  function then(work: () => Promise<void>) {
    working = working.then(work).catch((error: unknown) => {
      log.warn({ err: error }, 'A device was not told what was done to it')
    })
  }

  return {
    onDevices: (payload) => {
      const notice = DeviceNotice.safeParse(payload)
      if (!notice.success) return
      const { disabled, enabled, removed, rekeyed } = notice.data
      then(async () => {
        await disable(disabled)
        await enable(enabled)
        await remove(removed)
        for (const id of rekeyed) await end(id, 'kicked')
      })
    },
    onTopology: (payload) => {
      const notice = TopologyNotice.safeParse(payload)
      if (notice.success) then(() => change(notice.data))
      // Notices were missed.
      else if (payload === undefined) then(recheck)
    },
    settled: () => working,
  }
}
