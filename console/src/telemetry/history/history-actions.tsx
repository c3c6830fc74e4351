import { useWords } from '../../platform/locale.ts'
import { go as goTo } from '../../platform/navigate.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { compareHref } from '../../device/view/device-address.ts'
import type { DeviceView } from '../../device/view/device-view.ts'
import { HistoryMoves } from './history-moves.tsx'
import type { HistorySearch, Times } from './history-search.ts'
import { historyText } from './history.text.ts'

type Props = {
  view: DeviceView
  search: HistorySearch
  /** The model sets limits for the drawn properties. */
  hasLimits: boolean
  shown: Times
  nowMs: number
  onChange: (patch: Partial<HistorySearch>) => void
  onGo: (next: Times | null) => void
}

/** Buttons for what is drawn beside the values, for comparison with other devices, and for other spans. */
export function HistoryActions({ view, search, hasLimits, shown, nowMs, onChange, onGo }: Props) {
  const w = useWords(historyText)
  return (
    <>
      {hasLimits ? (
        <Checkbox
          checked={search.limits === true}
          onChange={(checked) => onChange({ limits: checked ? true : undefined })}
        >
          {w.limits}
        </Checkbox>
      ) : null}
      <Checkbox
        checked={search.before === true}
        onChange={(checked) => onChange({ before: checked ? true : undefined })}
      >
        {w.before}
      </Checkbox>
      <Button size="small" icon="chart-line" onClick={() => goTo(compareHref(view.kind, [view.device.id]))}>
        {w.compare}
      </Button>
      <HistoryMoves shown={shown} nowMs={nowMs} onGo={onGo} />
    </>
  )
}
