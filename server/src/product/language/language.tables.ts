import type { LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import type { ColumnType } from 'kysely'

/** By the key of the word. */
export type Texts = Readonly<Record<string, string>>
/** Written as JSON text, read as the parsed value. */
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>

export type ProductLanguageTable = {
  productId: string
  language: LanguageTag
  draft: Json<Texts>
  published: JsonOrNull<Texts>
  /** The version that a change is made from; it always increases. */
  updatedAt: string
  updatedBy: string | null
  publishedAt: string | null
  publishedBy: string | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    productLanguage: ProductLanguageTable
  }
}
