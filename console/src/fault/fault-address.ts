import type { UrgentItem } from '@brigade/contract/fault/record-list.model.ts'
import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'

/** Addresses of the lists (spec 2). */
export const faultPath = { oven: '/fault/list', cooler: '/fault/iceDevicelist' } as const satisfies Record<
  DeviceKind,
  string
>

export const faultTabs = ['inbox', 'faults', 'alarms', 'shelved'] as const
export type FaultTab = (typeof faultTabs)[number]

type Same = Pick<FaultDetail, 'identifier' | 'code' | 'type' | 'sameSince'> & {
  device: Pick<FaultDetail['device'], 'kind' | 'sn'>
}
/** The list of all records of the same code on the same device, since the first of them: without a time it shows 30 days. */
export const sameHref = ({ device, identifier, code, type, sameSince }: Same): string =>
  `${faultPath[device.kind]}?${new URLSearchParams({
    tab: type === 'fault' ? 'faults' : 'alarms',
    keyword: device.sn,
    identifier,
    ...(code === '' ? {} : { code }),
    ...(sameSince === null ? {} : { startTime: sameSince }),
  }).toString()}`

export const faultTabHref = (kind: DeviceKind, tab: FaultTab): string =>
  tab === 'inbox' ? faultPath[kind] : `${faultPath[kind]}?tab=${tab}`

/** The active records of one kind at a site that nobody has shelved. */
export const urgentHref = (kind: DeviceKind, of: UrgentItem['kind'], customerId: string): string =>
  `${faultPath[kind]}?${new URLSearchParams({
    customerId,
    condition: 'active',
    ...(of === 'critical' ? { severity: 'critical' } : { alertType: of }),
  }).toString()}`
