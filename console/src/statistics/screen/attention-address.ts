import { attentionList } from '@brigade/contract/statistics/drill.rules.ts'
import type { Attention } from '@brigade/contract/statistics/statistics.model.ts'

/** Faults and alarms are tabs of their screens. */
const tabOf = { critical: 'faults', excursions: 'alarms', offline: 'alarms', firmware: undefined, imports: undefined }

/** The list of open problems. The caller's own jobs are in the tray and have no list. */
export function attentionHref({ kind, deviceKind }: Pick<Attention, 'kind' | 'deviceKind'>): string | undefined {
  const found = attentionList(kind, deviceKind)
  if (found === undefined) return undefined
  const tab = tabOf[kind]
  const query = new URLSearchParams({ ...(tab === undefined ? {} : { tab }), ...found.query })
  // The screens are of a kind each.
  if (tab !== undefined) query.delete('kind')
  return `${found.screen}?${query.toString()}`
}
