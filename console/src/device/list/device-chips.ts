import type { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { organisationSource } from '../../customer/organisation-filter-select.tsx'
import { useWords } from '../../platform/locale.ts'
import { useLocatedChip } from '../../system/area-select.tsx'
import type { Chip } from '../../ui/search-form/chip.ts'
import { useSpanText } from '../../ui/search-form/span-text.ts'
import { deviceListText } from '../view/device.text.ts'
import { lifeText } from './list.text.ts'

/** Statistics may link to the list with these parameters, for which it has no field. */
export function useDeviceChips(): readonly Chip<keyof DeviceSearch>[] {
  const w = useWords(deviceListText)
  const life = useWords(lifeText)
  const span = useSpanText()
  return [
    { label: life.organisation, names: ['organisationId'], text: () => undefined, source: organisationSource },
    {
      label: life.activatedBetween,
      names: ['activatedStart', 'activatedEnd'],
      text: ({ activatedStart, activatedEnd }) => span(activatedStart, activatedEnd),
    },
    { label: w.lastSeen, names: ['seenBefore'], text: ({ seenBefore }) => span(undefined, seenBefore) },
    useLocatedChip(w.installedIn),
    {
      label: life.missing,
      names: ['missing'],
      text: ({ missing }) => (missing === 'channel' ? life.noChannel : life.noFirmware),
    },
  ]
}
