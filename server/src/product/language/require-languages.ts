import type { LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { lockLanguages } from './language.store.ts'

export type Chosen = Readonly<{ productId: string; languages: readonly LanguageTag[] }>

/** Locked until the transaction ends; one that was not started refuses all. */
export async function requireLanguages(db: Db, { productId, languages }: Chosen) {
  const begun = await lockLanguages(db, productId, languages)
  return begun.length === new Set(languages).size ? begun : refuse('product.languageUnknown')
}
