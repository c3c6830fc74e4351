import type { Db } from '../../platform/db/database.ts'
import type { Gateway } from '../../platform/mqtt/gateway.ts'
import type { EndReason } from '../../platform/mqtt/gateway-hooks.ts'
import { listPlaces } from '../gateway/gateway.store.ts'
import type { SubSessions } from '../gateway/sub-sessions.ts'
import type { LinkedDevices } from './linked-devices.ts'

type Named = Readonly<{ productKey: string; deviceName: string }>
/** How something is said to a device: over its own connection or its gateway's. */
export type Way = Readonly<{ key: string; device: Named; through?: string }>

/** How devices are reached, and how what they may no longer do is ended. */
export type Ways = Readonly<{
  /** Undefined where it is not there. */
  to: (deviceId: string) => Promise<Way | undefined>
  /** Over its own connection only. */
  toItself: (deviceId: string) => Promise<Way | undefined>
  /** One whose row is gone, by its key, where it may still be there. */
  toGone: (key: string) => Way | undefined
  end: (deviceId: string, reason: EndReason & ('kicked' | 'replaced')) => Promise<void>
  /** Its row is gone: nothing can be written of it any more. */
  forget: (deviceId: string) => Promise<void>
  /** Ends what these were over this gateway. */
  endBehind: (gatewayId: string, deviceIds: readonly string[]) => Promise<void>
  /** Notices were missed: ends what is no longer behind the gateway that logged it in. */
  recheck: () => Promise<void>
}>

/** Over connections of this process. */
export function waysHere({
  db,
  gateway,
  devices,
  sessions,
}: Readonly<{
  db: Db
  gateway: Pick<Gateway, 'kick'>
  devices: LinkedDevices
  sessions: SubSessions
}>): Ways {
  return {
    to: async (deviceId) => {
      const session = sessions.ofDevice(deviceId)
      return session === undefined
        ? devices.ofDevice(deviceId)
        : { key: session.connection.key, device: session.device, through: session.gateway.deviceName }
    },
    toItself: async (deviceId) => devices.ofDevice(deviceId),
    // What is connected here is known here.
    toGone: () => undefined,
    end: async (deviceId, reason) => {
      const session = sessions.ofDevice(deviceId)
      const own = devices.ofDevice(deviceId)
      if (session !== undefined) sessions.end(session.key, reason)
      if (own !== undefined) gateway.kick(own.key, reason)
    },
    forget: async (deviceId) => {
      const session = sessions.ofDevice(deviceId)
      const own = devices.ofDevice(deviceId)
      devices.forget(deviceId)
      if (session !== undefined) sessions.forget(session.key)
      if (own !== undefined) gateway.kick(own.key, 'kicked')
    },
    endBehind: async (gatewayId, deviceIds) => {
      for (const id of deviceIds) {
        const session = sessions.ofDevice(id)
        if (session?.gateway.id === gatewayId) sessions.end(session.key, 'removed')
      }
    },
    recheck: async () => {
      const ids = sessions.online().map(({ deviceId }) => deviceId)
      const places = new Map((await listPlaces(db, ids)).map(({ deviceId, gatewayId }) => [deviceId, gatewayId]))
      for (const id of ids) {
        const session = sessions.ofDevice(id)
        if (session !== undefined && places.get(id) !== session.gateway.id) sessions.end(session.key, 'removed')
      }
    },
  }
}
