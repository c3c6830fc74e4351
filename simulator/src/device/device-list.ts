import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { DeviceCredentials } from './credentials.ts'

export type ListedDevice = Readonly<{ credentials: DeviceCredentials; kind: DeviceKind }>

/** Reads `{ productKey, deviceName, deviceSecret, kind }` from a JSON array or JSON lines. Throws where it is neither. */
export function readDeviceList(text: string): ListedDevice[] {
  const trimmed = text.trim()
  const entries: unknown = trimmed.startsWith('[')
    ? JSON.parse(trimmed)
    : trimmed
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line): unknown => JSON.parse(line))
  if (!Array.isArray(entries)) throw new Error('the list of devices is not a list')
  return entries.map(readDevice)
}

function readDevice(entry: unknown, index: number): ListedDevice {
  const fields = new Map<string, unknown>(typeof entry === 'object' && entry !== null ? Object.entries(entry) : [])
  const field = (name: string): string => {
    const value = fields.get(name)
    if (typeof value !== 'string' || value === '') throw new Error(`device ${index + 1} of the list has no ${name}`)
    return value
  }
  const kind = field('kind')
  if (kind !== 'oven' && kind !== 'cooler')
    throw new Error(`device ${index + 1} of the list is neither oven nor cooler`)
  const credentials = {
    productKey: field('productKey'),
    deviceName: field('deviceName'),
    deviceSecret: field('deviceSecret'),
  }
  return { credentials, kind }
}
