import { Readable } from 'node:stream'
import { TemperatureExport, type TemperatureFormat } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { longWork, type ReportProgress, type Work } from '../job/long-work.ts'
import { startJob } from '../job/start-job.ts'
import { wallText, zoneOffset } from '../platform/excel/zone-time.ts'
import { writeTable } from '../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { getDevice, seeDevice } from '../device/list/list-devices.ts'
import { writeReport } from './report/temperature-report.ts'
import { curveOf, evaluateSpan, termsOf } from './read-temperature.ts'
import { rowsOf, temperatureColumns } from './temperature-rows.ts'

export type ExportContext = Pick<Ctx, 'db' | 'caches' | 'clock' | 'settings' | 'locale' | 'timeZone'> &
  Readonly<{ caller: Work['caller'] }>

const mediaTypes = { ...tableMediaTypes, pdf: 'application/pdf' } as const

/** Of a span that lies ahead nothing can be said. One that has begun is reported up to now. */
export function requireBegun({ clock }: ExportContext, { startTime }: Pick<TemperatureExport, 'startTime'>): void {
  if (Date.parse(startTime) >= clock.now())
    refuse('device.spanAhead', undefined, { fields: { startTime: 'device.spanAhead' } })
}

/** The file of a span. Its progress counts days, once for the evaluation and once more for the rows of a table. */
async function fileOf(
  context: ExportContext,
  query: TemperatureExport,
  reportProgress: ReportProgress,
): Promise<Readable> {
  const { db, clock, locale, timeZone } = context
  const { format, unit } = query
  const device = await seeDevice(context, 'cooler', query.id)
  const terms = await termsOf(db, device, query, clock.now())
  const { from, to } = terms.span
  const days = Math.max(1, Math.ceil((to - from) / dayMs))
  const daysTo = (at: number) => Math.max(0, Math.min(days, Math.floor((at - from) / dayMs)))
  if (format === 'pdf') {
    const found = await evaluateSpan(context, device, terms, {
      reportProgress: (at) => reportProgress(daysTo(at), days),
      nowMs: clock.now(),
    })
    const curve = curveOf(terms, found)
    const detail = await getDevice(context, 'cooler', device.id)
    const report = await writeReport({ device: detail, terms, curve, unit, timeZone, at: clock.now() })
    return Readable.from([report])
  }
  const { evaluation, drawn } = await evaluateSpan(context, device, terms, {
    reportProgress: (at) => reportProgress(daysTo(at), days * 2),
    nowMs: clock.now(),
  })
  const judged = { excursions: evaluation.excursions, excused: evaluation.excused, gaps: drawn.gaps }
  const rows = rowsOf(db, device, terms, judged, (at) => reportProgress(days + daysTo(at), days * 2))
  return writeTable(format, temperatureColumns(locale, unit, timeZone), rows, { locale, timeZone })
}

async function fileNameOf(
  context: ExportContext,
  { id, startTime, endTime, format }: TemperatureExport,
): Promise<string> {
  const { sn } = await getDevice(context, 'cooler', id)
  const offset = zoneOffset(context.timeZone)
  const day = (ms: number) => wallText(ms + offset(ms)).slice(0, 10)
  const [first, last] = [day(Date.parse(startTime)), day(Math.min(Date.parse(endTime), context.clock.now()))]
  const what = context.locale === 'zh' ? '温度曲线' : 'temperature'
  return `${sn}-${what}-${first === last ? first : `${first}-${last}`}.${format satisfies TemperatureFormat}`
}

/** The export as a job, for the console. */
export const exportTemperature = longWork({
  kind: 'device.export-temperature',
  access: 'cooler:export',
  params: TemperatureExport,
  async run(work, query) {
    const file = await fileOf(work, query, (done, total) => work.progress({ done, total }))
    await work.writeResult(file, mediaTypes[query.format])
  },
})

export async function startTemperatureExport(ctx: Ctx, query: TemperatureExport): Promise<{ jobId: string }> {
  requireBegun(ctx, query)
  return startJob(ctx, exportTemperature, query, { fileName: await fileNameOf(ctx, query) })
}

/** The same export for other programs, which get the file as the reply. */
export async function downloadTemperature(ctx: Ctx, query: TemperatureExport): Promise<FileAnswer> {
  requireBegun(ctx, query)
  const fileName = await fileNameOf(ctx, query)
  return { body: await fileOf(ctx, query, () => Promise.resolve()), mediaType: mediaTypes[query.format], fileName }
}
