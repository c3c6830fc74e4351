import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { factOf, stateOf, type Stateful } from './device-state.ts'
import { deviceListText, stateWords } from './device.text.ts'
import { useNow } from '../../platform/time/use-now.ts'

/** The badge shows the state of a device as shape, word and one short fact. */
export function DeviceBadge({ kind, device }: { kind: DeviceKind; device: Stateful }) {
  const locale = useLocale()
  const units = useUnits()
  const { minutesLeft } = useWords(deviceListText)
  const nowMs = useNow(10_000)
  const state = stateOf(device)
  const fact = factOf(kind, device, { locale, units, nowMs, duration: formatDuration, minutesLeft })
  return <StateBadge shape={state} word={stateWords[kind][state][locale]} fact={fact} />
}
