import type { Platform } from '../http/context.ts'
import type { Settings } from '../settings.ts'

/** The base URL for device downloads. Without a setting it is this machine, as the demo needs it. */
export const deviceUrlOf = ({ deviceUrl, http }: Pick<Settings, 'deviceUrl' | 'http'>): string =>
  deviceUrl ?? `http://${http.host === '0.0.0.0' ? 'localhost' : http.host}:${http.port}`

export const hasPort = (address: string): boolean => new URL(address).port !== ''

/** Warns at start of a port in the configured address: C SDKs of version 3 resolve host and port as one name. */
export function warnOfPort({ settings: { deviceUrl }, log }: Pick<Platform, 'settings' | 'log'>): void {
  if (deviceUrl !== undefined && hasPort(deviceUrl))
    log.warn(
      { deviceUrl },
      'The address for devices, DEVICE_URL, has a port: those built with a C SDK may not reach it',
    )
}
