import { Suspense, lazy } from 'react'
import { Segments } from '../button/segments.tsx'
import { FilterBones } from './filter-bones.tsx'

const DateRangeFilter = lazy(() =>
  import('./date-range-filter.tsx').then((module) => ({ default: module.DateRangeFilter })),
)

type SpanPatch<S> = { span: S | undefined; startTime: string | undefined; endTime: string | undefined }

type Props<S extends string> = {
  label: string
  options: readonly { value: S; label: string }[]
  /** Null while the span is given by two dates. */
  span: S | null
  ownLabel: string
  search: Readonly<{ startTime?: string | undefined; endTime?: string | undefined }>
  datesClass: string | undefined
  /** A span of the list replaces the two dates, and the other way round. */
  onChange: (patch: SpanPatch<S>) => void
}

/** The span of a curve: one of a list, or one's own. */
export function SpanChoice<S extends string>({
  label,
  options,
  span,
  ownLabel,
  search,
  datesClass,
  onChange,
}: Props<S>) {
  return (
    <>
      <Segments
        label={label}
        options={options}
        value={span}
        onChange={(next) => onChange({ span: next, startTime: undefined, endTime: undefined })}
      />
      <div className={datesClass}>
        <Suspense fallback={<FilterBones label={ownLabel} />}>
          <DateRangeFilter
            label={ownLabel}
            from={search.startTime}
            to={search.endTime}
            onChange={(startTime, endTime) => onChange({ span: undefined, startTime, endTime })}
          />
        </Suspense>
      </div>
    </>
  )
}
