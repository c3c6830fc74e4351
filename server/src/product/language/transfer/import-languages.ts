import { Id } from '@brigade/contract/field.ts'
import type { LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import { textOf } from '@brigade/contract/product/language/language.rules.ts'
import { z } from 'zod'
import { requirePlatformStaff } from '../../../customer/data-scope.ts'
import { textColumns } from '../../../platform/excel/damaged-cells.ts'
import { processInBatches } from '../../../job/process-in-batches.ts'
import { findOwnJob } from '../../../job/job.store.ts'
import { longWork, type RefusedRow, type Work } from '../../../job/long-work.ts'
import { readHead } from '../../../job/read-input.ts'
import { startJob } from '../../../job/start-job.ts'
import type { Db } from '../../../platform/db/database.ts'
import { afterImport } from '../../../platform/excel/given-cell.ts'
import { matchHead, scoreOf } from '../../../platform/excel/match-head.ts'
import type { TableCell } from '../../../platform/excel/table.ts'
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
import { validateWords, type ValidatedWords, type WordSheet } from './validate-words.ts'
import { isLanguageColumn, plainHead, wordHeads } from './word-columns.ts'

const Params = z.object({ productId: Id })

/** The first step: shows what an import would do, row by row. It writes nothing but its own progress. */
export const checkLanguageImport = longWork({
  kind: 'product.check-languages',
  access: 'product-language:import',
  params: Params,
  run: (work, { productId }) => run(work, productId, { isDry: true }),
})

/** The second step, with the same file again: the texts of valid rows are written into the drafts. */
export const importLanguages = longWork({
  kind: 'product.import-languages',
  access: 'product-language:import',
  params: Params,
  run: (work, { productId }) => run(work, productId, { isDry: false }),
})

export async function startLanguageCheck(ctx: Ctx, productId: string, upload: Upload): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx)
  if ((await findKind(ctx.db, productId)) === undefined) refuse('product.unknown')
  return startJob(ctx, checkLanguageImport, { productId }, { fileName: upload.name, input: upload })
}

export async function startLanguageImport(ctx: Ctx, checkedJobId: string): Promise<{ jobId: string }> {
  await requirePlatformStaff(ctx)
  const params = Params.safeParse(await findCheckParams(ctx.db, ctx.caller.accountId, checkedJobId))
  if (!params.success) return refuse('job.unknown')
  const checked = await findOwnJob(ctx.db, ctx.caller, checkedJobId)
  const input = { ofJob: checkedJobId, kind: checkLanguageImport.kind }
  return startJob(ctx, importLanguages, params.data, { fileName: checked?.fileName ?? '', input })
}

/**
 * A batch locks the languages it writes and merges its texts into the existing ones: concurrent changes of others stay.
 * Rows before the checkpoint are validated again, because later ones may repeat them. The counts are of texts.
 */
async function run(work: Work, productId: string, { isDry }: { isDry: boolean }): Promise<void> {
  const { db, clock, caller } = work
  await requirePlatformStaff(work)
  const keys = new Set((await wordsOfProduct(db, productId, { withDrafts: true })).map(({ key }) => key))
  const { total, ...read } = await readWordColumns(work)
  const sheet: WordSheet = { ...read, keys, rowOf: new Map() }
  await processInBatches(
    work,
    { head: sheet.head, total, score: scoreOfWords, columns: textColumns(sheet.keyAt, ...sheet.languagesAt.values()) },
    (rows) => void validateWords(sheet, rows),
    async (trx, rows) => {
      const { passed, refused } = validateWords(sheet, rows)
      const stamp = isDry ? undefined : { by: caller.accountId, at: clock.now() }
      const counts = await putTexts(trx, productId, passed, stamp)
      return { refused: refusedRows(refused), failed: refused.length, ...counts }
    },
  )
}

const refusedRows = (refused: ValidatedWords['refused']): RefusedRow[] =>
  refused.flatMap(({ row: { row, cells }, reasons }) => reasons.map(({ column, why }) => ({ row, cells, column, why })))

/** The number of new texts, of changed ones, and of those erased. Without a stamp nothing is written. */
async function putTexts(
  db: Db,
  productId: string,
  passed: ValidatedWords['passed'],
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
  passed: ValidatedWords['passed'],
  language: LanguageTag,
  before: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    passed.flatMap(({ key, texts }) => {
      const text = afterImport(texts.get(language) ?? '', textOf(before, key))
      return text === textOf(before, key) ? [] : [[key, text]]
    }),
  )

const scoreOfWords = (cells: readonly TableCell[]) => scoreOf(wordHeads)(cells.map(plainHead))

/** The header, and the number of rows: the whole file is read before its first row has an effect. */
async function readWordColumns(work: Work) {
  const { head, total } = await readHead(work, scoreOfWords)
  const { at, repeated } = matchHead(head.map(plainHead), wordHeads)
  if (repeated.length > 0) refuse('job.repeatedColumns', { columns: repeated.join(', ') })
  const keyAt = at.get('key')
  if (keyAt === undefined) return refuse('product.noKeyColumn')
  const languagesAt = new Map([...at].filter((entry): entry is [LanguageTag, number] => isLanguageColumn(entry[0])))
  if (languagesAt.size === 0) return refuse('product.noLanguageColumn')
  return { head, keyAt, languagesAt, unknownAt: unknownColumns(head, new Set(at.values())), total }
}

const unknownColumns = (head: readonly TableCell[], known: ReadonlySet<number>): number[] =>
  head.flatMap((cell, index) => (known.has(index) || String(cell).trim() === '' ? [] : [index]))
