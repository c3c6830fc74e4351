import type { Attention } from '@brigade/contract/statistics/statistics.model.ts'

const faultPath = { oven: '/fault/list', cooler: '/fault/iceDevicelist' } as const

/** The list of what needs attention. Own jobs stand in the tray and have none. */
export function attentionHref({ kind, deviceKind }: Pick<Attention, 'kind' | 'deviceKind'>): string | undefined {
  const device = deviceKind ?? 'oven'
  switch (kind) {
    case 'critical':
      return `${faultPath[device]}?${query({ tab: 'faults', severity: 'critical', open: 'true' })}`
    case 'excursions':
      return `${faultPath.cooler}?${query({ tab: 'alarms', alertType: 'excursion', condition: 'active', open: 'true' })}`
    case 'offline':
      return `${faultPath[device]}?${query({ tab: 'alarms', alertType: 'offline', condition: 'active', open: 'true' })}`
    case 'firmware':
      return `/fota/task?${query({ status: 'EXAMINE_WAIT' })}`
    case 'imports':
      return undefined
  }
}

const query = (values: Record<string, string>): string => new URLSearchParams(values).toString()
