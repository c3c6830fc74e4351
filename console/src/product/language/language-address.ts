import type { LanguageTag } from '@brigade/contract/product/language/language.model.ts'

/** The screen where the words of a product are translated (spec 2). */
export function languageHref(productId: string, language?: LanguageTag): string {
  const query = new URLSearchParams({ id: productId, ...(language === undefined ? {} : { language }) })
  return `/product/model/setLang?${query.toString()}`
}
