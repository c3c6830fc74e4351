import { z } from 'zod'
import type { Locale } from '../locale.ts'
import { FigureName } from './statistics.model.ts'
import { figures } from './figures.ts'
import { unitWords } from './statistics-words.ts'

/** A figure of the week with the week before and the same days a year before; null if they are unknown. */
const Compared = z.object({ value: z.number(), before: z.number().nullable(), yearAgo: z.number().nullable() })
const Line = Compared.extend({ key: FigureName, urls: z.array(z.string()) })

/** The content of the weekly report. Addresses are empty if the installation has no public address. */
export const WeeklyReport = z.object({
  from: z.string(),
  to: z.string(),
  /** The time of the run that the figures are from. */
  asOf: z.string(),
  zone: z.string(),
  fleet: z.array(Line),
  faults: z.array(Line),
  oldest: z.array(z.object({ sn: z.string(), code: z.string(), raisedAt: z.string(), url: z.string() })),
  excursions: Compared.extend({ url: z.string() }),
  firmware: z.object({ running: z.number(), succeeded: z.number(), failed: z.number(), url: z.string() }),
  url: z.string(),
})
export type WeeklyReport = z.output<typeof WeeklyReport>

const words = {
  en: {
    title: (from: string, to: string) => `Weekly report ${from} to ${to}`,
    fleet: 'Fleet',
    faults: 'Faults',
    oldest: 'The oldest open faults',
    excursions: 'Excursions that began',
    firmware: 'Firmware',
    upgrades: (running: number, succeeded: number, failed: number) =>
      `running tasks ${running}, succeeded ${succeeded}, failed ${failed}`,
    before: 'week before',
    yearAgo: 'year before',
    fresh: 'new',
    since: 'since',
    asOf: (time: string) => `Figures as of ${time}.`,
    colon: ': ',
    stop: ', ',
    brackets: ['(', ')'],
  },
  zh: {
    title: (from: string, to: string) => `统计周报 ${from} 至 ${to}`,
    fleet: '设备',
    faults: '故障',
    oldest: '最早的未关闭故障',
    excursions: '新发生的温度超限',
    firmware: '固件升级',
    upgrades: (running: number, succeeded: number, failed: number) =>
      `进行中任务 ${running} 个，成功 ${succeeded} 台，失败 ${failed} 台`,
    before: '环比',
    yearAgo: '同比',
    fresh: '新增',
    since: '发生于',
    asOf: (time: string) => `数据截至 ${time}。`,
    colon: '：',
    stop: '，',
    brackets: ['（', '）'],
  },
} as const

const numberOf = (value: number) =>
  (Math.round(value * 10) / 10).toLocaleString('en-US', { maximumFractionDigits: 1, useGrouping: true })

/** Formats with one decimal; a rise from zero is "new", and an unknown value a dash. */
function changeText(value: number, base: number | null, fresh: string): string {
  if (base === null) return '-'
  if (base === 0) return value === 0 ? '0.0%' : fresh
  const change = ((value - base) / base) * 100
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toFixed(1)}%`
}

/** The report as lines of text, each with its link. */
export function weeklyText(
  report: WeeklyReport,
  locale: Locale,
  time: (instant: string) => string,
): { title: string; content: string } {
  const w = words[locale]
  const [open, close] = w.brackets
  const compared = ({ value, before, yearAgo }: z.output<typeof Compared>) =>
    `${open}${w.before} ${changeText(value, before, w.fresh)}${w.stop}${w.yearAgo} ${changeText(value, yearAgo, w.fresh)}${close}`
  const lineOf = ({ key, urls, ...line }: z.output<typeof Line>) =>
    [
      `${figures[key].name[locale]}${w.colon}${numberOf(line.value)} ${unitWords[figures[key].unit][locale]} ${compared(line)}`,
      ...urls,
    ].join(' ')
  const part = (head: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', head, ...lines])
  const { oldest, excursions, firmware } = report
  const hasFirmware = firmware.running + firmware.succeeded + firmware.failed > 0
  const hasExcursions = excursions.value > 0 || (excursions.before ?? 0) > 0
  const content = [
    w.asOf(time(report.asOf)),
    ...part(w.fleet, report.fleet.map(lineOf)),
    ...part(w.faults, report.faults.map(lineOf)),
    ...part(
      w.oldest,
      oldest.map(({ sn, code, raisedAt, url }) =>
        `${sn} ${code}${w.stop}${w.since} ${time(raisedAt)} ${url}`.trimEnd(),
      ),
    ),
    ...(hasExcursions
      ? ['', `${w.excursions}${w.colon}${excursions.value} ${compared(excursions)} ${excursions.url}`.trimEnd()]
      : []),
    ...(hasFirmware
      ? [
          '',
          `${w.firmware}${w.colon}${w.upgrades(firmware.running, firmware.succeeded, firmware.failed)} ${firmware.url}`.trimEnd(),
        ]
      : []),
    ...(report.url === '' ? [] : ['', report.url]),
  ]
  return { title: w.title(report.from, report.to), content: content.join('\n') }
}
