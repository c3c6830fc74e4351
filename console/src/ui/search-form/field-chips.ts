import { formatDay } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { uiText } from '../ui.text.ts'
import type { Chip } from './chip.ts'
import { namesOf, optionsWith, type Draft, type Filter } from './filter.ts'

/** The filters of the form as chips: each is shown while it is applied, in words. Half a span has a chip of its own (`useHalfSpanChips`). */
export function useFieldChips<K extends string>(filters: readonly Filter<K>[]): readonly Chip<K>[] {
  const w = useWords(uiText)
  const span = (from: string, to: string): string => w.dateRange({ from: formatDay(from), to: formatDay(to) })
  return filters.map((filter): Chip<K> => {
    const { label } = filter
    const names = namesOf(filter)
    switch (filter.kind) {
      case 'remote-select':
      case 'cascader':
        return { label, names, text: () => undefined, source: filter.source }
      case 'select':
        return { label, names, text: (values) => nameOf(filter, values[filter.name]) }
      case 'date-range': {
        const { from, to } = filter
        return {
          label,
          names,
          isShown: (values) => values[from] !== undefined && values[to] !== undefined,
          text: (values) => span(values[from] ?? '', values[to] ?? ''),
        }
      }
      case 'text':
      case 'date':
      case 'year':
        return { label, names, text: (values) => values[filter.name] }
    }
  })
}

/** The label of a value in a select. */
function nameOf(filter: Parameters<typeof optionsWith>[0], value: Draft[string]): string | undefined {
  const options = optionsWith(filter, value).flatMap((option) => ('items' in option ? option.items : [option]))
  return options.find((option) => option.value === value)?.label
}
