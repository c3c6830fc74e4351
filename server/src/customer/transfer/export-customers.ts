import type { Readable } from 'node:stream'
import { CustomerExport } from '@brigade/contract/customer/customer.model.ts'
import { tableMediaTypes, type TableFormat } from '@brigade/contract/job/job.model.ts'
import { longWork, type ReportProgress, type Work } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import { writeTable, writeTemplate } from '../../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { listCustomerIds, listCustomersById, type StoredCustomer } from '../customer.store.ts'
import { requireDepartment } from '../list-customers.ts'
import { customerColumns, importHeads } from './customer-columns.ts'

type ExportContext = Pick<Ctx, 'db' | 'clock' | 'locale' | 'timeZone'> & Readonly<{ caller: Work['caller'] }>

const atOnce = 500

/**
 * Yields the customers of a search, in its order, all pages: their ids are read at once, the columns of the rows in
 * portions.
 */
async function* customersOf(
  { db, caller }: ExportContext,
  search: CustomerExport,
  reportProgress: ReportProgress,
): AsyncGenerator<StoredCustomer> {
  const scope = { ...caller, kind: 'customer' as const }
  const { ids: chosen, ...filters } = search
  const found = await listCustomerIds(db, scope, filters)
  const only = chosen === undefined ? undefined : new Set(chosen.split(','))
  const ids = only === undefined ? found : found.filter((id) => only.has(id))
  for (let start = 0; start < ids.length; start += atOnce) {
    await reportProgress(start, ids.length)
    const wanted = ids.slice(start, start + atOnce)
    const customers = new Map((await listCustomersById(db, scope, wanted)).map((customer) => [customer.id, customer]))
    for (const id of wanted) {
      const customer = customers.get(id)
      // The customer was deleted meanwhile.
      if (customer !== undefined) yield customer
    }
  }
  await reportProgress(ids.length, ids.length)
}

const tableOf = (context: ExportContext, search: CustomerExport, reportProgress: ReportProgress): Readable =>
  writeTable(search.format, customerColumns(context.locale), customersOf(context, search, reportProgress), context)

const fileNameOf = ({ clock, locale, timeZone }: ExportContext, format: TableFormat): string => {
  const now = clock.now()
  const day = wallText(now + zoneOffset(timeZone)(now)).slice(0, 10)
  return `${locale === 'zh' ? '客户' : 'customers'}-${day}.${format}`
}

/** One definition with two entry points: this is the console's … */
export const exportCustomers = longWork({
  kind: 'customer.export',
  access: 'customer:export',
  params: CustomerExport,
  async run(work, search) {
    await requireDepartment(work, search)
    const table = tableOf(work, search, (done, total) => work.progress({ done, total }))
    await work.writeResult(table, tableMediaTypes[search.format])
  },
})

export async function startExport(ctx: Ctx, search: CustomerExport): Promise<{ jobId: string }> {
  await requireDepartment(ctx, search)
  return startJob(ctx, exportCustomers, search, { fileName: fileNameOf(ctx, search.format) })
}

/** This one is for other programs, which get the file at once. */
export async function downloadExport(ctx: Ctx, search: CustomerExport): Promise<FileAnswer> {
  await requireDepartment(ctx, search)
  return {
    body: tableOf(ctx, search, () => Promise.resolve()),
    mediaType: tableMediaTypes[search.format],
    fileName: fileNameOf(ctx, search.format),
  }
}

/** A table with the header of an import and no rows. */
export function downloadTemplate({ locale, timeZone }: Ctx, format: TableFormat): FileAnswer {
  const columns = Object.values(importHeads).map((head) => ({ head, type: 'text' as const, value: () => '' }))
  return {
    body: writeTemplate(format, columns, { locale, timeZone }),
    mediaType: tableMediaTypes[format],
    fileName: locale === 'zh' ? `客户导入模板.${format}` : `customer-import-template.${format}`,
  }
}
