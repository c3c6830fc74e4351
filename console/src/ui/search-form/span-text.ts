import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { uiText } from '../ui.text.ts'

const minuteOf = (instant: string): string => formatTime(instant).slice(0, -3)

/** A span of two instants in words; one end may be open. */
export function useSpanText(): (from: string | undefined, to: string | undefined) => string {
  const w = useWords(uiText)
  return (from, to) => {
    if (from !== undefined && to !== undefined) return w.dateRange({ from: minuteOf(from), to: minuteOf(to) })
    return from === undefined ? w.upTo({ at: minuteOf(to ?? '') }) : w.fromOn({ at: minuteOf(from) })
  }
}
