import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useWords } from '../../platform/locale.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { SpanChoice } from '../../ui/search-form/span-choice.tsx'
import { maxCurves, type HistorySearch, type HistorySpan } from './history-search.ts'
import { PropertyChoice } from './property-choice.tsx'
import { historyText } from './history.text.ts'
import css from './history.module.css'

type Props = {
  search: HistorySearch
  span: HistorySpan
  drawable: readonly Property[]
  chosen: readonly string[]
  onChange: (patch: Partial<HistorySearch>) => void
}

/** Chooses the properties of the curve and its span. */
export function HistoryControls({ search, span, drawable, chosen, onChange }: Props) {
  const w = useWords(historyText)
  const options = [
    { value: '6h' as const, label: w.sixHours },
    { value: '24h' as const, label: w.day },
    { value: '7d' as const, label: w.week },
    { value: '30d' as const, label: w.month },
  ]
  return (
    <Row gap="12" padding="16 gutter 0" align="end" wrap>
      <PropertyChoice
        label={w.choose({ count: chosen.length, max: maxCurves })}
        most={maxCurves}
        properties={drawable}
        chosen={chosen}
        onChange={(next) => onChange({ properties: next.join(',') })}
      />
      <SpanChoice
        label={w.span}
        options={options}
        span={span === 'own' ? null : span}
        ownLabel={w.own}
        search={search}
        datesClass={css.dates}
        onChange={(patch) => onChange({ ...patch, pageNum: undefined })}
      />
    </Row>
  )
}
