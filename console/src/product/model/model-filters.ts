import type { ProductSearch } from '@brigade/contract/product/product.model.ts'
import { useWords } from '../../platform/locale.ts'
import type { Filter } from '../../ui/search-form/filter.ts'
import { modelText } from '../model.text.ts'
import {
  useKindOptions,
  useNetworkTypeOptions,
  useNodeTypeOptions,
  useProtocolOptions,
  useSeriesOptions,
  useStatusOptions,
} from '../product-options.ts'
import { modelListText } from './model-list.text.ts'

export function useModelFilters(): readonly Filter<keyof ProductSearch>[] {
  const c = useWords(modelText)
  const w = useWords(modelListText)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'seriesId',
      label: c.series,
      placeholder: w.anySeries,
      options: useSeriesOptions(),
      searchable: true,
    },
    { kind: 'select', name: 'kind', label: c.kind, placeholder: w.anyKind, options: useKindOptions() },
    { kind: 'select', name: 'status', label: c.status, placeholder: w.anyStatus, options: useStatusOptions() },
    {
      kind: 'select',
      name: 'networkType',
      label: c.networkType,
      placeholder: w.anyNetworkType,
      options: useNetworkTypeOptions(),
    },
    { kind: 'select', name: 'protocol', label: c.protocol, placeholder: w.anyProtocol, options: useProtocolOptions() },
    { kind: 'select', name: 'nodeType', label: c.nodeType, placeholder: w.anyNodeType, options: useNodeTypeOptions() },
  ]
}
