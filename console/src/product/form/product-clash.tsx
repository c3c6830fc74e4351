import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { nodeTypeWords } from '@brigade/contract/product/node-type.text.ts'
import { networkTypeWords, protocolWords } from '@brigade/contract/product/product.text.ts'
import type { CallError } from '../../platform/call-error.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { FieldClash } from '../../ui/form/field-clash.tsx'
import { modelText } from '../model.text.ts'
import { productFormText } from './form.text.ts'
import { typedProduct, type TypedProduct } from './product-typed.ts'

type Props = {
  /** The refusal. */
  by: CallError
  /** The edit started from `base`; `now` is the current state on the server. */
  base: ProductDetail
  now: ProductDetail
  mine: TypedProduct
  seriesName: (id: string | undefined) => string
  onGoOn: (values: TypedProduct) => void
}

/** Shows what both people changed in this model, and which changes were taken over. */
export function ProductClash({ by, base, now, mine, seriesName, onGoOn }: Props) {
  const m = useWords(modelText)
  const w = useWords(productFormText)
  const locale = useLocale()
  const nameOf = useNameOf()
  const shown = (values: TypedProduct): Readonly<Record<keyof TypedProduct, string>> => ({
    'name.en': values['name.en'],
    'name.zh': values['name.zh'],
    seriesId: values.seriesId === now.series.id ? nameOf(now.series.name) : seriesName(values.seriesId),
    nodeType: nodeTypeWords[values.nodeType][locale],
    networkType: networkTypeWords[values.networkType][locale],
    protocol: protocolWords[values.protocol][locale],
    imageFileId: values.imageFileId === null ? w.noPicture : w.anotherPicture,
    note: values.note,
  })
  return (
    <FieldClash
      by={by}
      base={typedProduct(base)}
      mine={mine}
      theirs={typedProduct(now)}
      labels={{
        'name.en': m.nameEn,
        'name.zh': m.nameZh,
        seriesId: m.series,
        nodeType: m.nodeType,
        networkType: m.networkType,
        protocol: m.protocol,
        imageFileId: m.picture,
        note: m.note,
      }}
      shown={(name, values) => shown(values)[name]}
      onGoOn={onGoOn}
    />
  )
}
