import { Readable } from 'node:stream'
import { maxInReport, SiteReport } from '@brigade/contract/cold-chain/fleet.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { findOrganisation } from '../../customer/organisation.store.ts'
import { getDevice, seeDevice } from '../../device/list/list-devices.ts'
import { longWork, type ReportProgress } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { curveOf, evaluateSpan, termsOf } from '../read-temperature.ts'
import { writeSiteReport } from '../report/site-report.ts'
import type { Report } from '../report/temperature-report.ts'
import { requireBegun, type ExportContext } from '../export-temperature.ts'
import { listSiteCoolers, type SiteCooler } from './fleet.store.ts'

const mediaType = 'application/pdf'

async function siteOf(context: ExportContext, { customerId }: SiteReport) {
  const { db, caller } = context
  const customer = await findOrganisation(db, caller, customerId)
  if (customer === undefined)
    return refuse('field.refused', undefined, { fields: { customerId: 'customer.unknownOrganisation' } })
  const coolers = await listSiteCoolers(db, caller, customerId, maxInReport + 1)
  if (coolers.length === 0) return refuse('field.refused', undefined, { fields: { customerId: 'device.noCoolers' } })
  if (coolers.length > maxInReport)
    return refuse('field.refused', undefined, { fields: { customerId: 'device.manyCoolers' } })
  return { customer, coolers }
}

type Coolers = readonly SiteCooler[]

async function* reportsOf(
  context: ExportContext,
  query: SiteReport,
  coolers: Coolers,
  reportProgress: ReportProgress,
): AsyncGenerator<Report> {
  const { db, clock, timeZone } = context
  for (const [index, { id, since }] of coolers.entries()) {
    const device = await seeDevice(context, 'cooler', id)
    const from = Math.max(Date.parse(query.startTime), since === null ? 0 : Date.parse(since))
    const terms = await termsOf(db, device, { startTime: iso(from), endTime: query.endTime }, clock.now())
    const curve = curveOf(terms, await evaluateSpan(context, device, terms, { nowMs: clock.now() }))
    const detail = await getDevice(context, 'cooler', id)
    yield { device: detail, terms, curve, unit: query.unit, timeZone, at: clock.now() }
    await reportProgress(index + 1, coolers.length)
  }
}

async function fileOf(context: ExportContext, query: SiteReport, reportProgress: ReportProgress): Promise<Buffer> {
  const { customer, coolers } = await siteOf(context, query)
  const { clock, timeZone } = context
  const from = Date.parse(query.startTime)
  return writeSiteReport({
    customer: customer.name,
    place: customer.address,
    span: { from, to: Math.max(from, Math.min(Date.parse(query.endTime), clock.now())) },
    unit: query.unit,
    timeZone,
    at: clock.now(),
    coolers: coolers.length,
    reports: reportsOf(context, query, coolers, reportProgress),
  })
}

async function fileNameOf(context: ExportContext, query: SiteReport): Promise<string> {
  const { customer } = await siteOf(context, query)
  const offset = zoneOffset(context.timeZone)
  const day = (ms: number) => wallText(ms + offset(ms)).slice(0, 10)
  const [first, last] = [
    day(Date.parse(query.startTime)),
    day(Math.min(Date.parse(query.endTime), context.clock.now())),
  ]
  const name = customer.name.replaceAll(/[\\/:*?"<>|]+/g, ' ')
  return `${name}-${context.locale === 'zh' ? '温度报告' : 'temperature'}-${first === last ? first : `${first}-${last}`}.pdf`
}

/** The report as a job, for the console. */
export const exportSiteReport = longWork({
  kind: 'device.site-report',
  access: 'cooler:export',
  params: SiteReport,
  async run(work, query) {
    const file = await fileOf(work, query, (done, total) => work.progress({ done, total }))
    await work.writeResult(Readable.from([file]), mediaType)
  },
})

export async function startSiteReport(ctx: Ctx, query: SiteReport): Promise<{ jobId: string }> {
  requireBegun(ctx, query)
  return startJob(ctx, exportSiteReport, query, { fileName: await fileNameOf(ctx, query) })
}

/** The same for other programs, which get the file as the reply. */
export async function downloadSiteReport(ctx: Ctx, query: SiteReport): Promise<FileAnswer> {
  requireBegun(ctx, query)
  const fileName = await fileNameOf(ctx, query)
  const file = await fileOf(ctx, query, () => Promise.resolve())
  return { body: Readable.from([file]), mediaType, fileName }
}
