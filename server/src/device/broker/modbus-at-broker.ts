import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import type { Log } from '../../platform/log.ts'
import { batchQueue } from '../../platform/mqtt/batch-queue.ts'
import type { ExternalGateway } from '../../platform/mqtt/external/external-gateway.ts'
import type { Connected } from '../../platform/mqtt/gateway-hooks.ts'
import { keyOf } from '../connect/linked-devices.ts'
import type { TraceDown } from '../connect/trace-down.ts'
import { startModbus } from '../modbus/modbus-link.ts'
import type { ModbusLink } from '../modbus/modbus-link.ts'
import { listModemIds } from '../modbus/modbus.store.ts'
import type { Rhythm } from '../modbus/poll-units.ts'
import type { Presence } from '../presence.store.ts'
import { findOnlineAtBroker } from './broker-client.store.ts'
import { recordUnits } from './broker-presence.ts'

type Options = Readonly<{
  db: Db
  clock: Clock
  log: Log
  gateway: Pick<ExternalGateway, 'send' | 'hearsNotices'>
  trace: TraceDown
  rhythm?: Partial<Rhythm> | undefined
}>

const lookEveryMs = 1000

/**
 * Modbus units behind modems that are connected to a broker elsewhere. A line takes one question at a time, so that one
 * process asks: the one that hears notices, to which the broker brings what modems pass up. Whoever takes that over goes on.
 */
export function modbusAtBroker({ db, clock, log, gateway, trace, rhythm }: Options): ModbusLink {
  const presence = batchQueue<Presence>({ onBatch: (changes) => recordUnits(db, changes), log })
  const modbus = startModbus({
    db,
    clock,
    log,
    gateway: {
      send: async (key, topic, payload) => {
        await gateway.send(key, topic, payload)
        // A modem that has not subscribed yet is silent, and the line goes on: its end is told by the broker.
        return true
      },
    },
    note: (change) => presence.add(change, 200, () => {}),
    trace,
    rhythm,
    isShared: true,
  })
  /** By device, with the instant since when it is online: one that came again has another. */
  let modems = new Map<string, Readonly<{ since: string | null; connection: Connected }>>()

  async function look() {
    const found = gateway.hearsNotices() ? await findOnlineAtBroker(db, await listModemIds(db)) : []
    // Else another has them by now.
    const there = gateway.hearsNotices() ? found.filter(({ isEnabled }) => isEnabled) : []
    const before = modems
    modems = new Map()
    for (const { id, productId, productKey, deviceName, nodeType, since } of there) {
      const device = { id, productId, productKey, deviceName, nodeType }
      const known = before.get(device.id)
      before.delete(device.id)
      if (known?.since === since) {
        modems.set(device.id, known)
        continue
      }
      if (known !== undefined) modbus.disconnected(known.connection)
      const connection = { key: keyOf(device), address: '', protocol: 'MQTT' }
      modems.set(device.id, { since, connection })
      modbus.connected(connection, device)
    }
    for (const { connection } of before.values()) modbus.disconnected(connection)
    // Of a modem that came again before it was seen to be gone.
    const units = modbus.online()
    const ids = units.map(({ deviceId }) => deviceId)
    const online = new Set((await findOnlineAtBroker(db, ids)).map(({ id }) => id))
    for (const { deviceId, connection } of units) if (!online.has(deviceId)) modbus.sayOnline(connection)
  }
  const looking = keepDoing(look, {
    pauseMs: lookEveryMs,
    log,
    trouble: 'Modems at the broker could not be looked for',
  })

  return {
    ...modbus,
    stop: async () => {
      await looking.stop()
      await modbus.stop()
      await presence.drained()
      await presence.stop()
    },
  }
}
