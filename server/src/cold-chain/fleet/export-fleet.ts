import type { Readable } from 'node:stream'
import { FleetExport, type FleetRow } from '@brigade/contract/cold-chain/fleet.model.ts'
import type { TemperatureVerdict } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { longWork, type ReportProgress } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import type { TableColumn } from '../../platform/excel/table.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import { writeTable } from '../../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { shownIn } from '../report/temperature-unit.ts'
import type { ExportContext } from '../export-temperature.ts'
import { listFleet } from './fleet.store.ts'
import { readOf, rowsOf } from './list-fleet.ts'

const atOnce = 500

/** All rows of a search in its order: what is judged of them at one moment, what they are in portions. */
async function* fleetRows(
  context: ExportContext,
  { format: _format, unit: _unit, sort, ...filters }: FleetExport,
  reportProgress: ReportProgress,
): AsyncGenerator<FleetRow> {
  const read = await readOf(context, filters)
  const { rows } = await listFleet(context.db, read, { sort, offset: 0, limit: null })
  for (let start = 0; start < rows.length; start += atOnce) {
    await reportProgress(start, rows.length)
    yield* await rowsOf(context, rows.slice(start, start + atOnce))
  }
  await reportProgress(rows.length, rows.length)
}

const verdictWords: Readonly<Record<TemperatureVerdict, Words>> = {
  clear: { en: 'No excursion', zh: '无温度超限' },
  excursions: { en: 'Excursions', zh: '有温度超限' },
  partly: { en: 'Not enough data', zh: '数据不足' },
  unknown: { en: 'No data', zh: '无数据' },
  noLimits: { en: 'No limits', zh: '未设置限值' },
  notMeasured: { en: 'Not measured', zh: '不测量' },
}
const yes = { en: 'Yes', zh: '是' }
const no = { en: 'No', zh: '否' }

function columnsOf(locale: Locale, unit: FleetExport['unit']): readonly TableColumn<FleetRow>[] {
  const shown = shownIn(unit)
  const celsius = (en: string, zh: string, of: (row: FleetRow) => number | null): TableColumn<FleetRow> => ({
    head: { en: `${en} (°${unit})`, zh: `${zh} (°${unit})` },
    type: 'number',
    value: (row) => {
      const value = of(row)
      return value === null ? null : shown(value)
    },
    width: 16,
  })
  const text = (en: string, zh: string, of: (row: FleetRow) => string, width = 18): TableColumn<FleetRow> => ({
    head: { en, zh },
    type: 'text',
    value: of,
    width,
  })
  const number = (en: string, zh: string, of: (row: FleetRow) => number | null): TableColumn<FleetRow> => ({
    head: { en, zh },
    type: 'number',
    value: of,
    width: 14,
  })
  return [
    text('Serial number', '序列号', ({ sn }) => sn),
    text('Name', '设备名称', ({ name }) => name),
    text('Model', '产品型号', ({ product }) => product.name[locale]),
    text('Customer', '客户', ({ customer }) => customer.name, 28),
    text('Address', '地址', ({ address }) => address, 32),
    text('Online', '在线', ({ online }) => (online ? yes : no)[locale], 10),
    celsius('Temperature', '柜内温度', ({ temperature }) => temperature?.value ?? null),
    {
      head: { en: 'Reported', zh: '上报时间' },
      type: 'instant',
      value: ({ temperature }) => temperature?.at ?? null,
      width: 22,
    },
    celsius('Low limit', '低温下限', ({ lowC }) => lowC),
    celsius('High limit', '高温上限', ({ highC }) => highC),
    {
      head: { en: 'Outside its limits since', zh: '超限开始时间' },
      type: 'instant',
      value: ({ runningSince }) => runningSince,
      width: 22,
    },
    number('Judged (%)', '已判定 (%)', ({ coverage }) =>
      coverage === null || coverage.spanMs === 0 ? null : Math.floor((coverage.judgedMs / coverage.spanMs) * 1000) / 10,
    ),
    number('Days evaluated', '已评估天数', ({ days }) => days.evaluated),
    number('Days', '总天数', ({ days }) => days.all),
    number('Excursions', '温度超限次数', ({ excursions }) => excursions),
    number('Longest (min)', '最长超限 (分钟)', ({ longestMs }) =>
      longestMs === null ? null : Math.round(longestMs / minuteMs),
    ),
    celsius('Lowest', '最低', ({ minC }) => minC),
    celsius('Highest', '最高', ({ maxC }) => maxC),
    text('Verdict', '判定', ({ verdict }) => verdictWords[verdict][locale]),
  ]
}

const tableOf = (context: ExportContext, query: FleetExport, reportProgress: ReportProgress): Readable =>
  writeTable(query.format, columnsOf(context.locale, query.unit), fleetRows(context, query, reportProgress), context)

function fileNameOf({ clock, locale, timeZone }: ExportContext, { format }: FleetExport): string {
  const now = clock.now()
  return `${locale === 'zh' ? '冷链总览' : 'cold-chain'}-${wallText(now + zoneOffset(timeZone)(now)).slice(0, 10)}.${format}`
}

/** The export as a job, for the console. */
export const exportFleet = longWork({
  kind: 'device.export-cold-chain',
  access: 'cooler:export',
  params: FleetExport,
  async run(work, query) {
    const table = tableOf(work, query, (done, total) => work.progress({ done, total }))
    await work.writeResult(table, tableMediaTypes[query.format])
  },
})

export const startFleetExport = (ctx: Ctx, query: FleetExport): Promise<{ jobId: string }> =>
  startJob(ctx, exportFleet, query, { fileName: fileNameOf(ctx, query) })

/** The same export for other programs, which get the file as the reply. */
export const downloadFleet = (ctx: Ctx, query: FleetExport): FileAnswer => ({
  body: tableOf(ctx, query, () => Promise.resolve()),
  mediaType: tableMediaTypes[query.format],
  fileName: fileNameOf(ctx, query),
})
