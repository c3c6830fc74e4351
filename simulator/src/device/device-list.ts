import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import type { DeviceCredentials } from './link/credentials.ts'
import { endings, type Ending } from '../past/endings.ts'
import { readScript, type Scripted } from '../past/script.ts'

/** A refrigerator at an address of the modem's line. One with the modem's own name is modem and controller in one. */
export type ListedUnit = Readonly<{ deviceName: string; unit: number; past?: ListedPast }>

/**
 * Epoch ms, also of when it was taken into service; the time zone of its kitchen, its first firmware version, its
 * script, and its ending.
 */
export type ListedPast = Readonly<{
  from: number
  to: number
  since?: number
  zone: string
  firmware?: string
  script?: readonly Scripted[]
  ending?: Ending
}>

export type ListedDevice = Readonly<{
  credentials: DeviceCredentials
  kind: DeviceKind
  /** The version that it has before its first upgrade in the simulator; by default one chosen by its seed. */
  firmware?: string
  /** By default it is switched on with the fleet; otherwise that long after, unless it has lived before. */
  firstAfterMinutes?: number
  /** The past that the server has of it, from which it continues unless it has lived before. */
  past?: ListedPast
  /** The refrigerators on the line of a modem. */
  units?: readonly ListedUnit[]
  /** The devices behind a gateway. */
  subs?: readonly ListedDevice[]
}>

/**
 * Reads `{ productKey, deviceName, deviceSecret, kind }` from a JSON array or JSON lines. Throws if it is neither. A
 * device may also have its `firmware` and `firstAfterMinutes`, a modem `units: [{ deviceName, unit }]`, a gateway
 * `subs`, a list like this one.
 */
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
  const firmware = fields.has('firmware') ? { firmware: field('firmware') } : {}
  const firstAfterMinutes = fields.get('firstAfterMinutes')
  const units: unknown = fields.get('units')
  const subs: unknown = fields.get('subs')
  return {
    credentials,
    kind,
    ...firmware,
    ...(typeof firstAfterMinutes === 'number' ? { firstAfterMinutes } : {}),
    ...readPast(fields.get('past')),
    ...(Array.isArray(units) ? { units: units.map(readUnit) } : {}),
    ...(Array.isArray(subs) ? { subs: subs.map(readDevice) } : {}),
  }
}

/** At most a year, because it is computed before the device continues. */
const longestPastMs = 366 * dayMs

function readPast(entry: unknown): { past?: ListedPast } {
  if (typeof entry !== 'object' || entry === null || !('from' in entry && 'to' in entry && 'zone' in entry)) return {}
  const { from, to, zone } = { from: Number(entry.from), to: Number(entry.to), zone: String(entry.zone) }
  if (!(to > from && to - from <= longestPastMs))
    throw new Error('a past of the list begins before it ends, at most a year')
  const ending = endings.find((one) => 'ending' in entry && entry.ending === one)
  const firmware = 'firmware' in entry && typeof entry.firmware === 'string' ? { firmware: entry.firmware } : {}
  const script = 'script' in entry ? { script: readScript(entry.script) } : {}
  const since = 'since' in entry && Number(entry.since) <= from ? { since: Number(entry.since) } : {}
  return { past: { from, to, ...since, zone, ...firmware, ...script, ...(ending === undefined ? {} : { ending }) } }
}

function readUnit(entry: unknown): ListedUnit {
  const fields = new Map<string, unknown>(typeof entry === 'object' && entry !== null ? Object.entries(entry) : [])
  const unit = Number(fields.get('unit'))
  if (!Number.isInteger(unit) || unit < 1 || unit > 247)
    throw new Error('a unit of a modem has an address from 1 to 247')
  return { deviceName: String(fields.get('deviceName')), unit, ...readPast(fields.get('past')) }
}
