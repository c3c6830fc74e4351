import { Suspense, lazy } from 'react'
import { useWords } from '../../platform/locale.ts'
import { SelectField } from '../field/select-field.tsx'
import { TextField } from '../field/text-field.tsx'
import { useIsPhone } from '../kit/use-is-phone.ts'
import { uiText } from '../ui.text.ts'
import { FilterBones } from './filter-bones.tsx'
import { draftOfPath, optionsWith, pathOf, type Draft, type Filter } from './filter.ts'

// Nearly every list has texts and selects; heavier fields load when a list shows them.
const CascadeField = lazy(() =>
  import('../field/cascade/cascade-field.tsx').then((module) => ({ default: module.CascadeField })),
)
const DateRangeFilter = lazy(() =>
  import('./date-range-filter.tsx').then((module) => ({ default: module.DateRangeFilter })),
)
const DateFilter = lazy(() => import('./date-filter.tsx').then((module) => ({ default: module.DateFilter })))
const YearFilter = lazy(() => import('./year-filter.tsx').then((module) => ({ default: module.YearFilter })))

type Props<K extends string> = {
  filter: Filter<K>
  draft: Draft
  onChange: (key: K, patch: Draft) => void
  isFirst: boolean
  /** The typed text does not filter the rows yet. */
  isWaiting: boolean
}

export function OneFilter<K extends string>(props: Props<K>) {
  return (
    <Suspense fallback={<FilterBones label={props.filter.label} />}>
      <Kind {...props} />
    </Suspense>
  )
}

function Kind<K extends string>({ filter, draft, onChange, isFirst, isWaiting }: Props<K>) {
  const w = useWords(uiText)
  // A phone has no such key.
  const hasKey = !useIsPhone() && isFirst
  const { label, placeholder } = filter
  const shared = { label, placeholder }
  const set = (name: K) => (value: string | null | undefined) =>
    onChange(name, { [name]: value === null || value === '' ? undefined : value })
  const setPath = (names: readonly K[]) => (path: readonly string[]) => {
    const [first] = names
    if (first !== undefined) onChange(first, draftOfPath(names, path))
  }
  switch (filter.kind) {
    case 'text':
      return (
        <TextField
          bare
          label={label}
          aside={isWaiting ? w.notApplied : undefined}
          icon="search"
          value={draft[filter.name] ?? ''}
          placeholder={placeholder ?? (hasKey ? w.slashHint : undefined)}
          maxLength={filter.maxLength}
          isFirstFilter={isFirst}
          onChange={(event) => set(filter.name)(event.currentTarget.value)}
        />
      )
    case 'select':
      return (
        <SelectField
          {...shared}
          bare
          clearable
          options={optionsWith(filter, draft[filter.name])}
          value={draft[filter.name] ?? null}
          searchable={filter.searchable ?? false}
          onChange={set(filter.name)}
        />
      )
    case 'remote-select':
    case 'cascader': {
      const names = filter.kind === 'cascader' ? filter.names : [filter.name]
      return (
        <CascadeField {...shared} bare source={filter.source} value={pathOf(names, draft)} onChange={setPath(names)} />
      )
    }
    case 'date-range':
      return (
        <DateRangeFilter
          {...shared}
          from={draft[filter.from]}
          to={draft[filter.to]}
          onChange={(from, to) => onChange(filter.from, { [filter.from]: from, [filter.to]: to })}
        />
      )
    case 'date':
      return <DateFilter {...shared} value={draft[filter.name]} onChange={set(filter.name)} />
    case 'year':
      return <YearFilter {...shared} value={draft[filter.name]} onChange={set(filter.name)} />
  }
}
