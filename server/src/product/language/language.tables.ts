import type { LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import type { Table } from '../../platform/db/database.ts'

/** Texts by the key of the word. */
export type Texts = Readonly<Record<string, string>>
declare module '../../platform/db/database.ts' {
  interface Database {
    /** `updatedAt`: The version that a change is made from; it always increases. */
    productLanguage: Table<'productLanguage', { language: LanguageTag; draft: Texts; published: Texts }>
  }
}
