import { Id } from '@brigade/contract/field.ts'
import type { LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import { textOf } from '@brigade/contract/product/language/language.rules.ts'
import { z } from 'zod'
import { requirePlatformStaff } from '../../../customer/data-scope.ts'
import { tableImport } from '../../../job/table-import.ts'
import type { Db } from '../../../platform/db/database.ts'
import { afterImport } from '../../../platform/excel/given-cell.ts'
import type { Ctx, Upload } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import {
  findCheckParams,
  findKind,
  insertLanguage,
  lockLanguages,
  writeLanguage,
  type Stamp,
} from '../language.store.ts'
import { wordsOfProduct } from '../product-words.ts'
import { merged } from '../save-language.ts'
import { validateWords, type ReadWord } from './validate-words.ts'
import { plainHead, readHeads, shownHeads } from './word-columns.ts'

const Params = z.object({ productId: Id })

/**
 * The texts of valid rows are written into the drafts. A batch locks the languages it writes and merges its texts into the
 * existing ones: concurrent changes of others stay. The counts are of texts.
 */
export const languageImport = tableImport<z.output<typeof Params>, 'key' | LanguageTag, ReadWord>({
  kinds: { check: 'product.check-languages', import: 'product.import-languages' },
  access: 'product-language:import',
  params: Params,
  columns: () => ({ heads: readHeads, ignored: shownHeads, plainHead, takesUnknown: true }),
  open: async (work, sheet, { productId }) => {
    const { db, clock, caller } = work
    await requirePlatformStaff(work)
    if (!sheet.at.has('key')) refuse('product.noKeyColumn')
    if (sheet.at.size === 1) refuse('product.noLanguageColumn')
    const keys = new Set((await wordsOfProduct(db, productId, { withDrafts: true })).map(({ key }) => key))
    return {
      read: (_db, rows) => validateWords({ ...sheet, keys }, rows),
      write: (trx, passed, { isDry }) =>
        putTexts(trx, productId, passed, isDry ? undefined : { by: caller.accountId, at: clock.now() }),
    }
  },
})

export async function startLanguageCheck(ctx: Ctx, productId: string, upload: Upload): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx)
  if ((await findKind(ctx.db, productId)) === undefined) refuse('product.unknown')
  return languageImport.startCheck(ctx, { productId }, upload)
}

export async function startLanguageImport(ctx: Ctx, checkedJobId: string): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx)
  const params = Params.safeParse(await findCheckParams(ctx.db, ctx.caller.accountId, checkedJobId))
  if (!params.success) return refuse('job.unknown')
  return languageImport.startImport(ctx, params.data, checkedJobId)
}

/** The number of new texts, of changed ones, and of those erased. Without a stamp nothing is written. */
async function putTexts(
  db: Db,
  productId: string,
  passed: readonly ReadWord[],
  stamp: Stamp | undefined,
): Promise<{ added: number; updated: number; erased: number }> {
  const counts = { added: 0, updated: 0, erased: 0 }
  const languages = [...new Set(passed.flatMap(({ texts }) => [...texts.keys()]))].toSorted()
  if (languages.length === 0) return counts
  if (stamp !== undefined)
    for (const language of languages) await insertLanguage(db, { productId, language }, {}, stamp)
  const drafts = new Map((await lockLanguages(db, productId, languages)).map((row) => [row.language, row.draft]))
  for (const language of languages) {
    const before = drafts.get(language) ?? {}
    const changed = changedTexts(passed, language, before)
    for (const [key, text] of Object.entries(changed))
      counts[text === '' ? 'erased' : textOf(before, key) === '' ? 'added' : 'updated'] += 1
    if (stamp === undefined || Object.keys(changed).length === 0) continue
    await writeLanguage(db, { productId, language }, merged(before, changed), stamp)
  }
  return counts
}

const changedTexts = (
  passed: readonly ReadWord[],
  language: LanguageTag,
  before: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    passed.flatMap(({ key, texts }) => {
      const text = afterImport(texts.get(language) ?? '', textOf(before, key))
      return text === textOf(before, key) ? [] : [[key, text]]
    }),
  )
