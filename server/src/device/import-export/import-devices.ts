import { z } from 'zod'
import { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { readColumnsOf } from '../../platform/excel/damaged-cells.ts'
import { processInBatches, readColumns } from '../../job/process-in-batches.ts'
import { findOwnJob } from '../../job/job.store.ts'
import { longWork, type LongWork, type RefusedRow, type Work } from '../../job/long-work.ts'
import type { Score } from '../../job/read-input.ts'
import { startJob } from '../../job/start-job.ts'
import type { TableRow } from '../../platform/excel/table.ts'
import type { Ctx, Upload } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import type { CachedDb } from '../../platform/caches.ts'
import { knownZone } from '../../platform/zone/zones.ts'
import type { DeviceList } from '../list/device.store.ts'
import { alikeRows } from './first-row.ts'
import { exportHeads, importHeads, uninstalledHeads, type ImportColumn } from './device-columns.ts'
import { validateDevices, noteRows, type Passed, type Refused, type Sheet } from './validate-devices.ts'
import { putDevices } from './put-devices.ts'
import { headOf, rowReader } from './read-device-row.ts'

const OfKind = z.object({ kind: DeviceKind })
type OfKind = z.output<typeof OfKind>

function workOf(
  kind: 'device.check-import' | 'device.import' | 'device.check-uninstalled-import' | 'device.import-uninstalled',
  { installed, isDry }: { installed: boolean; isDry: boolean },
): LongWork<OfKind> {
  return longWork({
    kind,
    access: (params: OfKind) => `${params.kind}:import`,
    params: OfKind,
    run: (work, params) => importFile(work, { kind: params.kind, installed }, isDry),
  })
}

/**
 * The first step: shows what an import would do, row by row. It writes nothing but its own progress. The second step
 * imports.
 */
export const checkDeviceImport = workOf('device.check-import', { installed: true, isDry: true })
export const importDevices = workOf('device.import', { installed: true, isDry: false })
export const checkUninstalledImport = workOf('device.check-uninstalled-import', { installed: false, isDry: true })
export const importUninstalled = workOf('device.import-uninstalled', { installed: false, isDry: false })

export const startCheck = (ctx: Ctx, { kind, installed }: DeviceList, upload: Upload): Promise<{ jobId: string }> =>
  startJob(
    ctx,
    installed ? checkDeviceImport : checkUninstalledImport,
    { kind },
    { fileName: upload.name, input: upload },
  )

export async function startImport(
  ctx: Ctx,
  { kind, installed }: DeviceList,
  checkedJobId: string,
): Promise<{ jobId: string }> {
  const checked = await findOwnJob(ctx.db, ctx.caller, checkedJobId)
  const [check, work] = installed ? [checkDeviceImport, importDevices] : [checkUninstalledImport, importUninstalled]
  const input = { ofJob: checkedJobId, kind: check.kind }
  // The import uses the checked file with the time zone of the check.
  const timeZone = checked?.timeZone ?? ctx.timeZone
  return startJob({ ...ctx, timeZone }, work, { kind }, { fileName: checked?.fileName ?? '', input })
}

async function importFile(work: Work, list: DeviceList, isDry: boolean): Promise<void> {
  const { caller, clock, settings } = work
  const { head, at, total, score } = await columnsOf(work, list)
  const sheet: Sheet = {
    at,
    read: rowReader((await zoneOf(work, String(head[at.get('installedAt') ?? -1]))) ?? work.timeZone),
    rowOf: new Map(),
  }
  const note = (rows: readonly TableRow[]) => noteRows(sheet, rows)
  const columns = readColumnsOf(at, ['installedAt', 'warrantyDays'])
  await processInBatches(work, { head, total, columns, score }, note, async (trx, rows) => {
    const validated = await validateDevices(trx, work, list, sheet, rows)
    const { refused, added, updated } = isDry
      ? { refused: [], ...planned(validated.passed) }
      : await putDevices(trx, validated.passed, { list, caller, at: clock.now(), secretKey: settings.secretKey })
    const all = [...validated.refused, ...refused]
    return {
      refused: refusedRows(all, head, at),
      failed: all.length,
      added,
      updated,
      erased: erasedBy(validated.passed),
      alike: alikeRows(sheet.rowOf, validated.passed),
    }
  })
}

/** An export names the time zone of its times in the header: `Installed at (Europe/Berlin)`. */
const zoneOf = (cached: CachedDb, head: string): Promise<string | null> =>
  knownZone(cached, /\(([A-Za-z][\w+-]*(?:\/[\w+-]+)*)\)\s*$/.exec(head)?.[1] ?? null)

const planned = (passed: readonly Readonly<{ known: unknown }>[]) => {
  const added = passed.filter(({ known }) => known === undefined).length
  return { added, updated: passed.length - added }
}

const erasable = [
  'mac',
  'factoryArea',
  'note',
  'province',
  'city',
  'region',
  'address',
  'channelType',
  'channelId',
  'warrantyDays',
] as const
/** The number of stored values that the rows erase. */
const erasedBy = (passed: readonly Passed[]): number =>
  passed.reduce((sum, { known, device }) => {
    const isErased = (field: (typeof erasable)[number]) =>
      known !== undefined && (known[field] ?? '') !== '' && (device[field] ?? '') === ''
    return sum + erasable.filter(isErased).length
  }, 0)

const refusedRows = (refused: readonly Refused[], head: TableRow['cells'], at: Sheet['at']): RefusedRow[] =>
  refused.flatMap(({ row: { row, cells }, reasons }) =>
    reasons.map(({ column, why }) => ({ row, cells, column: headOf(column, head, at), why })),
  )

async function columnsOf(
  work: Work,
  { installed }: DeviceList,
): Promise<{ head: TableRow['cells']; at: Sheet['at']; total: number; score: Score }> {
  const own: Readonly<Partial<Record<ImportColumn, { en: string; zh: string }>>> = installed
    ? importHeads
    : uninstalledHeads
  // The file may use either list's word for the owner of a device, because a table of one may be imported into the
  // other.
  const { head, at, total, score } = await readColumns(work, {
    ...importHeads,
    ...exportHeads,
    otherOwner: installed ? uninstalledHeads.organisation : importHeads.organisation,
    ...own,
  })
  if (!at.has('sn')) refuse('job.missingColumns', { columns: importHeads.sn[work.locale] })
  const isRead = (key: string): key is ImportColumn => key in own
  const known = new Map<ImportColumn, number>()
  for (const [key, index] of at) {
    if (key === 'otherOwner') known.set('organisation', index)
    else if (isRead(key)) known.set(key, index)
  }
  return { head, total, score, at: known }
}
