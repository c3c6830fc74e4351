import type { LanguageRow, LanguageSearch } from '@brigade/contract/product/language/language.model.ts'
import { coverageOf, type Word } from '@brigade/contract/product/language/language.rules.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { offsetOf } from '../../platform/db/page.ts'
import type { Ctx } from '../../platform/http/context.ts'
import type { StoredLanguage } from './language.store.ts'
import { seenWords } from './product-words.ts'

/** A product has only a few languages, and their counts are computed from the words, not stored in the table. */
export async function listLanguageRows(
  ctx: Pick<Ctx, 'db' | 'caller'>,
  search: LanguageSearch,
): Promise<Page<LanguageRow>> {
  const { productId, status, sort = 'language', pageNum, pageSize } = search
  const { words, languages } = await seenWords(ctx, productId)
  const rows = languages
    .map((language) => rowOf(language, words))
    .filter((row) => status === undefined || row.status === status)
    .toSorted(orders[sort])
  const from = offsetOf(search)
  return { list: rows.slice(from, from + pageSize), total: rows.length, pageNum, pageSize }
}

type Order = (a: LanguageRow, b: LanguageRow) => number
const byLanguage: Order = (a, b) => (a.language < b.language ? -1 : 1)
const byTime: Order = (a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt) || byLanguage(a, b)
const orders: Readonly<Record<NonNullable<LanguageSearch['sort']>, Order>> = {
  language: byLanguage,
  '-language': (a, b) => byLanguage(b, a),
  updatedAt: byTime,
  '-updatedAt': (a, b) => byTime(b, a),
}

const rowOf = (
  { language, draft, published, updatedAt, updatedBy, publishedAt, isChanged }: StoredLanguage,
  words: readonly Word[],
): LanguageRow => ({
  language,
  status: published === null ? 'draft' : isChanged ? 'changed' : 'published',
  total: words.length,
  translated: coverageOf(words, draft),
  published: coverageOf(words, published ?? {}),
  updatedAt,
  updatedBy: updatedBy ?? '',
  publishedAt,
})
