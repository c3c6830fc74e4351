import type { DeviceKind } from '@brigade/contract/product/product.model.ts'

/** Addresses of the lists (spec 2). */
const faultPath = { oven: '/fault/list', cooler: '/fault/iceDevicelist' } as const satisfies Record<DeviceKind, string>

export const faultTabs = ['inbox', 'faults', 'alarms', 'shelved'] as const
export type FaultTab = (typeof faultTabs)[number]

/** The list of all records of the same code on the same device. */
export const sameHref = ({
  device,
  code,
  type,
}: Readonly<{ device: { kind: DeviceKind; sn: string }; code: string; type: 'fault' | 'alarm' }>): string =>
  `${faultPath[device.kind]}?${new URLSearchParams({
    tab: type === 'fault' ? 'faults' : 'alarms',
    keyword: device.sn,
    ...(code === '' ? {} : { code }),
  }).toString()}`

export const faultTabHref = (kind: DeviceKind, tab: FaultTab): string =>
  tab === 'inbox' ? faultPath[kind] : `${faultPath[kind]}?tab=${tab}`
