import type { NamedDevice } from '@brigade/contract/link/gateway.topics.ts'
import type { Db } from '../../platform/db/database.ts'
import { keyOf } from '../../device/device-name.ts'
import type { FindSessions } from '../sub-device/sessions-over.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'
import { brokerConnectorId, endAtBroker, recordPresence } from '../../device/presence/presence.store.ts'
import { listOpenBehind } from './broker-client.store.ts'

/**
 * Sub-devices that are logged in over a gateway at an external broker: those behind it that are online there. Any
 * process may handle any of the gateway's messages, so this state is only in the database.
 */
export const sessionsAtBroker: FindSessions = (gateway) => {
  async function open(db: Db, devices: readonly NamedDevice[]): Promise<ReadonlyMap<string, LinkedDevice>> {
    const all = await listOpenBehind(db, [gateway.id], devices)
    return new Map(all.map((device) => [keyOf(device), device]))
  }
  return {
    open,
    count: async (trx) => (await listOpenBehind(trx, [gateway.id])).length,
    begin: async (trx, devices, atMs) => {
      const before = await open(trx, devices)
      const come = devices.filter((device) => !before.has(keyOf(device)))
      const came = { online: true, reason: 'sub_login', address: '', protocol: 'MQTT', atMs } as const
      if (come.length > 0)
        await recordPresence(
          trx,
          brokerConnectorId,
          come.map(({ id }) => ({ deviceId: id, ...came })),
        )
      return undefined
    },
    end: async (trx, devices, reason, atMs) => {
      const ids = [...(await open(trx, devices)).values()].map(({ id }) => id)
      await endAtBroker(trx, ids, reason, atMs)
      return undefined
    },
  }
}
