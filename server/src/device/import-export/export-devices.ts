import type { Readable } from 'node:stream'
import { z } from 'zod'
import { DeviceExport, UninstalledExport } from '@brigade/contract/device/import-export/import-export.model.ts'
import { tableMediaTypes, type TableFormat } from '@brigade/contract/job/job.model.ts'
import { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { longWork, type Work } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import type { Db } from '../../platform/db/database.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import { writeTable, writeTemplate } from '../../platform/excel/write-table.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { isSingle, type DeviceList } from '../list/device.store.ts'
import { countFound, requireDepartment } from '../list/list-devices.ts'
import { listKeywordMatches } from '../list/keyword-search.store.ts'
import { deviceColumns, importHeads, uninstalledHeads } from './device-columns.ts'
import { listExported, listIdsInOrder, listNamesToImport, type ExportedDevice, type ListOrder } from './export.store.ts'

export type ExportContext = Pick<Ctx, 'db' | 'caches' | 'clock' | 'locale' | 'timeZone'> &
  Readonly<{ caller: Work['caller'] }>
type ReportProgress = (done: number) => Promise<void>

const atOnce = 1000
/** A keyword with more matches than this is checked row by row. */
const maxKeywordMatches = 50_000

/** The ids that a search finds, in its order, batch by batch. */
export async function* idsFound(
  { db, caches, clock, caller }: Pick<ExportContext, 'db' | 'caches' | 'clock'> & Readonly<{ caller: DataScope }>,
  list: DeviceList,
  search: ListOrder,
): AsyncGenerator<string[]> {
  const { keyword = '', ids: chosen } = search
  const sought = { keyword, kind: list.kind }
  // The chosen devices were in the list, so that the keyword found them.
  const among =
    chosen?.split(',') ?? (isSingle(keyword) ? undefined : await listKeywordMatches(db, sought, maxKeywordMatches))
  const request = { db, caches, scope: caller, list, nowMs: clock.now(), among }
  const filters = among === undefined ? search : { ...search, keyword: undefined }
  yield* listIdsInOrder({ ...request, search: filters }, atOnce)
}

/** The devices of a search, in its order, all pages. */
async function* devicesOf(context: ExportContext, list: DeviceList, search: ListOrder, reportProgress: ReportProgress) {
  const { db, caller } = context
  const nameOf = organisationNamer(db, caller)
  let done = 0
  for await (const ids of idsFound(context, list, search)) {
    const rows = await listExported(db, caller, ids)
    const names = await nameOf(rows)
    const devices = new Map(rows.map((device) => [device.id, device]))
    for (const id of ids) {
      const device = devices.get(id)
      // The device was deleted meanwhile.
      if (device === undefined) continue
      const { organisationId, channelId } = device
      const organisation = names.get(organisationId) ?? ''
      yield { ...device, organisation, channel: names.get(channelId ?? '') ?? '' } satisfies ExportedDevice
    }
    done += ids.length
    await reportProgress(done)
  }
}

/** Names of organisations, cached for the whole export because most rows repeat them. */
function organisationNamer(db: Db, scope: DataScope) {
  const known = new Map<string, string>()
  return async (rows: readonly Readonly<{ organisationId: string; channelId: string | null }>[]) => {
    const ids = new Set(rows.flatMap(({ organisationId, channelId }) => [organisationId, channelId ?? '']))
    const missing = [...ids].filter((id) => id !== '' && !known.has(id))
    if (missing.length > 0) for (const { id, name } of await listNamesToImport(db, scope, missing)) known.set(id, name)
    return known
  }
}

const tableOf = (
  context: ExportContext,
  list: DeviceList,
  format: TableFormat,
  search: ListOrder,
  reportProgress: ReportProgress,
): Readable => {
  const columns = deviceColumns({ ...list, locale: context.locale, nowMs: context.clock.now() })
  return writeTable(format, columns, devicesOf(context, list, search, reportProgress), context)
}

const nouns = {
  oven: { en: 'ovens', zh: '烤箱设备' },
  cooler: { en: 'refrigeration-devices', zh: '制冷设备' },
}
export const fileNameOf = (
  { clock, locale, timeZone }: ExportContext,
  { kind, installed }: DeviceList,
  ending: string,
) => {
  const now = clock.now()
  const day = wallText(now + zoneOffset(timeZone)(now)).slice(0, 10)
  const noun = nouns[kind][locale]
  const what = installed ? noun : locale === 'zh' ? `未安装${noun}` : `uninstalled-${noun}`
  return `${what}-${day}${ending}`
}

/** Null: more rows than are counted. */
async function totalOf(work: Work, list: DeviceList, search: ListOrder): Promise<number | null> {
  if (search.ids !== undefined) return search.ids.split(',').length
  const { total, totalCapped } = await countFound(work, list, search)
  return totalCapped === true ? null : total
}

async function runExport(work: Work, list: DeviceList, { format, ...search }: ListOrder & { format: TableFormat }) {
  await requireDepartment(work, search)
  await work.progress({ done: 0, total: await totalOf(work, list, search) })
  const table = tableOf(work, list, format, search, (done) => work.progress({ done }))
  await work.writeResult(table, tableMediaTypes[format])
}

/** The exports of both kinds and both lists, as jobs for the console. */
export const exportDevices = longWork({
  kind: 'device.export',
  access: ({ kind }) => `${kind}:export`,
  params: z.object({ kind: DeviceKind, search: DeviceExport }),
  run: (work, { kind, search }) => runExport(work, { kind, installed: true }, search),
})
export const exportUninstalled = longWork({
  kind: 'device.export-uninstalled',
  access: ({ kind }) => `${kind}:export`,
  params: z.object({ kind: DeviceKind, search: UninstalledExport }),
  run: (work, { kind, search }) => runExport(work, { kind, installed: false }, search),
})

export async function startExport(ctx: Ctx, kind: DeviceKind, search: DeviceExport): Promise<{ jobId: string }> {
  await requireDepartment(ctx, search)
  const fileName = fileNameOf(ctx, { kind, installed: true }, `.${search.format}`)
  return startJob(ctx, exportDevices, { kind, search }, { fileName })
}

export async function startUninstalledExport(ctx: Ctx, kind: DeviceKind, search: UninstalledExport) {
  await requireDepartment(ctx, search)
  const fileName = fileNameOf(ctx, { kind, installed: false }, `.${search.format}`)
  return startJob(ctx, exportUninstalled, { kind, search }, { fileName })
}

/** The same export for other programs, which get the file as the reply. */
export async function downloadExport(
  ctx: Ctx,
  list: DeviceList,
  { format, ...search }: ListOrder & { format: TableFormat },
): Promise<FileAnswer> {
  await requireDepartment(ctx, search)
  return {
    body: tableOf(ctx, list, format, search, () => Promise.resolve()),
    mediaType: tableMediaTypes[format],
    fileName: fileNameOf(ctx, list, `.${format}`),
  }
}

/** A table with the columns of an import and no rows. */
export function downloadTemplate(
  { locale, timeZone }: Ctx,
  { kind, installed }: DeviceList,
  format: TableFormat,
): FileAnswer {
  const heads: readonly Words[] = installed ? Object.values(importHeads) : Object.values(uninstalledHeads)
  const columns = heads.map((head) => ({ head, type: 'text' as const, value: () => '' }))
  const noun = nouns[kind][locale]
  const what = installed ? noun : locale === 'zh' ? `未安装${noun}` : `uninstalled-${noun}`
  return {
    body: writeTemplate(format, columns, { locale, timeZone }),
    mediaType: tableMediaTypes[format],
    fileName: locale === 'zh' ? `${what}导入模板.${format}` : `${what}-import-template.${format}`,
  }
}
