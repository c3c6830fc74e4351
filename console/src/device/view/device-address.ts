import type { DeviceKind } from '@brigade/contract/product/product.model.ts'

/** Addresses of the screens of a kind (spec 2); ids are opaque. These are the lists of uninstalled devices. */
export const stockPath = {
  oven: '/recipeManage/device/UninstallList',
  cooler: '/iceDevice/UninstallList',
} as const satisfies Record<DeviceKind, string>
export const listPath = { oven: '/recipeManage/device/list', cooler: '/iceDevice/list' } as const satisfies Record<
  DeviceKind,
  string
>

/** Tabs, and the parts of those that have some (detail/detail-tabs.ts). */
export const deviceTabs = [
  'overview',
  'temperature',
  'history',
  'recipes',
  'commands',
  'messages',
  'live',
  'online',
  'faults',
  'alarms',
  'events',
  'subs',
  'details',
  'users',
  'changes',
  'firmware',
  'log',
] as const
export type DeviceTab = (typeof deviceTabs)[number]

export function detailHref(kind: DeviceKind, id: string, tab: DeviceTab = 'overview', hash = ''): string {
  const query = new URLSearchParams(tab === 'overview' ? { id } : { id, tab })
  return `${listPath[kind]}/detail?${query.toString()}${hash}`
}

/** The comparison of some devices. */
export const compareHref = (kind: DeviceKind, ids: readonly string[]): string =>
  `${listPath[kind]}/compare?${new URLSearchParams({ ids: ids.join(',') }).toString()}`

/** The place of the command panel on the overview. */
export const commandHash = '#command'
