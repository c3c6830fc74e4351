import type { LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import { listPath } from '../product-address.ts'

/** The screen where the texts of a product are translated (spec 2), opened at one language. */
export function languageHref(productId: string, language?: LanguageTag): string {
  const query = new URLSearchParams(language === undefined ? { id: productId } : { id: productId, language })
  return `${listPath}/setLang?${query.toString()}`
}
