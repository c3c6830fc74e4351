import { productApi, type DeviceKind } from '@brigade/contract/product/product.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useNameOf, useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import type { OptionGroup } from '../ui/field/select-field.tsx'
import { productText } from './product.text.ts'

/** Spec 2: the product select sends series and model. One field offers both; a whole series is written `series:7`. */
type ProductSearch = { seriesId?: string | undefined; productId?: string | undefined }
const seriesMark = 'series:'

/** What stands in the one field for a query's two. */
export const productFilterOf = ({ seriesId, productId }: ProductSearch): string | undefined =>
  productId ?? (seriesId === undefined ? undefined : seriesMark + seriesId)

/** The query's two for what stands in the one field. */
export function productSearchOf(chosen: string | undefined): ProductSearch {
  if (chosen?.startsWith(seriesMark) === true)
    return { seriesId: chosen.slice(seriesMark.length), productId: undefined }
  return { seriesId: undefined, productId: chosen }
}

/** Every series of a kind with its models. */
export function useProductOptions(kind?: DeviceKind): readonly OptionGroup[] {
  const w = useWords(productText)
  const nameOf = useNameOf()
  const { data } = useQuery({
    ...ask(productApi.select, kind === undefined ? {} : { kind }, { quiet: true }),
    staleTime: 60_000,
  })
  return (data ?? []).map((series) => ({
    group: nameOf(series.name),
    items: [
      { value: seriesMark + series.id, label: w.allOfSeries({ series: nameOf(series.name) }) },
      ...series.products.map((product) => ({ value: product.id, label: nameOf(product.name) })),
    ],
  }))
}
