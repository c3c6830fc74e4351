import type { ProductDetail } from '@brigade/contract/product/product.model.ts'

/** To come. */
export function LanguagesTab(_props: { product: ProductDetail }) {
  return null
}
