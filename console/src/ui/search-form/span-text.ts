import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { uiText } from '../ui.text.ts'
import type { Chip } from './chip.ts'
import type { Draft, Filter } from './filter.ts'

const minuteOf = (instant: string): string => formatTime(instant).slice(0, -3)

/** A span of two instants in words; one end may be open. */
export function useSpanText(): (from: string | undefined, to: string | undefined) => string {
  const w = useWords(uiText)
  return (from, to) => {
    if (from !== undefined && to !== undefined) return w.dateRange({ from: minuteOf(from), to: minuteOf(to) })
    return from === undefined ? w.upTo({ at: minuteOf(to ?? '') }) : w.fromOn({ at: minuteOf(from) })
  }
}

/** Spans with only one end in the address: a field of days shows both ends or nothing, so these are shown as chips. */
export function useHalfSpanChips<K extends string>(filters: readonly Filter<K>[], applied: Draft): readonly Chip<K>[] {
  const span = useSpanText()
  return filters.flatMap((filter) => {
    if (filter.kind !== 'date-range') return []
    const { label, from, to } = filter
    const isHalf = (applied[from] === undefined) !== (applied[to] === undefined)
    return isHalf ? [{ label, names: [from, to], text: (values) => span(values[from], values[to]) }] : []
  })
}
