import { useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { panned, zoomed, type Times } from './history-search.ts'
import { historyText } from './history.text.ts'

type Props = { shown: Times; nowMs: number; onGo: (times: Times | null) => void }

/** Earlier and later, closer and wider, for the keyboard as for the mouse. */
export function HistoryMoves({ shown, nowMs, onGo }: Props) {
  const w = useWords(historyText)
  const moves = [
    { icon: 'arrow-left', label: w.earlier, next: panned(shown, -1, nowMs), why: '' },
    { icon: 'arrow-right', label: w.later, next: panned(shown, 1, nowMs), why: w.isNow },
    { icon: 'plus', label: w.zoomIn, next: zoomed(shown, 0.5, nowMs), why: w.closest },
    { icon: 'minus', label: w.zoomOut, next: zoomed(shown, 2, nowMs), why: w.widest },
  ] as const
  return moves.map(({ icon, label, next, why }) => (
    <IconButton
      key={icon}
      icon={icon}
      label={label}
      disabledReason={next === null ? why : undefined}
      onClick={() => onGo(next)}
    />
  ))
}
