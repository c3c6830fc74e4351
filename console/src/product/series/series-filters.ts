import type { SeriesSearch } from '@brigade/contract/product/product.model.ts'
import { useWords } from '../../platform/locale.ts'
import type { Filter } from '../../ui/search-form/filter.ts'
import { useKindOptions } from '../product-options.ts'
import { seriesText } from './series.text.ts'

export function useSeriesFilters(): readonly Filter<keyof SeriesSearch>[] {
  const w = useWords(seriesText)
  const kinds = useKindOptions()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    { kind: 'select', name: 'kind', label: w.kind, placeholder: w.anyKind, options: kinds },
  ]
}
