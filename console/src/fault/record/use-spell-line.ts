import type { SpellTimes } from '@brigade/contract/fault/record.model.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { recordText } from '../fault.text.ts'

/** A time beyond a limit, with its extreme, in the reader's time and unit. */
export function useSpellLine(): (spell: SpellTimes) => string {
  const w = useWords(recordText)
  const units = useUnits()
  const instant = (at: number) => formatTime(new Date(at).toISOString())
  return ({ from, to, worstC }) => {
    const span = `${instant(from)} – ${to === null ? w.lasting : instant(to)}`
    if (worstC === null) return span
    return `${span}, ${formatNumber(Number(units.temperature(worstC).toFixed(1)))} ${units.temperatureUnit}`
  }
}
