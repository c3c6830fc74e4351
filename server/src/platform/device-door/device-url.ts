import type { Settings } from '../settings.ts'

/** The base URL for device downloads. Without a setting it is this machine, as the demo needs it. */
export const deviceUrlOf = ({ deviceUrl, http }: Pick<Settings, 'deviceUrl' | 'http'>): string =>
  deviceUrl ?? `http://${http.host === '0.0.0.0' ? 'localhost' : http.host}:${http.port}`
