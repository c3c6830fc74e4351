import { otherOrganisation } from '@brigade/contract/customer/other-organisation.ts'
import type { Readable } from 'node:stream'
import { chunks } from '@brigade/contract/chunks.ts'
import {
  alertTypeNames,
  categoryNames,
  conditionNames,
  closingCauseIn,
  handlingNames,
  recordTypeNames,
  severityNames,
} from '@brigade/contract/fault/fault-words.ts'
import { FaultExport } from '@brigade/contract/fault/record-list.model.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { tableMediaTypes, type TableFormat } from '@brigade/contract/job/job.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import { longWork, type ReportProgress, type Work } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import type { TableColumn } from '../../platform/excel/table.ts'
import { writeTable } from '../../platform/excel/write-table.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { findAllIds, listRecordsById } from './fault-list.store.ts'
import { filtersOf, rowOf } from './list-faults.ts'

type ExportContext = Pick<Ctx, 'db' | 'clock' | 'locale' | 'timeZone'> & Readonly<{ caller: Work['caller'] }>

const atOnce = 500

/**
 * Yields the records of a search, in its order, all pages: their ids are read at once, the columns of the rows in
 * portions.
 */
async function* recordsOf(
  { db, clock, caller }: ExportContext,
  search: FaultExport,
  reportProgress: ReportProgress,
): AsyncGenerator<FaultRow> {
  const { ids: chosen, format: _format, ...query } = search
  const now = clock.now()
  // By default only faults, as in the list. Selected records may be of either type.
  const { type = chosen === undefined ? 'fault' : 'all' } = query
  const ids = await findAllIds(db, caller, { ...filtersOf({ ...query, type }), among: chosen?.split(',') }, now)
  let done = 0
  for (const some of chunks(ids, atOnce)) {
    await reportProgress(done, ids.length)
    const rows = await listRecordsById(
      db,
      caller,
      some.map((id) => ({ id })),
    )
    for (const row of rows) yield rowOf(row, now)
    done += some.length
  }
  await reportProgress(done, ids.length)
}

function columnsIn(locale: Locale): readonly TableColumn<FaultRow>[] {
  const text = (head: Words, value: (row: FaultRow) => string): TableColumn<FaultRow> => ({ head, type: 'text', value })
  const time = (head: Words, value: (row: FaultRow) => string | null): TableColumn<FaultRow> => ({
    head,
    type: 'instant',
    value,
  })
  return [
    text({ en: 'Type', zh: '类型' }, ({ type, alertType }) =>
      alertType === null ? recordTypeNames[type][locale] : alertTypeNames[alertType][locale],
    ),
    text({ en: 'SN', zh: 'SN' }, ({ device }) => device.sn),
    text({ en: 'Device', zh: '设备名称' }, ({ device }) => device.name),
    text({ en: 'Model', zh: '产品型号' }, ({ product }) => product.name[locale]),
    text({ en: 'Customer', zh: '客户' }, ({ customer }) => customer.name),
    text({ en: 'Code', zh: '故障码' }, ({ code, identifier }) => (code === '' ? identifier : code)),
    text({ en: 'Description', zh: '描述' }, ({ name }) => name[locale]),
    text({ en: 'Reason', zh: '原因' }, ({ reason }) => reason[locale]),
    text({ en: 'Category', zh: '故障类型' }, ({ category }) => categoryNames[category][locale]),
    text({ en: 'Severity', zh: '级别' }, ({ severity }) => severityNames[severity][locale]),
    text({ en: 'Condition', zh: '状态' }, ({ condition }) => conditionNames[condition][locale]),
    text({ en: 'Handling', zh: '处理进度' }, ({ handling }) => handlingNames[handling][locale]),
    text({ en: 'Assigned to', zh: '负责人' }, ({ assignee }) =>
      assignee?.id === null ? otherOrganisation[locale] : (assignee?.name ?? ''),
    ),
    { head: { en: 'Occurrences', zh: '发生次数' }, type: 'number', value: ({ occurrences }) => occurrences },
    time({ en: 'Raised', zh: '发生时间' }, ({ raisedAt }) => raisedAt),
    time({ en: 'Last reported', zh: '最近上报' }, ({ lastAt }) => lastAt),
    time({ en: 'Cleared', zh: '消除时间' }, ({ eliminatedAt }) => eliminatedAt),
    time({ en: 'Closed', zh: '关闭时间' }, ({ closedAt }) => closedAt),
    text({ en: 'Cause', zh: '关闭原因' }, (row) => closingCauseIn(locale, row)),
    text({ en: 'User', zh: '用户' }, ({ user }) => user),
    text({ en: 'Phone', zh: '手机号' }, ({ phone }) => phone),
  ]
}

const tableOf = (context: ExportContext, search: FaultExport, reportProgress: ReportProgress): Readable =>
  writeTable(search.format, columnsIn(context.locale), recordsOf(context, search, reportProgress), context)

const fileNameOf = ({ clock, locale, timeZone }: ExportContext, format: TableFormat): string => {
  const now = clock.now()
  const day = wallText(now + zoneOffset(timeZone)(now)).slice(0, 10)
  return `${locale === 'zh' ? '故障与告警' : 'faults'}-${day}.${format}`
}

/** One definition with two entry points: this is the console's … */
export const exportFaults = longWork({
  kind: 'fault.export',
  access: 'fault:export',
  params: FaultExport,
  async run(work, search) {
    const table = tableOf(work, search, (done, total) => work.progress({ done, total }))
    await work.writeResult(table, tableMediaTypes[search.format])
  },
})

export const startExport = (ctx: Ctx, { body }: { body: FaultExport }): Promise<{ jobId: string }> =>
  startJob(ctx, exportFaults, body, { fileName: fileNameOf(ctx, body.format) })

/** … and this one is for other programs, which get the file at once. */
export const downloadExport = (ctx: Ctx, { query }: { query: FaultExport }): FileAnswer => ({
  body: tableOf(ctx, query, () => Promise.resolve()),
  mediaType: tableMediaTypes[query.format],
  fileName: fileNameOf(ctx, query.format),
})
