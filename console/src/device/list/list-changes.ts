import type { DeviceRow, DeviceSearch, LiveDevice } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { factOf, stateOf, type Stateful } from '../device-state.ts'

/** A row with what a live event says of it. */
export function patched<R extends DeviceRow>(row: R, change: LiveDevice): R {
  const { online, onlineChangedAt, workState, faultCode, fact, lastSeenAt } = change
  return { ...row, online, onlineChangedAt, workState, faultCode, fact, lastSeenAt }
}

/** Whether the state column shows something else than before. Said in one fixed way: only the difference counts. */
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

/** What live changes did not do to the page, so that nothing moves under the pointer: the foot says it and offers to load it. */
export type Waiting = { changed: ReadonlySet<string>; added: ReadonlySet<string> }
export const nothingWaiting: Waiting = { changed: new Set(), added: new Set() }

type Heard = {
  filter: StateFilter
  before: Pick<DeviceRow, 'online' | 'workState'> | undefined
  after: LiveDevice
  isShown: boolean
}

/** `before` is what was last heard of a device that is not on the page; the first word about it changes nothing. */
export function waitingAfter(waiting: Waiting, { filter, before, after, isShown }: Heard): Waiting {
  if (before === undefined || stateOf(before) === stateOf(after)) return waiting
  if (isShown)
    return waiting.changed.has(after.id) ? waiting : { ...waiting, changed: new Set([...waiting.changed, after.id]) }
  const enters = belongs(filter, after) && !belongs(filter, before)
  const leaves = waiting.added.has(after.id) && !belongs(filter, after)
  if (enters && !waiting.added.has(after.id)) return { ...waiting, added: new Set([...waiting.added, after.id]) }
  if (!leaves) return waiting
  const added = new Set([...waiting.added].filter((id) => id !== after.id))
  return added.size === 0 && waiting.changed.size === 0 ? nothingWaiting : { ...waiting, added }
}
