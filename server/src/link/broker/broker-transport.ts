import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { keyOf, namesIn } from '../../device/device-name.ts'
import type { Way, DeviceTransport } from '../session/device-transport.ts'
import { endAtBroker } from '../../device/presence/presence.store.ts'
import { findOnlineAtBroker } from './broker-client.store.ts'

/**
 * Reaches devices through an external broker. Only the broker can end connections, and a transaction that removes
 * sub-devices from a gateway sets them offline itself.
 */
export function brokerTransport({ db, clock }: Readonly<{ db: Db; clock: Clock }>): DeviceTransport {
  const online = async (deviceId: string) => (await findOnlineAtBroker(db, [deviceId]))[0]
  const to = async (deviceId: string): Promise<Way | undefined> => {
    const device = await online(deviceId)
    // Units on a line have no topics of their own.
    const isReachable = device !== undefined && !(device.isModbus && device.nodeType === 'sub-device')
    return isReachable ? { key: keyOf(device), device } : undefined
  }
  return {
    to,
    toItself: to,
    toGone: (key) => {
      const device = namesIn(key)
      return device === null ? undefined : { key, device }
    },
    end: async (deviceId, reason) => {
      const device = await online(deviceId)
      if (device?.nodeType === 'sub-device')
        await transaction(db, (trx) => endAtBroker(trx, [deviceId], reason, clock.now()))
    },
    forget: async () => {},
    endBehind: async () => {},
    recheck: async () => {},
  }
}
