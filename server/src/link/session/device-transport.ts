import type { EndReason } from '../../platform/mqtt/mqtt-hooks.ts'

type Named = Readonly<{ productKey: string; deviceName: string }>

/** How something is said to a device: over its own connection or its gateway's. */
export type Way = Readonly<{ key: string; device: Named; through?: string }>

/** How devices are reached, and how what they may no longer do is ended. */
export type DeviceTransport = Readonly<{
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
