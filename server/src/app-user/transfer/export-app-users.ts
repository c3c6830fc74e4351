import type { Readable } from 'node:stream'
import {
  AppUserExport,
  type AppUserContactExport,
  type AppUserExportSearch,
} from '@brigade/contract/app-user/app-user.model.ts'
import { tableMediaTypes, type TableFormat } from '@brigade/contract/job/job.model.ts'
import { longWork, type ReportProgress, type Work } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import { writeTable, writeTemplate } from '../../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { requirePassword } from '../../session/require-password.ts'
import { listAllIds, listById, type StoredAppUser } from '../staff/app-user-list.store.ts'
import { seeingOf } from '../staff/list-app-users.ts'
import { appUserColumns, importHeads } from './app-user-columns.ts'

const atOnce = 500

type ExportContext = Pick<Ctx, 'db' | 'clock' | 'locale' | 'timeZone' | 'settings'> &
  Readonly<{ caller: Work['caller'] }>

/**
 * Yields the people of a search, in its order, all pages: their ids are read at once, the columns of the rows in
 * portions.
 */
async function* peopleOf(
  context: ExportContext,
  search: AppUserExportSearch,
  reportProgress: ReportProgress,
): AsyncGenerator<StoredAppUser> {
  const seeing = seeingOf(context)
  const { ids: chosen, ...filters } = search
  const found = await listAllIds(seeing, filters)
  const only = chosen === undefined ? undefined : new Set(chosen.split(','))
  const ids = only === undefined ? found : found.filter((id) => only.has(id))
  for (let start = 0; start < ids.length; start += atOnce) {
    await reportProgress(start, ids.length)
    const wanted = ids.slice(start, start + atOnce)
    const people = new Map((await listById(seeing, wanted)).map((person) => [person.id, person]))
    for (const id of wanted) {
      const person = people.get(id)
      // The person was erased meanwhile.
      if (person !== undefined) yield person
    }
  }
  await reportProgress(ids.length, ids.length)
}

type Table = Readonly<{ search: AppUserExportSearch; format: TableFormat; withContact: boolean }>

const tableOf = (
  context: ExportContext,
  { search, format, withContact }: Table,
  reportProgress: ReportProgress,
): Readable =>
  writeTable(format, appUserColumns(context.locale, withContact), peopleOf(context, search, reportProgress), context)

const fileNameOf = ({ clock, locale, timeZone }: ExportContext, format: TableFormat): string => {
  const now = clock.now()
  const day = wallText(now + zoneOffset(timeZone)(now)).slice(0, 10)
  return `${locale === 'zh' ? '应用用户' : 'app-users'}-${day}.${format}`
}

/**
 * Contacts are masked. The file is encrypted all the same: an erased person's nickname must not remain in it for days.
 */
export const exportAppUsers = longWork({
  kind: 'app-user.export',
  access: 'app-user:export',
  params: AppUserExport,
  async run(work, { format, ...search }) {
    const table = tableOf(work, { search, format, withContact: false }, (done, total) => work.progress({ done, total }))
    await work.writeResult(table, tableMediaTypes[format])
  },
})

/**
 * Complete phone numbers and e-mail addresses: the file is stored encrypted, delivered once, and deleted after an hour.
 */
export const exportContacts = longWork({
  kind: 'app-user.export-contact',
  access: 'app-user:contact',
  params: AppUserExport,
  async run(work, { format, ...search }) {
    const table = tableOf(work, { search, format, withContact: true }, (done, total) => work.progress({ done, total }))
    await work.writeResult(table, tableMediaTypes[format])
  },
})

export const startExport = (ctx: Ctx, { body }: { body: AppUserExport }): Promise<{ jobId: string }> =>
  startJob(ctx, exportAppUsers, body, { fileName: fileNameOf(ctx, body.format) })

export async function startContactExport(
  ctx: Ctx,
  { body: { password, ...body } }: { body: AppUserContactExport },
): Promise<{ jobId: string }> {
  await requirePassword(ctx, password)
  return startJob(ctx, exportContacts, body, { fileName: fileNameOf(ctx, body.format) })
}

export async function downloadAppUsers(ctx: Ctx, { query }: { query: AppUserExport }): Promise<FileAnswer> {
  const { format, ...search } = query
  return {
    body: tableOf(ctx, { search, format, withContact: false }, () => Promise.resolve()),
    mediaType: tableMediaTypes[format],
    fileName: fileNameOf(ctx, format),
  }
}

/** A table with the header of an import and no rows. */
export function downloadTemplate({ locale, timeZone }: Ctx, format: TableFormat): FileAnswer {
  const columns = Object.values(importHeads).map((head) => ({ head, type: 'text' as const, value: () => '' }))
  return {
    body: writeTemplate(format, columns, { locale, timeZone }),
    mediaType: tableMediaTypes[format],
    fileName: locale === 'zh' ? `应用用户导入模板.${format}` : `app-user-import-template.${format}`,
  }
}
