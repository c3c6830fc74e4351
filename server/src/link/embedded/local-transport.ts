import type { Db } from '../../platform/db/database.ts'
import type { MqttServer } from '../../platform/mqtt/mqtt-server.ts'
import { listPlaces } from '../../device/topology/topology.store.ts'
import type { SubSessions } from '../session/sub-sessions.ts'
import type { LinkedDevices } from '../session/linked-devices.ts'
import type { DeviceTransport } from '../session/device-transport.ts'

/** Reaches devices over connections of this process. */
export function localTransport({
  db,
  mqtt,
  devices,
  sessions,
}: Readonly<{
  db: Db
  mqtt: Pick<MqttServer, 'kick'>
  devices: LinkedDevices
  sessions: SubSessions
}>): DeviceTransport {
  return {
    to: async (deviceId) => {
      const session = sessions.ofDevice(deviceId)
      return session === undefined
        ? devices.ofDevice(deviceId)
        : { key: session.connection.key, device: session.device, through: session.gateway.deviceName }
    },
    toItself: async (deviceId) => devices.ofDevice(deviceId),
    // All connections are in this process, so no lookup elsewhere is needed.
    toGone: () => undefined,
    end: async (deviceId, reason) => {
      const session = sessions.ofDevice(deviceId)
      const own = devices.ofDevice(deviceId)
      if (session !== undefined) sessions.end(session.key, reason)
      if (own !== undefined) mqtt.kick(own.key, reason)
    },
    forget: async (deviceId) => {
      const session = sessions.ofDevice(deviceId)
      const own = devices.ofDevice(deviceId)
      devices.forget(deviceId)
      if (session !== undefined) sessions.forget(session.key)
      if (own !== undefined) mqtt.kick(own.key, 'kicked')
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
