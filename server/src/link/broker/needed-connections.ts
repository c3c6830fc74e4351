import type { Db } from '../../platform/db/database.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import type { Log } from '../../platform/log.ts'
import type { ExternalBroker } from '../../platform/mqtt/external/external-broker.ts'
import type { Connected } from '../../platform/mqtt/mqtt-hooks.ts'
import { keyOf } from '../../device/device-name.ts'
import type { LinkPlugin } from '../transport.ts'
import { findOnlineAtBroker } from './broker-client.store.ts'

type Options = Readonly<{
  db: Db
  log: Log
  mqtt: Pick<ExternalBroker, 'receivesNotices'>
  plugins: LinkPlugin
}>

const lookEveryMs = 1000

/**
 * Passes to plug-ins the broker connections that they need. A serial line takes one request at a time, so only one
 * process polls: the one that receives notices, to which the broker delivers the modems' messages. Another process that
 * takes over continues.
 */
export function startNeededConnections({ db, log, mqtt, plugins }: Options): Repetition {
  /** The time since when each device is online: after a reconnect it differs. */
  let known = new Map<string, Readonly<{ since: string | null; connection: Connected }>>()

  async function look() {
    const found = mqtt.receivesNotices() ? await findOnlineAtBroker(db, await plugins.listNeeded()) : []
    // Another process may hold them by now.
    const there = mqtt.receivesNotices() ? found.filter(({ isEnabled }) => isEnabled) : []
    const before = known
    known = new Map()
    for (const { id, productId, productKey, deviceName, nodeType, since } of there) {
      const device = { id, productId, productKey, deviceName, nodeType }
      const last = before.get(device.id)
      before.delete(device.id)
      if (last?.since === since) {
        known.set(device.id, last)
        continue
      }
      if (last !== undefined) plugins.disconnected(last.connection)
      const connection = { key: keyOf(device), address: '', protocol: 'MQTT' }
      known.set(device.id, { since, connection })
      plugins.connected(connection, device)
    }
    for (const { connection } of before.values()) plugins.disconnected(connection)
    // A device may have reconnected before its disconnect was noticed.
    const units = plugins.online()
    const ids = units.map(({ deviceId }) => deviceId)
    const online = new Set((await findOnlineAtBroker(db, ids)).map(({ id }) => id))
    for (const { deviceId, connection } of units) if (!online.has(deviceId)) plugins.reportOnline(connection)
  }
  return repeat(look, { pauseMs: lookEveryMs, log, onErrorMessage: 'Modems at the broker could not be looked for' })
}
