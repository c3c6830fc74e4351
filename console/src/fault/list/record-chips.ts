import type { FaultSearch } from '@brigade/contract/fault/record.model.ts'
import { useWords } from '../../platform/locale.ts'
import { useLocatedChip } from '../../system/area-select.tsx'
import type { Chip } from '../../ui/search-form/chip.ts'
import type { FaultTab } from '../fault-address.ts'
import { chipText, faultText } from '../fault.text.ts'

/** Statistics may link to a tab with these parameters. A parameter that the tab itself fixes has no chip. */
export function useRecordChips(tab: FaultTab, isOfDevice: boolean): readonly Chip<keyof FaultSearch>[] {
  const w = useWords(faultText)
  const c = useWords(chipText)
  const located = useLocatedChip(w.place)
  const isPast = tab === 'faults' || tab === 'alarms'
  const always: readonly Chip<keyof FaultSearch>[] = [
    { label: c.first, names: ['first'], text: ({ first }) => (first === 'true' ? c.firstOnly : c.repeatedOnly) },
    { label: c.identifier, names: ['identifier'], text: ({ identifier }) => identifier },
  ]
  const ofPast: readonly Chip<keyof FaultSearch>[] = [
    { label: w.handling, names: ['open'], text: ({ open }) => (open === 'true' ? w.all : c.closedOnly) },
    { label: w.shelved, names: ['shelved'], text: ({ shelved }) => (shelved === 'true' ? c.yes : c.no) },
  ]
  return [...always, ...(isPast ? ofPast : []), ...(isOfDevice ? [] : [located])]
}
