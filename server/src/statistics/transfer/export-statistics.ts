import { figures } from '@brigade/contract/statistics/figures.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import { splitWords, tabWords, topByWords, topWords, unitWords } from '@brigade/contract/statistics/statistics-words.ts'
import { movedText } from '@brigade/contract/statistics/moved-words.ts'
import { partName, restWords } from '@brigade/contract/statistics/part-words.ts'
import { StatisticExport, type StatisticReply } from '@brigade/contract/statistics/statistics.model.ts'
import { longWork, type Work } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import { writeSheets, type Sheet } from '../../platform/excel/write-table.ts'
import { doubledOffset, wallText, zoneOffset, zoneText } from '../../platform/excel/zone-time.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { listFilterNames } from './filter-names.store.ts'
import { panels, readKeywords, readPanel } from '../read/read-statistics.ts'

type Row = readonly (string | number | null)[]
type Names = keyof typeof panels
const order = ['devices', 'users', 'recipes', 'faults', 'keywords'] as const satisfies readonly Names[]

const heads = {
  figure: { en: 'Figure', zh: '指标' },
  value: { en: 'Value', zh: '数值' },
  unit: { en: 'Unit', zh: '单位' },
  before: { en: 'Last period', zh: '上期' },
  beforeOf: { en: 'Compared with it, without the day so far', zh: '与上期相比的数值（不含未结束的一天）' },
  yearAgo: { en: 'A year earlier', zh: '去年同期' },
  yearAgoOf: { en: 'Compared with that, without the day so far', zh: '与去年同期相比的数值（不含未结束的一天）' },
  target: { en: 'Target', zh: '目标值' },
  asOf: { en: 'As of', zh: '截至' },
  moved: { en: 'Devices that have left', zh: '已转出设备' },
  formula: { en: 'What it counts', zh: '统计口径' },
  time: { en: 'Time', zh: '时间' },
  by: { en: 'By', zh: '维度' },
  part: { en: 'Part', zh: '分项' },
  words: { en: 'Words', zh: '关键词' },
  times: { en: 'Times', zh: '次数' },
  users: { en: 'Users', zh: '用户数' },
  nothing: { en: 'No results', zh: '无结果' },
  definitions: { en: 'Definitions', zh: '指标说明' },
  scope: { en: 'Filters', zh: '筛选条件' },
  trend: { en: 'trend', zh: '趋势' },
  parts: { en: 'divided', zh: '构成' },
  top: { en: 'top lists', zh: '排行' },
  live: { en: 'Live', zh: '实时' },
} as const satisfies Readonly<Record<string, Words>>

const figureColumns = [
  'figure',
  'value',
  'unit',
  'before',
  'beforeOf',
  'yearAgo',
  'yearAgoOf',
  'target',
  'asOf',
  'moved',
] as const

const soFar = {
  en: (at: string) => `so far, as of ${at}`,
  zh: (at: string) => `截至目前（${at}）`,
} as const

const numbers = {
  en: new Intl.NumberFormat('en', { maximumFractionDigits: 1 }),
  zh: new Intl.NumberFormat('zh', { maximumFractionDigits: 1 }),
} as const

type Formats = Readonly<{
  locale: Locale
  time: (iso: string | null) => string
  /** The zone, with its offsets from UTC within the span. */
  zone: (reply: StatisticReply) => string
}>

function sheetsOf(name: Names, reply: StatisticReply, { locale, time, zone }: Formats): Sheet[] {
  const word = (key: keyof typeof heads) => heads[key][locale]
  const tab = tabWords[panels[name].tab][locale]
  const shown = reply.series.filter(({ points }) => points.some(({ value }) => value !== null))
  const values: Row[] = reply.figures.map((figure) => {
    const { key, value, before, beforeOf, yearAgo, yearAgoOf, target, asOf } = figure
    return [
      figures[key].name[locale],
      value,
      unitWords[figures[key].unit][locale],
      before,
      beforeOf,
      yearAgo,
      yearAgoOf,
      target,
      asOf === null ? word('live') : time(asOf),
      value === null ? '' : movedText(key, figure, locale, (many) => numbers[locale].format(many)),
    ]
  })
  const times = new Map(shown.flatMap(({ points }) => points.map(({ at }) => [at, at] as const)))
  const valueAt = new Map(
    shown.flatMap(({ key, points }) => points.map(({ at, value }) => [`${key} ${at}`, value] as const)),
  )
  const open = new Set(shown.flatMap((one) => one.open ?? []))
  const dayText = (day: string) => (open.has(day) ? `${day} ${soFar[locale](time(reply.asOf))}` : day)
  const trend: Row[] = [...times.keys()]
    .toSorted()
    .map((at) => [
      at.length > 10 ? time(at) : dayText(at),
      ...shown.map(({ key }) => valueAt.get(`${key} ${at}`) ?? null),
    ])
  const parts: Row[] = reply.splits.flatMap(({ key, by, parts: all }) =>
    all.map((part): Row => [figures[key].name[locale], splitWords[by][locale], partName(part, by, locale), part.value]),
  )
  const top: Row[] = reply.top.flatMap(({ of, by, rows, others }) => [
    ...rows.map((part): Row => [topWords[of][locale], topByWords[by][locale], partName(part, of, locale), part.value]),
    [topWords[of][locale], topByWords[by][locale], restWords.others[locale], others],
  ])
  const headed = (title: string, head: Row, rows: readonly Row[]): Sheet[] =>
    rows.length === 0 ? [] : [{ name: title, rows: [head, ...rows] }]
  return [
    ...headed(tab, figureColumns.map(word), values),
    ...headed(
      `${tab} ${word('trend')}`,
      [`${word('time')} (${zone(reply)})`, ...shown.map(({ key }) => figures[key].name[locale])],
      trend,
    ),
    ...headed(`${tab} ${word('parts')}`, [word('figure'), word('by'), word('part'), word('value')], parts),
    ...headed(`${tab} ${word('top')}`, [word('top'), word('by'), word('part'), word('value')], top),
  ]
}

async function allSheets(work: Work, query: StatisticExport): Promise<Sheet[]> {
  const { locale, settings } = work
  const offset = zoneOffset(settings.statisticsZone)
  const time = (iso: string | null) => {
    if (iso === null) return ''
    const at = Date.parse(iso)
    const mark = doubledOffset(offset, at)
    return `${wallText(at + offset(at))}${mark === undefined ? '' : ` ${mark}`}`
  }
  const zone = ({ zone: name, span: { from, to } }: StatisticReply) =>
    zoneText(name, offset, { from: Date.parse(from), to: Date.parse(to) })
  const word = (key: keyof typeof heads) => heads[key][locale]
  const sheets: Sheet[] = []
  const definitions: Row[] = [[word('figure'), word('formula'), word('unit')]]
  let head: StatisticReply | undefined
  for (const [done, name] of order.entries()) {
    await work.progress({ done, total: order.length })
    const keywords = name === 'keywords' ? await readKeywords(work, { query }) : undefined
    const reply = keywords ?? (await readPanel(name)(work, { query }))
    head ??= reply
    sheets.push(...sheetsOf(name, reply, { locale, time, zone }))
    for (const { key } of reply.figures) {
      const { name: title, formula, unit } = figures[key]
      definitions.push([title[locale], formula[locale], unitWords[unit][locale]])
    }
    if (keywords !== undefined && keywords.words.length > 0) {
      const rows = keywords.words.map((row): Row => [row.words, row.times, row.users, row.nothing])
      sheets.push({
        name: word('words'),
        rows: [[word('words'), word('times'), word('users'), word('nothing')], ...rows],
      })
    }
  }
  sheets.push({ name: word('definitions'), rows: definitions })
  const filters = await listFilterNames(work.db, query, locale)
  const scope: Row[] = [
    [word('scope'), ''],
    [heads.time[locale], head === undefined ? '' : `${time(head.span.from)} – ${time(head.span.to)} (${zone(head)})`],
    [heads.asOf[locale], time(head?.asOf ?? null)],
    ...filters.map(({ name, value }): Row => [name, value]),
  ]
  sheets.push({ name: word('scope'), rows: scope })
  await work.progress({ done: order.length, total: order.length })
  return sheets
}

export const exportStatistics = longWork({
  kind: 'statistics.export',
  access: 'statistics:export',
  params: StatisticExport,
  async run(work, query) {
    await work.writeResult(await writeSheets(await allSheets(work, query)), tableMediaTypes.xlsx)
  },
})

export function startExport(ctx: Ctx, { body }: { body: StatisticExport }): Promise<{ jobId: string }> {
  const now = ctx.clock.now()
  const day = wallText(now + zoneOffset(ctx.settings.statisticsZone)(now)).slice(0, 10)
  return startJob(ctx, exportStatistics, body, {
    fileName: `${ctx.locale === 'zh' ? '数据统计' : 'statistics'}-${day}.xlsx`,
  })
}
