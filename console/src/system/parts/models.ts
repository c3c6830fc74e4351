import type { ReplyOf } from '@brigade/contract/endpoint.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useNameOf } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import type { OptionGroup } from '../../ui/field/select-options.ts'

type Tree = ReplyOf<typeof productApi.select>

export type Models = Readonly<{
  groups: readonly OptionGroup[]
  /** True once the answer has arrived: a model without a name does not exist then. */
  isThere: boolean
  names: ReadonlyMap<string, string>
}>

/** All models by their series, in the language on screen; empty until they are there. */
export function useModels(): Models {
  const nameOf = useNameOf()
  const { data } = useQuery(ask(productApi.select, {}, { quiet: true }))
  const tree: Tree = data ?? []
  const groups = tree
    .filter(({ products }) => products.length > 0)
    .map(({ name, products }) => ({
      group: nameOf(name),
      items: products.map((product) => ({ value: product.id, label: nameOf(product.name) })),
    }))
  const names = new Map(groups.flatMap(({ items }) => items.map(({ value, label }) => [value, label])))
  return { groups, isThere: data !== undefined, names }
}
