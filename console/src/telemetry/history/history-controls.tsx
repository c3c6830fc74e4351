import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { Suspense, lazy } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { FilterBones } from '../../ui/search-form/filter-bones.tsx'
import { mostCurves, type HistorySearch, type HistorySpan } from './history-search.ts'
import { PropertyChoice } from './property-choice.tsx'
import { historyText } from './history.text.ts'
import css from './history.module.css'

const DateRangeFilter = lazy(() =>
  import('../../ui/search-form/date-range-filter.tsx').then((module) => ({ default: module.DateRangeFilter })),
)

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
    <div className={css.controls}>
      <PropertyChoice
        label={w.choose({ count: chosen.length, max: mostCurves })}
        most={mostCurves}
        properties={drawable}
        chosen={chosen}
        onChange={(next) => onChange({ properties: next.join(',') })}
      />
      <Segments
        label={w.span}
        options={options}
        value={span === 'own' ? null : span}
        onChange={(next) => onChange({ span: next, startTime: undefined, endTime: undefined, pageNum: undefined })}
      />
      <div className={css.dates}>
        <Suspense fallback={<FilterBones label={w.own} />}>
          <DateRangeFilter
            label={w.own}
            from={search.startTime}
            to={search.endTime}
            onChange={(startTime, endTime) => onChange({ startTime, endTime, span: undefined, pageNum: undefined })}
          />
        </Suspense>
      </div>
    </div>
  )
}
