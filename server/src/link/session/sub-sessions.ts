import type { Connected } from '../../platform/mqtt/mqtt-hooks.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'
import type { Presence } from '../../device/presence/presence.store.ts'

/** A sub-device that is logged in over its gateway's connection. */
export type SubSession = Readonly<{ key: string; device: LinkedDevice; gateway: LinkedDevice; connection: Connected }>

type Reason = Presence['reason']
type Held = Readonly<{ deviceId: string; connection: Connected }>

export type SubSessions = Readonly<{
  begin: (session: SubSession) => void
  /** False if it has none. */
  end: (key: string, reason: Reason) => boolean
  /** The device is deleted: nothing more is recorded about it. */
  forget: (key: string) => void
  of: (key: string) => SubSession | undefined
  ofDevice: (deviceId: string) => SubSession | undefined
  count: (connection: Connected) => number
  /** Ends all sessions over a gateway's connection, which has ended. */
  endOver: (connection: Connected, reason: Reason) => void
  /** Placeholders for the connections that sub-devices do not have. */
  online: () => readonly Held[]
  /** Records again that a sub-device is online; false if the connection is not a placeholder. */
  reportOnline: (connection: Connected) => boolean
  /** Ends the session of a placeholder connection; false if it is none. */
  cut: (connection: Connected, reason: Reason) => boolean
}>

/** No client can have this key: the keys of connections contain an ampersand. */
const standIn = 'session '

/** The sub-devices that are logged in over connections of this process, and their entries in the online log. */
export function subSessions({ note, now }: { note: (change: Presence) => void; now: () => number }): SubSessions {
  const byKey = new Map<string, SubSession>()
  const byDevice = new Map<string, SubSession>()
  const byConnection = new Map<Connected, Set<string>>()

  function report({ device, connection }: SubSession, online: boolean, reason: Reason) {
    const { address, protocol } = connection
    note({ deviceId: device.id, online, reason, address, protocol, atMs: now() })
  }

  function taken(key: string): SubSession | undefined {
    const session = byKey.get(key)
    if (session === undefined) return undefined
    byKey.delete(key)
    if (byDevice.get(session.device.id) === session) byDevice.delete(session.device.id)
    const beside = byConnection.get(session.connection)
    beside?.delete(key)
    if (beside?.size === 0) byConnection.delete(session.connection)
    return session
  }
  function end(key: string, reason: Reason): boolean {
    const session = taken(key)
    if (session !== undefined) report(session, false, reason)
    return session !== undefined
  }

  function standsFor({ key }: Connected): SubSession | undefined {
    return key.startsWith(standIn) ? byDevice.get(key.slice(standIn.length)) : undefined
  }

  return {
    begin: (session) => {
      const before = byKey.get(session.key)
      // A gateway that is unsure logs in again.
      if (before?.connection === session.connection && before.device.id === session.device.id) return
      if (before !== undefined) end(session.key, 'replaced')
      byKey.set(session.key, session)
      byDevice.set(session.device.id, session)
      const beside = byConnection.get(session.connection) ?? new Set()
      byConnection.set(session.connection, beside.add(session.key))
      report(session, true, 'sub_login')
    },
    end,
    forget: (key) => void taken(key),
    of: (key) => byKey.get(key),
    ofDevice: (deviceId) => byDevice.get(deviceId),
    count: (connection) => byConnection.get(connection)?.size ?? 0,
    endOver: (connection, reason) => {
      for (const key of byConnection.get(connection) ?? []) end(key, reason)
    },
    online: () =>
      [...byDevice].map(([deviceId, { connection }]) => ({
        deviceId,
        connection: { ...connection, key: standIn + deviceId },
      })),
    reportOnline: (connection) => {
      const session = standsFor(connection)
      if (session !== undefined) report(session, true, 'sub_login')
      return connection.key.startsWith(standIn)
    },
    cut: (connection, reason) => {
      const session = standsFor(connection)
      if (session !== undefined) end(session.key, reason)
      return connection.key.startsWith(standIn)
    },
  }
}
