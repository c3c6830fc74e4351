import { silentDays } from '@brigade/contract/statistics/drill.rules.ts'
import type { Attention } from '@brigade/contract/statistics/statistics.model.ts'

const dayMs = 86_400_000
const faultPath = { oven: '/fault/list', cooler: '/fault/iceDevicelist' } as const
const devicePath = { oven: '/recipeManage/device/list', cooler: '/iceDevice/list' } as const

/** The list of what needs attention; `at`: when it was counted. Own jobs stand in the tray and have none. */
export function attentionHref(
  { kind, deviceKind }: Pick<Attention, 'kind' | 'deviceKind'>,
  at: string,
): string | undefined {
  const device = deviceKind ?? 'oven'
  switch (kind) {
    case 'critical':
      return `${faultPath[device]}?${query({ tab: 'faults', severity: 'critical', open: 'true' })}`
    case 'excursions':
      return `${faultPath.cooler}?${query({ tab: 'alarms', alertType: 'excursion', condition: 'active', open: 'true' })}`
    case 'offline':
      return `${devicePath[device]}?${query({ seenBefore: new Date(Date.parse(at) - silentDays[device] * dayMs).toISOString() })}`
    case 'firmware':
      return `/fota/task?${query({ waitingForMe: 'true' })}`
    case 'imports':
      return undefined
  }
}

const query = (values: Record<string, string>): string => new URLSearchParams(values).toString()
