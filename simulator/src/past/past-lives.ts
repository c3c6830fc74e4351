import type { ListedDevice } from '../device/device-list.ts'
import { hoursIn } from './hours-in.ts'
import { isFreezer, pastOf, seedBehind, seedOf, type PastEnd, type PastOptions } from './past.ts'

/**
 * The lives of devices that have a past and have not lived yet, by name, at the end of that past: counters continue,
 * and a broken part stays broken. A gateway keeps those of the devices behind it.
 */
export function livesAfterPast(
  devices: readonly ListedDevice[],
  lived: Readonly<Record<string, unknown>>,
): Record<string, object> {
  const lives: Record<string, object> = {}
  for (const device of devices) {
    const { deviceName } = device.credentials
    if (lived[deviceName] !== undefined) continue
    const life = device.past === undefined ? undefined : lifeOf(device, device.past, { seed: seedOf(deviceName) })
    const units = livesBehind(device)
    if (life !== undefined) lives[deviceName] = life
    else if (Object.keys(units).length > 0) lives[deviceName] = { units }
  }
  return lives
}

function livesBehind({ credentials: { deviceName }, units = [], subs = [] }: ListedDevice): Record<string, unknown> {
  const lives: Record<string, unknown> = {}
  for (const sub of subs) {
    const seed = seedBehind(deviceName, sub.credentials.deviceName)
    if (sub.past !== undefined) lives[sub.credentials.deviceName] = lifeOf(sub, sub.past, { seed, steady: true })
  }
  for (const { deviceName: own, unit, past } of units) {
    const credentials = { productKey: '', deviceName: own, deviceSecret: '' }
    const seed = seedBehind(deviceName, unit)
    // A controller has neither firmware nor a connection of its own: its state is all there is.
    if (past !== undefined)
      lives[own] = lifeOf({ credentials, kind: 'cooler' }, past, { seed, steady: true, unit: true }).life
  }
  return lives
}

type Kind = Pick<PastOptions, 'seed' | 'steady' | 'unit'>

function lifeOf(
  { credentials, kind, firmware: now = '' }: ListedDevice,
  { zone, firmware = now, ...span }: NonNullable<ListedDevice['past']>,
  of: Kind,
): PastEnd['life'] {
  const freezer = isFreezer(credentials.productKey)
  return endOf({ ...span, ...of, kind, firmware, freezer, hourAt: hoursIn(zone), readings: false }).life
}

/** The same as of the past with all its readings. */
function endOf(options: PastOptions): PastEnd {
  const past = pastOf(options)
  for (;;) {
    const next = past.next()
    if (next.done === true) return next.value
  }
}
