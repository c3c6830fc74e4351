import { minuteMs } from '@brigade/contract/time.ts'
import type { Connected } from '../../platform/mqtt/mqtt-hooks.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'
import { namesIn } from '../../device/device-name.ts'

export type LinkedDevices = Readonly<{
  /** The device is authenticated, and about to be connected. */
  admit: (key: string, device: LinkedDevice) => void
  connected: (connection: Connected) => LinkedDevice | undefined
  /** Returns the device of the connection. */
  disconnected: (connection: Connected) => LinkedDevice | undefined
  /** A device that is connected, or sent recently; without a lookup. */
  known: (key: string) => LinkedDevice | undefined
  /** The present connection. */
  connectionOf: (key: string) => Connected | undefined
  /** Looks the device up if it is unknown: the first sign of a key may be a message. */
  find: (key: string) => Promise<LinkedDevice | undefined>
  ofDevice: (deviceId: string) => Readonly<{ key: string; device: LinkedDevice }> | undefined
  /** The device is deleted: nothing more is recorded about it, not even the end of its connection. */
  forget: (deviceId: string) => void
}>

/** Lifetime and number of cached lookups. */
const latelyMs = minuteMs

const maxRecentDevices = 20_000

type Lately = Readonly<{ device: LinkedDevice | undefined; untilMs: number }>

/** Maps the keys of connections to devices. A device that is not connected is dropped after a minute. */
export function linkedDevices(
  lookUp: (names: { productKey: string; deviceName: string }) => Promise<LinkedDevice | undefined>,
): LinkedDevices {
  const live = new Map<string, Readonly<{ device: LinkedDevice; connection: Connected }>>()
  const ofConnection = new WeakMap<Connected, LinkedDevice>()
  const byDevice = new Map<string, string>()
  const lately = new Map<string, Lately>()
  const finding = new Map<string, Promise<LinkedDevice | undefined>>()

  function remember(key: string, device: LinkedDevice | undefined) {
    // The map's order is by age, the oldest first.
    lately.delete(key)
    lately.set(key, { device, untilMs: performance.now() + latelyMs })
    for (const [oldest, { untilMs }] of lately) {
      if (lately.size <= maxRecentDevices && untilMs > performance.now()) break
      lately.delete(oldest)
    }
  }
  const recentlySeen = (key: string): Lately | undefined => {
    const found = lately.get(key)
    return found === undefined || found.untilMs < performance.now() ? undefined : found
  }

  async function lookedUp(key: string): Promise<LinkedDevice | undefined> {
    const names = namesIn(key)
    try {
      const device = names === null ? undefined : await lookUp(names)
      remember(key, device)
      return device
    } finally {
      finding.delete(key)
    }
  }

  return {
    admit: remember,
    connected: (connection) => {
      const { key } = connection
      const device = lately.get(key)?.device
      if (device === undefined) return undefined
      lately.delete(key)
      live.set(key, { device, connection })
      byDevice.set(device.id, key)
      ofConnection.set(connection, device)
      return device
    },
    disconnected: (connection) => {
      const { key } = connection
      const device = ofConnection.get(connection)
      // The next connection may exist already.
      if (device === undefined || live.get(key)?.connection !== connection) return device
      live.delete(key)
      if (byDevice.get(device.id) === key) byDevice.delete(device.id)
      remember(key, device)
      return device
    },
    known: (key) => live.get(key)?.device ?? recentlySeen(key)?.device,
    connectionOf: (key) => live.get(key)?.connection,
    find: async (key) => {
      const found = live.get(key) ?? recentlySeen(key)
      if (found !== undefined) return found.device
      const looking = finding.get(key) ?? lookedUp(key)
      finding.set(key, looking)
      return looking
    },
    ofDevice: (deviceId) => {
      const key = byDevice.get(deviceId)
      const found = key === undefined ? undefined : live.get(key)
      return key === undefined || found === undefined ? undefined : { key, device: found.device }
    },
    forget: (deviceId) => {
      const key = byDevice.get(deviceId)
      for (const [other, { device }] of lately) if (device?.id === deviceId) lately.delete(other)
      const connection = key === undefined ? undefined : live.get(key)?.connection
      if (key === undefined || connection === undefined) return
      live.delete(key)
      byDevice.delete(deviceId)
      ofConnection.delete(connection)
    },
  }
}
