import type { ReplyOf } from '@brigade/contract/endpoint.ts'
import type { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useNameOf, useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import { treeSource, type CascadeSource, type CascadeTree } from '../ui/field/cascade/cascade-source.ts'
import type { Filter } from '../ui/search-form/filter.ts'
import { productText } from './product.text.ts'

type Models = ReplyOf<typeof productApi.select>
/** The call is loaded when the filter is opened, because lists of devices need no other call of products. */
const lazySelect = async () => (await import('@brigade/contract/product/product.endpoints.ts')).productApi.select

/** Every series of a kind with its models. */
export function useProductSource(kind?: DeviceKind): CascadeSource {
  const w = useWords(productText)
  const nameOf = useNameOf()
  const query = kind === undefined ? {} : { kind }
  const treeOf = (all: Models): CascadeTree =>
    all.map((series) => ({
      value: series.id,
      label: nameOf(series.name),
      children: series.products.map((product) => ({ value: product.id, label: nameOf(product.name) })),
    }))
  return treeSource(
    ['product', 'models', kind ?? 'all'],
    [w.series, w.model],
    async (client) =>
      treeOf(await client.fetchQuery({ ...ask(await lazySelect(), query, { quiet: true }), staleTime: 60_000 })),
    (client) => {
      // It is stored under the key of `ask`, which forms that know the call fill too.
      const all = client.getQueryData<Models>(['product', 'select', query])
      return all === undefined ? undefined : treeOf(all)
    },
  )
}

/** Spec 2: the product filter sends series and model; a series alone means all of its models. */
export function useProductFilter(kind?: DeviceKind): Filter<'seriesId' | 'productId'> {
  const w = useWords(productText)
  const source = useProductSource(kind)
  return { kind: 'cascader', names: ['seriesId', 'productId'], label: w.product, placeholder: w.allModels, source }
}
