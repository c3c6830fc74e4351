import { tableMediaTypes, type JobDetail, type TableFormat } from '@brigade/contract/job/job.model.ts'
import { jobText } from '@brigade/contract/job/job.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { formatText } from '@brigade/contract/text.ts'
import { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import type { TableColumn } from '../platform/excel/table.ts'
import { writeTable } from '../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { storedText } from './job-row.ts'
import { listRefusals, type KeptRefusal } from './job-refusal.store.ts'
import { findOwnJob } from './job.store.ts'

const shownErrors = 100
const readAtOnce = 500
const Cells = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).catch([])
const beginning = { row: 0, column: '' }

export async function firstErrors(db: Db, jobId: string, locale: Locale): Promise<JobDetail['errors']> {
  const refusals = await listRefusals(db, jobId, beginning, shownErrors)
  return refusals.map((refusal) => ({ row: refusal.row, column: refusal.column, message: messageOf(refusal, locale) }))
}

const messageOf = ({ messageKey, messageParams }: KeptRefusal, locale: Locale) =>
  storedText(messageKey, messageParams, locale)

type BadRow = { cells: z.output<typeof Cells>; reasons: string[] }

/** Yields each row once, with all its reasons. */
async function* badRows(db: Db, jobId: string, locale: Locale): AsyncGenerator<BadRow> {
  let after = beginning
  let row: BadRow | undefined
  let rowNumber = 0
  for (;;) {
    const refusals = await listRefusals(db, jobId, after, readAtOnce)
    for (const refusal of refusals) {
      if (row === undefined || refusal.row !== rowNumber) {
        if (row !== undefined) yield row
        row = { cells: Cells.parse(refusal.cells), reasons: [] }
        rowNumber = refusal.row
      }
      const message = messageOf(refusal, locale)
      const colon = locale === 'zh' ? '：' : ': '
      row.reasons.push(refusal.column === '' ? message : `${refusal.column}${colon}${message}`)
    }
    const last = refusals.at(-1)
    if (last === undefined || refusals.length < readAtOnce) break
    after = { row: last.row, column: last.column }
  }
  if (row !== undefined) yield row
}

/** The refused rows in their original columns, with the reasons in a further column. */
export async function jobErrors(
  ctx: Ctx,
  { query }: { query: { id: string; format: TableFormat } },
): Promise<FileAnswer> {
  const { db, caller, locale, timeZone } = ctx
  const job = await findOwnJob(db, caller, query.id)
  if (job === undefined) refuse('job.unknown')
  if (!job.hasErrors) refuse('job.noFile')
  const head = z.array(z.string()).catch([]).parse(job.head)
  const width = Math.max(head.length, await widthWithoutHead(db, job.id, head.length))
  const columns: TableColumn<BadRow>[] = Array.from({ length: width }, (_, index) => ({
    head: { en: head[index] ?? '', zh: head[index] ?? '' },
    type: 'text',
    value: ({ cells }) => textOf(cells[index]),
  }))
  columns.push({
    head: { en: formatText(jobText['job.reason'], 'en'), zh: formatText(jobText['job.reason'], 'zh') },
    type: 'text',
    value: ({ reasons }) => reasons.join(locale === 'zh' ? '；' : '; '),
    width: 60,
  })
  const name = job.fileName.replace(/\.(xlsx|csv|txt)$/i, '')
  return {
    body: writeTable(query.format, columns, badRows(db, job.id, locale), { locale, timeZone }),
    mediaType: tableMediaTypes[query.format],
    fileName: `${name} - ${formatText(jobText['job.refusedRows'], locale)}.${query.format}`,
  }
}

/** For work without a header, the first row gives the number of columns. */
async function widthWithoutHead(db: Db, jobId: string, headWidth: number): Promise<number> {
  if (headWidth > 0) return headWidth
  const [first] = await listRefusals(db, jobId, beginning, 1)
  return first === undefined ? 0 : Cells.parse(first.cells).length
}

/** A text of digits stays a text: a code with leading zeros must come back unchanged. */
const textOf = (cell: string | number | boolean | null | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell)
