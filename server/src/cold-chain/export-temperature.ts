import { Readable } from 'node:stream'
import { TemperatureExport } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { TemperatureFormat } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import { longWork, type Work } from '../job/long-work.ts'
import { startJob } from '../job/start-job.ts'
import { wallText, zoneOffset } from '../platform/excel/zone-time.ts'
import { writeTable } from '../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../platform/http/context.ts'
import { getDevice, seeDevice } from '../device/list/list-devices.ts'
import { writeReport } from './report/temperature-report.ts'
import { curveOf, evaluateSpan, termsOf } from './read-temperature.ts'
import { rowsOf, temperatureColumns } from './temperature-rows.ts'

type Asked = Pick<Ctx, 'db' | 'clock' | 'locale' | 'timeZone'> & Readonly<{ caller: Work['caller'] }>
type Saying = (done: number, total: number) => Promise<void>

const dayMs = 86_400_000

const mediaTypes = { ...tableMediaTypes, pdf: 'application/pdf' } as const

/** The file of a span. Days are counted: once while they are judged, a table's once more while it is written. */
async function fileOf(asked: Asked, query: TemperatureExport, say: Saying): Promise<Readable> {
  const { db, clock, locale, timeZone } = asked
  const { format, unit } = query
  const device = await seeDevice(asked, 'cooler', query.id)
  const terms = await termsOf(db, device, query, clock.now())
  const { from, to } = terms.span
  const days = Math.max(1, Math.ceil((to - from) / dayMs))
  const daysTo = (at: number) => Math.max(0, Math.min(days, Math.floor((at - from) / dayMs)))
  if (format === 'pdf') {
    const curve = curveOf(terms, await evaluateSpan(db, device, terms, (at) => say(daysTo(at), days)))
    const detail = await getDevice(asked, 'cooler', device.id)
    const report = await writeReport({ device: detail, terms, curve, unit, timeZone, at: clock.now() })
    return Readable.from([report])
  }
  const { evaluation } = await evaluateSpan(db, device, terms, (at) => say(daysTo(at), days * 2))
  const rows = rowsOf(db, device, terms, evaluation, (at) => say(days + daysTo(at), days * 2))
  return writeTable(format, temperatureColumns(locale, unit), rows, { locale, timeZone })
}

async function fileNameOf(asked: Asked, { id, startTime, endTime, format }: TemperatureExport): Promise<string> {
  const { sn } = await getDevice(asked, 'cooler', id)
  const offset = zoneOffset(asked.timeZone)
  const day = (ms: number) => wallText(ms + offset(ms)).slice(0, 10)
  const [first, last] = [day(Date.parse(startTime)), day(Math.min(Date.parse(endTime), asked.clock.now()))]
  const what = asked.locale === 'zh' ? '温度曲线' : 'temperature'
  return `${sn}-${what}-${first === last ? first : `${first}-${last}`}.${format satisfies TemperatureFormat}`
}

/** One definition, two doors. This is the door of the console … */
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
  return startJob(ctx, exportTemperature, query, { fileName: await fileNameOf(ctx, query) })
}

/** … and this one is for other programs: the file at once. */
export async function downloadTemperature(ctx: Ctx, query: TemperatureExport): Promise<FileAnswer> {
  const fileName = await fileNameOf(ctx, query)
  return { body: await fileOf(ctx, query, () => Promise.resolve()), mediaType: mediaTypes[query.format], fileName }
}
