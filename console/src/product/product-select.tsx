import { productApi, type DeviceKind } from '@brigade/contract/product/product.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useNameOf, useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import { SelectField } from '../ui/field/select-field.tsx'
import { productText } from './product.text.ts'

export type ProductChoice = { seriesId?: string | undefined; productId?: string | undefined }

type Props = {
  label: string
  kind?: DeviceKind
  value: ProductChoice
  onChange: (value: ProductChoice) => void
  placeholder?: string
}

/** A whole series or one of its models, as a filter (spec 2: the product select sends series and model). */
export function ProductSelect({ label, kind, value, onChange, placeholder }: Props) {
  const w = useWords(productText)
  const nameOf = useNameOf()
  const { data } = useQuery(ask(productApi.select, kind === undefined ? {} : { kind }))
  const options = (data ?? []).map((series) => ({
    group: nameOf(series.name),
    items: [
      { value: `series:${series.id}`, label: w.allOfSeries({ series: nameOf(series.name) }) },
      ...series.products.map((product) => ({ value: `product:${product.id}`, label: nameOf(product.name) })),
    ],
  }))
  const chosen =
    value.productId !== undefined ? `product:${value.productId}` : value.seriesId !== undefined ? `series:${value.seriesId}` : null
  const choose = (next: string | null): void => {
    const [what, id] = next?.split(':') ?? []
    onChange(what === 'product' ? { productId: id } : what === 'series' ? { seriesId: id } : {})
  }
  return (
    <SelectField label={label} bare clearable searchable options={options} value={chosen} onChange={choose} placeholder={placeholder ?? w.allModels} />
  )
}
