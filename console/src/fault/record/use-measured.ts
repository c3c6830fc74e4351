import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import { z } from 'zod'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import type { Fact } from '../../ui/page/fact-list.tsx'
import { recordText } from '../fault.text.ts'

const Excursion = z.object({ limitC: z.number(), worstC: z.number(), worstAt: z.number() })
/** The list shows these already. */
const shownElsewhere: ReadonlySet<string> = new Set(['Code', 'Active'])

/** An excursion shows its limit and its overshoot; an event shows the values that the device sent with it. */
export function useMeasured({ alertType, code, output }: FaultDetail): readonly Fact[] {
  const w = useWords(recordText)
  const units = useUnits()
  const degrees = (celsius: number): string =>
    `${formatNumber(Number(units.temperature(celsius).toFixed(1)))} ${units.temperatureUnit}`
  if (alertType === 'excursion') {
    const measured = Excursion.safeParse(output)
    if (!measured.success) return []
    const { limitC, worstC, worstAt } = measured.data
    const when = formatTime(new Date(worstAt).toISOString())
    return [
      { key: 'limit', label: w.limit, value: degrees(limitC) },
      { key: 'worst', label: code === 'low' ? w.lowest : w.highest, value: `${degrees(worstC)} · ${when}`, wide: true },
    ]
  }
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return []
  const shown = Object.entries(output)
    .filter(([name]) => !shownElsewhere.has(name))
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
  return shown.length === 0 ? [] : [{ key: 'output', label: w.output, value: shown.join(' · '), wide: true }]
}
