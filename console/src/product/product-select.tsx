import { productApi, type DeviceKind } from '@brigade/contract/product/product.endpoints.ts'
import { useNameOf, useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import { treeSource, type CascadeSource } from '../ui/field/cascade-source.ts'
import type { Filter } from '../ui/search-form/filter.ts'
import { productText } from './product.text.ts'

/** Every series of a kind with its models. */
function useProductSource(kind?: DeviceKind): CascadeSource {
  const w = useWords(productText)
  const nameOf = useNameOf()
  return treeSource(['product', 'models', kind ?? 'all'], [w.series, w.model], async (client) => {
    const query = kind === undefined ? {} : { kind }
    const all = await client.fetchQuery({ ...ask(productApi.select, query, { quiet: true }), staleTime: 60_000 })
    return all.map((series) => ({
      value: series.id,
      label: nameOf(series.name),
      children: series.products.map((product) => ({ value: product.id, label: nameOf(product.name) })),
    }))
  })
}

/** Spec 2: the product filter sends series and model; a series alone stands for all of its models. */
export function useProductFilter(kind?: DeviceKind): Filter<'seriesId' | 'productId'> {
  const w = useWords(productText)
  const source = useProductSource(kind)
  return { kind: 'cascader', names: ['seriesId', 'productId'], label: w.product, placeholder: w.allModels, source }
}
