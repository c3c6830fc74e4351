import type { TemperatureVerdict } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { zoneText } from '../../platform/excel/zone-time.ts'
import { both, bytesOf, heading, ink, newSheet, page, rule, wide, write, type Sheet } from './report-sheet.ts'
import { reportWords as words, siteWords } from './report-words.ts'
import {
  drawDevice,
  facts,
  feet,
  footOf,
  lasted,
  shareOf,
  signatures,
  textOf,
  type Report,
  type ReportText,
} from './temperature-report.ts'

type Span = Report['terms']['span']
export type SiteSheet = Readonly<{
  customer: string
  place: string
  span: Span
  unit: Report['unit']
  timeZone: string
  at: number
  /** How many refrigerators come. */
  coolers: number
  /** Each, one after another: no more than one is in memory as a whole. */
  reports: AsyncIterable<Report>
}>

/** A refrigerator in the table of the first pages. */
type Line = Readonly<{
  sn: string
  name: string
  since: number | null
  page: number
  verdict: TemperatureVerdict
  judgedMs: number
  spanMs: number
  excursions: number | null
  beyondMs: number | null
  min: string
  max: string
}>

const rowHeight = 24
const rowsOfFirst = 19
const rowsOfNext = 28
const pagesFor = (coolers: number): number => 1 + Math.ceil(Math.max(0, coolers - rowsOfFirst) / rowsOfNext)

const columns = [
  [words.device, 128],
  [siteWords.coverage, 92],
  [words.excursionCount, 62],
  [words.beyond, 74],
  [siteWords.range, 84],
  [siteWords.page, 75],
] as const

/** One document for all refrigerators of a customer: a table with signatures, then what the report of each has. */
export async function writeSiteReport(site: SiteSheet): Promise<Buffer> {
  const sheet = await newSheet(`${both(siteWords.title)} ${site.customer}`, new Date(site.at))
  const coverPages = pagesFor(site.coolers)
  for (let index = 1; index < coverPages; index += 1) sheet.addPage()
  const lines: Line[] = []
  const middles: string[] = []
  let text: ReportText | undefined
  for await (const report of site.reports) {
    text = textOf(report)
    sheet.addPage()
    const first = sheet.bufferedPageRange().count
    drawDevice(sheet, text)
    while (middles.length < sheet.bufferedPageRange().count - coverPages) middles.push(footOf(report))
    lines.push(lineOf(text, site.span, first))
  }
  if (text === undefined) throw new Error('a site without refrigerators has no report')
  sheet.switchToPage(0)
  cover(sheet, { site, text, lines, coverPages })
  feet(sheet, {
    ...text,
    middle: (index) => (index < coverPages ? site.customer : (middles[index - coverPages] ?? '')),
  })
  return bytesOf(sheet)
}

function lineOf({ device, curve, terms, degrees }: ReportText, span: Span, first: number): Line {
  const { judgedMs, excursions, beyondMs, min, max } = curve.figures
  return {
    sn: device.sn,
    name: device.name,
    since: terms.span.from > span.from ? terms.span.from : null,
    page: first,
    verdict: curve.verdict,
    judgedMs,
    spanMs: curve.figures.spanMs,
    excursions,
    beyondMs,
    min: degrees(min),
    max: degrees(max),
  }
}

const verdictWords: Readonly<Record<TemperatureVerdict, Words>> = {
  clear: siteWords.clear,
  excursions: words.excursion,
  partly: siteWords.partly,
  unknown: words.gap,
  noLimits: siteWords.noLimits,
  notMeasured: siteWords.notMeasured,
}

type Cover = Readonly<{ site: SiteSheet; text: ReportText; lines: readonly Line[]; coverPages: number }>

function cover(sheet: Sheet, { site, text, lines, coverPages }: Cover): void {
  const { wall, mark, offset } = text
  const { span } = site
  write(sheet, siteWords.title.en, page.left, page.top, { size: 17, bold: true })
  write(sheet, siteWords.title.zh, page.left, page.top + 22, { size: 13, bold: true, colour: ink.quiet })
  rule(sheet, page.top + 44, ink.text)
  const sum = (of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0)
  const [judged, whole] = [sum(({ judgedMs }) => judgedMs), sum(({ spanMs }) => spanMs)]
  const isAnyJudged = lines.some(({ excursions }) => excursions !== null)
  let y = facts(
    sheet,
    [
      [words.customer, site.customer],
      [words.place, site.place],
      [words.span, `${wall(span.from).slice(0, 16)}${mark(span.from)} – ${wall(span.to).slice(0, 16)}${mark(span.to)}`],
      [words.zone, zoneText(site.timeZone, offset, span)],
      [siteWords.coolers, String(lines.length)],
      [siteWords.coverage, whole === 0 ? '-' : `${shareOf(judged, whole)} %`],
      [words.excursionCount, isAnyJudged ? String(sum(({ excursions }) => excursions ?? 0)) : '-'],
      [siteWords.withoutVerdict, String(lines.filter(({ verdict }) => !isDecided(verdict)).length)],
    ],
    2,
    page.top + 54,
  )
  y = tableHead(sheet, y + 8)
  let [left, at] = [rowsOfFirst, 0]
  for (const line of lines) {
    if (left === 0) {
      at += 1
      sheet.switchToPage(at)
      y = tableHead(sheet, page.top)
      left = rowsOfNext
    }
    row(sheet, line, { wall, y })
    y += rowHeight
    left -= 1
  }
  sheet.switchToPage(coverPages - 1)
  const notes = [siteWords.note.en, siteWords.note.zh]
  for (const [index, note] of notes.entries())
    write(sheet, note, page.left, y + 4 + index * 10, { size: 6.5, colour: ink.quiet, width: wide })
  signatures(sheet, y + 22)
}

const isDecided = (verdict: TemperatureVerdict): boolean => verdict === 'clear' || verdict === 'excursions'

function tableHead(sheet: Sheet, top: number): number {
  const y = heading(sheet, siteWords.coolers, top)
  let x: number = page.left
  for (const [word, width] of columns) {
    write(sheet, both(word), x, y, { size: 7, colour: ink.quiet, width: width - 6 })
    x += width
  }
  rule(sheet, y + 12)
  return y + 15
}

function row(sheet: Sheet, line: Line, { wall, y }: Pick<ReportText, 'wall'> & Readonly<{ y: number }>): void {
  const cells = [
    [
      line.sn,
      line.since === null ? line.name : `${line.name} ${both(siteWords.since)} ${wall(line.since).slice(0, 16)}`,
    ],
    [line.spanMs === 0 ? '-' : `${shareOf(line.judgedMs, line.spanMs)} %`, both(verdictWords[line.verdict])],
    [line.excursions === null ? '-' : String(line.excursions), ''],
    [line.beyondMs === null ? '-' : lasted(line.beyondMs), ''],
    [`${line.min} / ${line.max}`, ''],
    [String(line.page), ''],
  ] as const
  let x: number = page.left
  for (const [column, [first, second]] of cells.entries()) {
    const width = columns[column]?.[1] ?? 0
    write(sheet, first, x, y, { size: 8, width: width - 6, bold: column === 0 })
    if (second !== '') write(sheet, second, x, y + 10, { size: 7, colour: ink.quiet, width: width - 6 })
    x += width
  }
  rule(sheet, y + 21, ink.faint)
}
