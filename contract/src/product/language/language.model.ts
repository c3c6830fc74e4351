import { z } from 'zod'
import { filter, Id, Instant, Time } from '../../field.ts'
import { TableFormat } from '../../job/job.model.ts'
import { searchOf } from '../../paging.ts'

/**
 * Words of a product in languages beside English and Chinese, which its thing model and templates contain themselves: names of functions,
 * parameters, enumeration items and faults, and texts of templates. Each language has a draft and a published state.
 */

/** BCP 47, as the phone app names them; spec 1 begins with German, Spanish, Italian and French. */
export const languageTags = [
  'de',
  'es',
  'it',
  'fr',
  'pt',
  'nl',
  'pl',
  'ru',
  'tr',
  'ja',
  'ko',
  'th',
  'vi',
  'ar',
] as const
export const LanguageTag = z.enum(languageTags)
export type LanguageTag = z.output<typeof LanguageTag>

export const wordLimits = { text: 200, key: 300, words: 20_000 } as const

export const wordKinds = ['function', 'parameter', 'item', 'fault', 'template'] as const
export const WordKind = z.enum(wordKinds)
export type WordKind = z.output<typeof WordKind>

export const languageStatuses = ['draft', 'published', 'changed'] as const

/** `total` words there are to translate; `translated` of them in the draft, `published` of them published. */
export const LanguageRow = z.object({
  language: LanguageTag,
  status: z.enum(languageStatuses),
  total: z.number().int(),
  translated: z.number().int(),
  published: z.number().int(),
  updatedAt: Instant,
  updatedBy: z.string(),
  publishedAt: Instant.nullable(),
})
export type LanguageRow = z.output<typeof LanguageRow>

export const LanguageSearch = searchOf({ productId: Id, status: filter(z.enum(languageStatuses)) }, [
  'language',
  'updatedAt',
])
export type LanguageSearch = z.output<typeof LanguageSearch>

/** An empty `text` means not translated yet; the app then shows the English word. */
export const ProductWord = z.object({
  /** `property.ChamberTemp.name`; language.rules.ts makes it. */
  key: z.string(),
  kind: WordKind,
  /** The identifier of the function, or the kind of the template, it belongs to. */
  of: z.string(),
  en: z.string(),
  zh: z.string(),
  text: z.string(),
  published: z.string(),
})
export type ProductWord = z.output<typeof ProductWord>

export const ProductWords = z.object({
  /** Null: the language has not been begun. */
  updatedAt: Instant.nullable(),
  words: z.array(ProductWord),
})
export type ProductWords = z.output<typeof ProductWords>

/** An empty text removes a translation; keys that are left out stay unchanged. */
export const LanguageSave = z.strictObject({
  productId: Id,
  language: LanguageTag,
  texts: z.record(z.string().max(wordLimits.key), z.string().trim().max(wordLimits.text)),
  /** Version of the source words; null for a new language. */
  updatedAt: Time.nullable(),
})
export type LanguageSave = z.output<typeof LanguageSave>

export const Languages = z.array(LanguageTag).min(1).max(languageTags.length)

/**
 * One table with a row for each word and a column for each language; without `languages`, all languages that were
 * begun.
 */
export const LanguageExport = z.strictObject({
  productId: Id,
  languages: z.preprocess((value) => (typeof value === 'string' ? [value] : value), Languages.optional()),
  format: TableFormat.default('xlsx'),
})
export type LanguageExport = z.output<typeof LanguageExport>
