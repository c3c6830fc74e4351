import type { DeviceRow, DeviceSearch } from '@brigade/contract/device/device.model.ts'
import type { LiveDevice } from '@brigade/contract/telemetry/live.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { factOf, stateOf, type Stateful } from './device-state.ts'

/** A row with the changes of a live event. */
export function patched<R extends DeviceRow>(row: R, change: LiveDevice): R {
  const { online, onlineChangedAt, workState, faultCode, fact, lastSeenAt } = change
  return { ...row, online, onlineChangedAt, workState, faultCode, fact, lastSeenAt }
}

/** Whether the state column shows something else than before. Units and language are fixed, because only the difference counts. */
export function looksChanged(kind: DeviceKind, before: Stateful, after: Stateful): boolean {
  return stateOf(before) !== stateOf(after) || factOf(kind, before, plain) !== factOf(kind, after, plain)
}
const plain: Parameters<typeof factOf>[2] = {
  locale: 'en',
  units: {
    system: 'metric',
    temperatureUnit: '°C',
    temperature: (c) => c,
    temperatureSpan: (c) => c,
    toCelsius: (c) => c,
    unit: (u) => u,
  },
  nowMs: 0,
  duration: () => '',
  minutesLeft: ({ minutes }) => String(minutes),
}

type StateFilter = Pick<DeviceSearch, 'online' | 'state'>
/** Whether a device belongs in a list filtered by connection and state. */
const belongs = (filter: StateFilter, device: Pick<DeviceRow, 'online' | 'workState'>): boolean =>
  (filter.online === undefined || filter.online === device.online) &&
  (filter.state === undefined || (device.online && device.workState === filter.state))

/**
 * The page does not apply these live changes, so that no row moves under the pointer. The footer counts them and offers to load
 * them.
 */
export type Waiting = Readonly<{ changed: ReadonlySet<string>; added: number }>
export const nothingWaiting: Waiting = { changed: new Set(), added: 0 }
export const isWaiting = ({ changed, added }: Waiting): boolean => changed.size > 0 || added > 0

type Turned = Pick<LiveDevice, 'id' | 'online' | 'workState'>

/** Adds a device of the page with a changed state. */
export function waitingAfter(waiting: Waiting, before: Stateful, after: Turned & Stateful): Waiting {
  if (stateOf(before) === stateOf(after) || waiting.changed.has(after.id)) return waiting
  return { ...waiting, changed: new Set([...waiting.changed, after.id]) }
}

type Shown = Readonly<{ list: readonly Pick<DeviceRow, 'online' | 'workState'>[]; total: number }>

/**
 * Returns how many rows newly match a filter, by the difference of the totals; shown rows that no longer match are
 * subtracted.
 */
export function addedSince(filter: StateFilter, shown: Shown, total: number): number {
  const left = shown.list.filter((row) => !belongs(filter, row)).length
  return Math.max(0, total - (shown.total - left))
}
