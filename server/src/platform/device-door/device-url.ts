import type { Settings } from '../settings.ts'

/** Where devices fetch files. Without a setting: this machine, as the demo needs it. */
export const deviceUrlOf = ({ deviceUrl, http }: Pick<Settings, 'deviceUrl' | 'http'>): string =>
  deviceUrl ?? `http://${http.host === '0.0.0.0' ? 'localhost' : http.host}:${http.port}`
