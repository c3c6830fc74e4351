import { fahrenheitOf, fahrenheitSpanOf, isCelsius } from '@brigade/contract/celsius.rules.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { CompareExport, type Comparison } from '@brigade/contract/telemetry/compare.model.ts'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { longWork, type ReportProgress, type Work } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import { seeDevices } from '../../device/list/list-devices.ts'
import type { TableColumn } from '../../platform/excel/table.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import { writeTable } from '../../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { readComparison } from './compare-devices.ts'

type ExportContext = Pick<Ctx, 'db' | 'caches' | 'locale' | 'timeZone'> & Readonly<{ caller: Work['caller'] }>
type Compared = Comparison['devices'][number]

/** The value of a device at a time, or the reason why it has none in the whole span. */
type Row = Readonly<{
  time: number | null
  sn: string
  name: string
  min: number | null
  mean: number | null
  max: number | null
  note: Words | null
}>

async function tableOf(
  context: ExportContext,
  kind: DeviceKind,
  query: CompareExport,
  reportProgress: ReportProgress,
): Promise<Readable> {
  const { db, caches, locale, timeZone } = context
  const { format, units, ...asked } = query
  const devices = await seeDevices(context, kind, query.ids)
  const { comparison, decimals } = await readComparison({ db, caches, timeZone }, devices, asked)
  const scale = scaleOf(comparison.unit ?? '', units)
  const columns = columnsOf(query.by, { unit: scale.unit, timeZone, locale })
  const show = (value: number | null): number | null =>
    // The decimals of a reading plus two, because a mean falls between readings.
    value === null ? null : Number(scale.shown(value).toFixed(Math.min(2, decimals) + 2))
  return writeTable(format, columns, rowsOf(comparison, show, reportProgress), { locale, timeZone })
}

/** Yields device by device, in the order of the request; a device without a value has a row with the reason. */
async function* rowsOf(
  { devices, time }: Comparison,
  show: (value: number | null) => number | null,
  reportProgress: ReportProgress,
): AsyncGenerator<Row> {
  for (const [index, { sn, name, min, mean, max, ...device }] of devices.entries()) {
    const told = { sn, name: name === '' ? sn : name }
    const note = noteOf(device)
    if (note !== null) yield { time: null, ...told, min: null, mean: null, max: null, note }
    for (const [place, value] of mean.entries()) {
      const at = time[place]
      if (value === null || at === undefined) continue
      yield {
        time: at,
        ...told,
        min: show(min[place] ?? null),
        mean: show(value),
        max: show(max[place] ?? null),
        note: null,
      }
    }
    await reportProgress(index + 1, devices.length)
  }
}

function noteOf({ standing, unit, whole }: Pick<Compared, 'standing' | 'unit' | 'whole'>): Words | null {
  if (standing === 'noProperty') return { en: 'Its model does not have this property', zh: '物模型无此属性' }
  if (standing === 'noNumber') return { en: 'No number in its model', zh: '物模型中不是数值' }
  if (standing === 'otherUnit' && (unit ?? '') === '')
    return { en: 'Without a unit in its model', zh: '物模型中无单位' }
  if (standing === 'otherUnit') return { en: `In ${unit} in its model`, zh: `物模型中单位为 ${unit}` }
  return whole === null ? { en: 'No reports in this span', zh: '该时段无上报' } : null
}

function columnsOf(
  by: CompareExport['by'],
  { unit, timeZone, locale }: Readonly<{ unit: string; timeZone: string; locale: Locale }>,
): readonly TableColumn<Row>[] {
  const offset = zoneOffset(timeZone)
  const figure = (head: Words, key: 'min' | 'mean' | 'max'): TableColumn<Row> => ({
    head: unit === '' ? head : { en: `${head.en} (${unit})`, zh: `${head.zh} (${unit})` },
    type: 'number',
    value: (row) => row[key],
    width: 16,
  })
  const time: TableColumn<Row> =
    by === 'hour'
      ? {
          head: { en: 'Time', zh: '时间' },
          type: 'instant',
          value: ({ time: at }) => at && new Date(at).toISOString(),
          width: 32,
        }
      : {
          head: { en: `Day (${timeZone})`, zh: `日期 (${timeZone})` },
          type: 'date',
          // A day may begin a little after its midnight, never before.
          value: ({ time: at }) => at && wallText(at + offset(at)).slice(0, 10),
          width: 28,
        }
  return [
    time,
    { head: { en: 'SN', zh: 'SN' }, type: 'text', value: ({ sn }) => sn },
    { head: { en: 'Device', zh: '设备' }, type: 'text', value: ({ name }) => name, width: 28 },
    figure({ en: 'Lowest', zh: '最低' }, 'min'),
    figure({ en: 'Mean', zh: '平均' }, 'mean'),
    figure({ en: 'Highest', zh: '最高' }, 'max'),
    { head: { en: 'Note', zh: '说明' }, type: 'text', value: ({ note }) => note?.[locale] ?? '', width: 36 },
  ]
}

/** °C becomes °F, and a difference in K one in °F, as the console shows them; other units stay. */
function scaleOf(unit: string, units: CompareExport['units']) {
  if (units === 'british' && isCelsius(unit)) return { unit: '°F', shown: fahrenheitOf }
  if (units === 'british' && unit === 'K') return { unit: '°F', shown: fahrenheitSpanOf }
  return { unit, shown: (n: number) => n }
}

function fileNameOf({ timeZone }: ExportContext, { identifier, startTime, endTime, format }: CompareExport): string {
  const offset = zoneOffset(timeZone)
  const day = (at: number) => wallText(at + offset(at)).slice(0, 10)
  // A span that ends at a midnight has nothing of the day that begins there.
  return `${identifier.replace(':', '-')}-${day(Date.parse(startTime))}-${day(Date.parse(endTime) - 1)}.${format}`
}

/** The export as a job, for the console. */
export const exportComparison = longWork({
  kind: 'device.export-comparison',
  access: ({ kind }) => `${kind}:export`,
  params: z.object({ kind: DeviceKind, query: CompareExport }),
  async run(work, { kind, query }) {
    await work.progress({ done: 0, total: query.ids.length })
    const table = await tableOf(work, kind, query, (done, total) => work.progress({ done, total }))
    await work.writeResult(table, tableMediaTypes[query.format])
  },
})

export async function startComparisonExport(ctx: Ctx, kind: DeviceKind, query: CompareExport) {
  await seeDevices(ctx, kind, query.ids)
  return startJob(ctx, exportComparison, { kind, query }, { fileName: fileNameOf(ctx, query) })
}

/** The same export for other programs, which get the file as the reply. */
export async function downloadComparison(ctx: Ctx, kind: DeviceKind, query: CompareExport): Promise<FileAnswer> {
  const body = await tableOf(ctx, kind, query, () => Promise.resolve())
  return { body, mediaType: tableMediaTypes[query.format], fileName: fileNameOf(ctx, query) }
}
