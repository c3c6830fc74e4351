import type { Readable } from 'node:stream'
import { FaultCodeExport } from '@brigade/contract/fault/code.model.ts'
import { tableMediaTypes, type TableFormat } from '@brigade/contract/job/job.model.ts'
import { longWork } from '../../../job/long-work.ts'
import { startJob } from '../../../job/start-job.ts'
import { wallText, zoneOffset } from '../../../platform/excel/zone-time.ts'
import { writeTable, writeTemplate } from '../../../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../../../platform/http/context.ts'
import { findAllCodes } from '../fault-code.store.ts'
import { codeColumns, importHeads } from './code-columns.ts'

type ExportContext = Pick<Ctx, 'db' | 'clock' | 'locale' | 'timeZone'>

/** There are a few hundred codes, so all are read at once. */
async function tableOf(context: ExportContext, { format, ids, ...search }: FaultCodeExport) {
  const found = await findAllCodes(context.db, search)
  const only = ids === undefined ? undefined : new Set(ids.split(','))
  const rows = only === undefined ? found : found.filter(({ id }) => only.has(id))
  const body: Readable = writeTable(format, codeColumns(context.locale), rows, context)
  return { body, rows: rows.length }
}

const fileNameOf = ({ clock, locale, timeZone }: ExportContext, format: TableFormat): string => {
  const now = clock.now()
  const day = wallText(now + zoneOffset(timeZone)(now)).slice(0, 10)
  return `${locale === 'zh' ? '故障码' : 'fault-codes'}-${day}.${format}`
}

/** One definition with two entry points: this is the console's … */
export const exportCodes = longWork({
  kind: 'fault.export-codes',
  access: 'fault-code:export',
  params: FaultCodeExport,
  async run(work, search) {
    const { body, rows } = await tableOf(work, search)
    await work.progress({ done: 0, total: rows })
    await work.writeResult(body, tableMediaTypes[search.format])
    await work.progress({ done: rows, total: rows })
  },
})

export const startCodeExport = (ctx: Ctx, { body }: { body: FaultCodeExport }): Promise<{ jobId: string }> =>
  startJob(ctx, exportCodes, body, { fileName: fileNameOf(ctx, body.format) })

/** … and this one is for other programs, which get the file at once. */
export async function downloadCodes(ctx: Ctx, { query }: { query: FaultCodeExport }): Promise<FileAnswer> {
  const { body } = await tableOf(ctx, query)
  return { body, mediaType: tableMediaTypes[query.format], fileName: fileNameOf(ctx, query.format) }
}

/** A table with the header of an import and no rows. */
export function downloadCodeTemplate({ locale, timeZone }: Ctx, format: TableFormat): FileAnswer {
  const columns = Object.values(importHeads).map((head) => ({ head, type: 'text' as const, value: () => '' }))
  return {
    body: writeTemplate(format, columns, { locale, timeZone }),
    mediaType: tableMediaTypes[format],
    fileName: locale === 'zh' ? `故障码导入模板.${format}` : `fault-code-import-template.${format}`,
  }
}
