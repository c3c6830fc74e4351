import type { ProductDetail } from '@brigade/contract/product/product.model.ts'

/** To come. */
export function TemplatesTab(_props: { product: ProductDetail }) {
  return null
}
