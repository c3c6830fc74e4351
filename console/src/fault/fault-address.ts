import type { DeviceKind } from '@brigade/contract/product/product.model.ts'

/** Addresses of the lists (spec 2). */
const faultPath = { oven: '/fault/list', cooler: '/fault/iceDevicelist' } as const satisfies Record<DeviceKind, string>

export const faultTabs = ['inbox', 'faults', 'alarms', 'shelved'] as const
export type FaultTab = (typeof faultTabs)[number]

export const faultTabHref = (kind: DeviceKind, tab: FaultTab): string =>
  tab === 'inbox' ? faultPath[kind] : `${faultPath[kind]}?tab=${tab}`
