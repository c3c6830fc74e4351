import type { Readable } from 'node:stream'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import { LanguageExport, languageTags } from '@brigade/contract/product/language/language.model.ts'
import { textOf } from '@brigade/contract/product/language/language.rules.ts'
import { longWork, type Work } from '../../../job/long-work.ts'
import { startJob } from '../../../job/start-job.ts'
import { wallText, zoneOffset } from '../../../platform/excel/zone-time.ts'
import { writeTable } from '../../../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../../../platform/http/context.ts'
import { seenWords } from '../product-words.ts'
import { placeOf, wordColumns, type WordRow } from './word-columns.ts'

type ExportContext = Pick<Ctx, 'db' | 'clock' | 'locale' | 'timeZone'> & Readonly<{ caller: Work['caller'] }>

/** A row for each word and a column for each requested language, started or not; by default for the started ones. */
async function tableOf(context: ExportContext, { productId, languages: wanted, format }: LanguageExport) {
  const { words, languages: stored } = await seenWords(context, productId)
  const texts = new Map(stored.map(({ language, draft }) => [language, draft]))
  const chosen = languageTags.filter((language) => wanted?.includes(language) ?? texts.has(language))
  const place = placeOf(words, context.locale)
  const rows = words.map((word): WordRow => ({
    word,
    where: place(word),
    texts: new Map(chosen.map((language) => [language, textOf(texts.get(language) ?? {}, word.key)])),
  }))
  const body: Readable = writeTable(format, wordColumns(chosen), rows, context)
  return { body, rows: rows.length }
}

function fileNameOf({ clock, locale, timeZone }: ExportContext, { format }: LanguageExport): string {
  const now = clock.now()
  const day = wallText(now + zoneOffset(timeZone)(now)).slice(0, 10)
  return `${locale === 'zh' ? '产品词条' : 'product-words'}-${day}.${format}`
}

/** One definition with two entry points: this is the console's … */
export const exportLanguages = longWork({
  kind: 'product.export-languages',
  access: 'product-language:export',
  params: LanguageExport,
  async run(work, wanted) {
    const { body, rows } = await tableOf(work, wanted)
    await work.progress({ done: 0, total: rows })
    await work.writeResult(body, tableMediaTypes[wanted.format])
    await work.progress({ done: rows, total: rows })
  },
})

/** A missing product is refused at once, not by the job. */
export async function startLanguageExport(ctx: Ctx, wanted: LanguageExport): Promise<{ jobId: string }> {
  await seenWords(ctx, wanted.productId)
  return startJob(ctx, exportLanguages, wanted, { fileName: fileNameOf(ctx, wanted) })
}

/** … and this one is for other programs, which get the file at once. */
export async function downloadLanguages(ctx: Ctx, wanted: LanguageExport): Promise<FileAnswer> {
  const { body } = await tableOf(ctx, wanted)
  return { body, mediaType: tableMediaTypes[wanted.format], fileName: fileNameOf(ctx, wanted) }
}
