import type { EndReason } from '../../platform/mqtt/mqtt-hooks.ts'

type Named = Readonly<{ productKey: string; deviceName: string }>

/** The path of a message to a device: its own connection or its gateway's. */
export type Way = Readonly<{ key: string; device: Named; through?: string }>

/** Reaches devices, and ends connections and sessions that are no longer allowed. */
export type DeviceTransport = Readonly<{
  /** Undefined if the device is not connected. */
  to: (deviceId: string) => Promise<Way | undefined>
  /** The path over its own connection only. */
  toItself: (deviceId: string) => Promise<Way | undefined>
  /** The path to a deleted device, by its key, if it may still be connected. */
  toGone: (key: string) => Way | undefined
  end: (deviceId: string, reason: EndReason & ('kicked' | 'disabled' | 'rekeyed' | 'replaced')) => Promise<void>
  /** The row is deleted: nothing more can be written about the device. */
  forget: (deviceId: string) => Promise<void>
  /** Ends the sessions of these devices over this gateway. */
  endBehind: (gatewayId: string, deviceIds: readonly string[]) => Promise<void>
  /** Notifications were lost: ends sessions of devices that are no longer behind the gateway that logged them in. */
  recheck: () => Promise<void>
}>
