import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { TemplateKind } from '@brigade/contract/product/template/template.model.ts'

/** To come. */
export function TemplateEditor(_props: { product: ProductDetail; kind: TemplateKind }) {
  return null
}
