import { containsTyped } from '@brigade/contract/letters/folded.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { useNameOf } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import { optionSource, type CascadeSource } from '../ui/field/cascade/cascade-source.ts'

/** Models of ovens, found by typing part of the name: for a remote select. */
export function useModelSource(): CascadeSource {
  const nameOf = useNameOf()
  return optionSource(['product', 'oven models'], async (client, { typed, value }) => {
    const tree = await client.fetchQuery(ask(productApi.select, { kind: 'oven' }, { quiet: true }))
    return tree
      .flatMap(({ name, products }) =>
        products.map((product) => ({ value: product.id, label: nameOf(product.name), note: nameOf(name) })),
      )
      .filter(({ value: id, label }) => (value === undefined ? containsTyped([label], typed ?? '') : id === value))
  })
}
