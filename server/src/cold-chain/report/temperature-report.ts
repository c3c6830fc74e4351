import { excursionDefaults } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type {
  Excursion,
  Step,
  TemperatureCurve,
  TemperatureExport,
} from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { Terms } from '@brigade/contract/cold-chain/excursion-run.rules.ts'
import { lastedMs } from '@brigade/contract/cold-chain/stretch.rules.ts'
import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { withMinus } from '@brigade/contract/minus.rules.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { z } from 'zod'
import {
  clockChanges,
  doubledMark,
  utcOffset,
  wallText,
  zoneOffset,
  zoneText,
  type ClockChange,
} from '../../platform/excel/zone-time.ts'
import { shownIn, spanIn } from './temperature-unit.ts'
import { drawCurve } from './report-curve.ts'
import { codesOf, missingMark } from './report-faces.ts'
import {
  both,
  bytesOf,
  heading,
  ink,
  missingOn,
  newSheet,
  page,
  rule,
  wide,
  write,
  type Sheet,
} from './report-sheet.ts'
import { coverageWords, partlyWords, reportWords as words } from './report-words.ts'

export type Report = Readonly<{
  device: z.output<typeof DeviceDetail>
  terms: Terms
  curve: TemperatureCurve
  unit: TemperatureExport['unit']
  timeZone: string
  at: number
}>

/** No clock change goes back further. */
const doubledMs = 3 * hourMs

export type ReportText = Report &
  Readonly<{
    wall: (at: number) => string
    /** ` A` or ` B` after a time of an hour that comes twice. */
    mark: (at: number) => string
    offset: (at: number) => number
    /** The clocks change at these times of the span; and near it. */
    changes: readonly ClockChange[]
    near: readonly ClockChange[]
    degrees: (celsius: number | null) => string
    difference: (celsius: number) => string
  }>

/** Writes a report for printing and signing, in both languages. */
export async function writeReport(report: Report): Promise<Buffer> {
  const { device, at } = report
  const text = textOf(report)
  const sheet = await newSheet(`${both(words.title)} ${device.sn}`, new Date(at))
  signatures(sheet, drawDevice(sheet, text))
  feet(sheet, { ...text, middle: () => footOf(text) })
  return bytesOf(sheet)
}

/** Draws all about one device, from the top of the present page on. Returns the y at which it ends. */
export function drawDevice(sheet: Sheet, text: ReportText): number {
  const { curve, terms, unit, offset, wall, mark } = text
  let y = head(sheet, text)
  y = heading(sheet, words.curve, y + 8) + 12
  y = drawCurve(sheet, y, { curve, span: terms.span, degrees: shownIn(unit), unit: `°${unit}`, offset, wall, mark })
  y = figures(sheet, text, heading(sheet, words.figures, y + 6))
  y = judgedBy(sheet, text, heading(sheet, words.judged, y + 6))
  return excursionTable(sheet, text, y + 8)
}

/** A report with the ways in which it writes times and temperatures. */
export function textOf(report: Report): ReportText {
  const { unit, timeZone, terms } = report
  const offset = zoneOffset(timeZone)
  const wall = (ms: number) => wallText(ms + offset(ms))
  const [shown, span] = [shownIn(unit), spanIn(unit)]
  const { from, to } = terms.span
  // One just outside the span may double an hour within it.
  const near = clockChanges(offset, { from: from - doubledMs, to: to + doubledMs })
  const changes = near.filter((change) => change.at > from && change.at < to)
  const mark = (ms: number) => (doubledMark(near, ms) === '' ? '' : ` ${doubledMark(near, ms)}`)
  return {
    ...report,
    wall,
    mark,
    offset,
    changes,
    near,
    degrees: (celsius) => (celsius === null ? '-' : `${withMinus(shown(celsius).toFixed(1))} °${unit}`),
    difference: (celsius) => `${span(celsius).toFixed(1)} °${unit}`,
  }
}

type Fact = readonly [Words, string]

/** Writes facts in columns, the label above its value. */
export function facts(sheet: Sheet, given: readonly Fact[], columns: number, top: number): number {
  const each = wide / columns
  for (const [index, [word, value]] of given.entries()) {
    const [x, y] = [page.left + (index % columns) * each, top + Math.floor(index / columns) * 27]
    write(sheet, both(word), x, y, { size: 7, colour: ink.quiet, width: each - 8 })
    write(sheet, value === '' ? '-' : value, x, y + 10, { size: 9, width: each - 8 })
  }
  return top + Math.ceil(given.length / columns) * 27
}

function head(sheet: Sheet, report: ReportText): number {
  const {
    device,
    terms: { span },
    wall,
    mark,
  } = report
  write(sheet, words.title.en, page.left, page.top, { size: 17, bold: true })
  write(sheet, words.title.zh, page.left, page.top + 22, { size: 13, bold: true, colour: ink.quiet })
  write(sheet, device.sn, page.left, page.top + 4, { size: 11, bold: true, width: wide, align: 'right' })
  rule(sheet, page.top + 44, ink.text)
  const { en, zh } = device.product.name
  const place = [device.zone.place, device.zone.address].filter((part) => part !== '').join(' ')
  const y = facts(
    sheet,
    [
      [words.device, device.name === '' ? device.sn : device.name],
      [words.product, en === zh ? en : `${en} ${zh}`],
      [words.customer, device.customer.name],
      [words.place, place === '' ? device.address : place],
      [words.span, `${wall(span.from).slice(0, 16)}${mark(span.from)} – ${wall(span.to).slice(0, 16)}${mark(span.to)}`],
      [words.zone, zoneText(report.timeZone, report.offset, report.terms.span)],
    ],
    2,
    page.top + 54,
  )
  return clockNotes(sheet, report, y)
}

/** Describes when the clocks change, and how the times of a repeated hour are marked. */
function clockNotes(sheet: Sheet, { changes, near, terms: { span } }: ReportText, top: number): number {
  const times = changes.map(({ at, before, after }) => {
    const [from, to] = [wallText(at + before), wallText(at + after)]
    return `${from.slice(0, 16)} ${utcOffset(before)} → ${to.slice(11, 16)} ${utcOffset(after)}`
  })
  const isDoubled = near.some(
    ({ at, before, after }) => after < before && at + before - after > span.from && at + after - before < span.to,
  )
  const lines = [
    ...(times.length === 0 ? [] : [`${both(words.clocks)}: ${times.join('; ')}`]),
    ...(isDoubled ? [both(words.doubled)] : []),
  ]
  for (const [index, line] of lines.entries())
    write(sheet, line, page.left, top + index * 10, { size: 7, colour: ink.quiet, width: wide })
  return top + lines.length * 10
}

/** A duration such as `2 h 05 min`, understood in both languages. */
export function lasted(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  if (minutes < 60) return `${minutes} min`
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  const clock = `${hours} h ${String(rest).padStart(2, '0')} min`
  return days === 0 ? clock : `${days} d ${clock}`
}

/** Rounded down, so that 99.999 % does not appear as 100. */
export const shareOf = (part: number, whole: number): string => (Math.floor((part / whole) * 10_000) / 100).toFixed(2)
/** An unknown figure is shown as a dash, not as 0. */
const orDash = (value: number | null, format: (value: number) => string): string =>
  value === null ? '-' : format(value)

/**
 * The device was silent; and for how long the temperature was held beyond the time for which it counts, which is not
 * judged either.
 */
const silentFact = ({ unknownMs, heldMs }: TemperatureCurve['figures']): Fact =>
  heldMs < 60_000
    ? [words.silent, lasted(unknownMs)]
    : [words.silentAndHeld, `${lasted(unknownMs)} / ${lasted(heldMs)}`]

function figures(sheet: Sheet, { curve, degrees }: ReportText, top: number): number {
  const is = curve.figures
  return facts(
    sheet,
    [
      [words.min, degrees(is.min)],
      [words.max, degrees(is.max)],
      [words.mean, degrees(is.mean)],
      [words.kinetic, degrees(is.meanKinetic)],
      [words.within, is.within === null ? '-' : `${shareOf(is.within, 1)} % / ${lasted(is.judgedMs)}`],
      [words.beyond, orDash(is.beyondMs, lasted)],
      [words.excused, orDash(is.excusedMs, lasted)],
      silentFact(is),
      [words.excursionCount, orDash(is.excursions, String)],
      [words.defrosts, orDash(is.defrosts, String)],
      [words.doors, orDash(is.doorOpenings, (count) => `${count} (${lasted(is.doorOpenMs ?? 0)})`)],
      [words.points, String(is.points)],
    ],
    4,
    top,
  )
}

function judgedBy(sheet: Sheet, { terms, curve, degrees, difference }: ReportText, top: number): number {
  const limit = (limitC: number | undefined, steps: readonly Step[]): string => {
    if (limitC !== undefined) return degrees(limitC)
    const values = [...new Set(steps.map(({ value }) => value))].slice(-3)
    return values.length === 0 ? both(words.notSet) : `${values.map(degrees).join(', ')} *`
  }
  const next = facts(
    sheet,
    [
      [words.high, limit(terms.highC, curve.high)],
      [words.low, limit(terms.lowC, curve.low)],
      [words.tolerance, difference(terms.toleranceC)],
      [words.delay, `${curve.judged.delays.slice(-3).join(', ')} min`],
    ],
    4,
    top,
  )
  const { afterDefrostMinutes: defrost, afterDoorMinutes: door, holdMinutes: hold } = excursionDefaults
  const notes = [
    `* ${both(words.ofDevice)}`,
    `Warm air while defrosting and ${defrost} min after, or while the door is open and ${door} min after, is excused. A report counts for ${hold} min at most, and not while the device is silent.`,
    `除霜期间及结束后 ${defrost} 分钟内、开门期间及关门后 ${door} 分钟内的升温予以豁免；单次上报数据最长有效 ${hold} 分钟，设备无数据期间不计。`,
    'Mean kinetic temperature with ΔH 83.144 kJ/mol (USP <1079.2>). 平均动力学温度按 ΔH 83.144 kJ/mol 计算（USP <1079.2>）。',
  ]
  for (const [index, note] of notes.entries())
    write(sheet, note, page.left, next + index * 10, { size: 6.5, colour: ink.quiet })
  return next + notes.length * 10
}

const columns = [
  [null, 22],
  [words.begin, 104],
  [words.end, 104],
  [words.duration, 78],
  [words.limit, 62],
  [words.worst, 62],
  [words.worstAt, 83],
] as const
const rowHeight = 15

function tableHead(sheet: Sheet, top: number): number {
  const y = heading(sheet, words.excursions, top)
  let x: number = page.left
  for (const [word, width] of columns) {
    if (word !== null) write(sheet, both(word), x, y, { size: 7, colour: ink.quiet, width: width - 6 })
    x += width
  }
  rule(sheet, y + 12)
  return y + 15
}

/** Writes a row for each excursion, over as many pages as needed. */
function excursionTable(sheet: Sheet, report: ReportText, top: number): number {
  const { curve, terms } = report
  let y = roomFor(sheet, top, 70)
  const { judgedMs, spanMs } = curve.figures
  if (judgedMs > 0) {
    const judged = { judged: lasted(judgedMs), whole: lasted(spanMs), share: shareOf(judgedMs, spanMs) }
    write(sheet, both(coverageWords(judged)), page.left, y + 2, { size: 8, width: wide, align: 'right' })
  }
  y = tableHead(sheet, y)
  if (curve.excursions.length === 0) {
    const statement = noExcursionText(curve)
    write(sheet, statement.en, page.left, y, { colour: ink.quiet })
    write(sheet, statement.zh, page.left, y + 11, { colour: ink.quiet })
    return y + rowHeight + 11
  }
  for (const [index, excursion] of curve.excursions.entries()) {
    if (y + rowHeight > page.bottom) y = tableHead(sheet, newPage(sheet))
    let x: number = page.left
    for (const [column, text] of [String(index + 1), ...cellsOf(excursion, terms.span.to, report)].entries()) {
      const width = columns[column]?.[1] ?? 0
      write(sheet, text, x, y, { size: 8, width: width - 6, bold: column === 5 })
      x += width
    }
    rule(sheet, y + 12, ink.faint)
    y += rowHeight
  }
  if ((curve.figures.excursions ?? 0) > curve.excursions.length)
    write(sheet, `${both(words.more)} ${curve.excursions.length} / ${curve.figures.excursions}`, page.left, y, {
      size: 7,
      colour: ink.quiet,
    })
  return y + rowHeight
}

/** The reason why no excursion is listed. Only a span that was evaluated nearly completely is reported to have none. */
function noExcursionText({ verdict, figures: { judgedMs, spanMs } }: TemperatureCurve): Words {
  if (verdict === 'partly' || verdict === 'excursions')
    return partlyWords({ judged: lasted(judgedMs), rest: lasted(spanMs - judgedMs) })
  return words[verdict]
}

function cellsOf(excursion: Excursion, endMs: number, { wall, mark, degrees }: ReportText): string[] {
  const { from, to, limitC, worstC, worstAt, side, unknownMs } = excursion
  const sign = side === 'high' ? '>' : '<'
  return [
    `${wall(from)}${mark(from)}`,
    to === null ? both(words.stillSo) : `${wall(to)}${mark(to)}`,
    `${lasted(lastedMs(excursion, endMs))}${unknownMs > 0 ? ' †' : ''}`,
    `${sign} ${degrees(limitC)}`,
    degrees(worstC),
    `${wall(worstAt).slice(0, 16)}${mark(worstAt)}`,
  ]
}

function newPage(sheet: Sheet): number {
  sheet.addPage()
  return page.top
}
const roomFor = (sheet: Sheet, y: number, needed: number): number => (y + needed > page.bottom ? newPage(sheet) : y)

export function signatures(sheet: Sheet, top: number): void {
  const y = roomFor(sheet, top, 36) + 20
  const each = wide / 2
  for (const [index, word] of [words.checked, words.approved].entries()) {
    const x = page.left + index * each
    write(sheet, both(word), x, y, { size: 8, colour: ink.quiet, width: 74 })
    write(sheet, both(words.date), x + 160, y, { size: 8, colour: ink.quiet, width: 40 })
    for (const [from, to] of [
      [74, 154],
      [200, 244],
    ] as const)
      sheet
        .moveTo(x + from, y + 11)
        .lineTo(x + to, y + 11)
        .lineWidth(0.5)
        .strokeColor(ink.quiet)
        .stroke()
  }
}

const isPartlySilent = ({ excursions }: Pick<TemperatureCurve, 'excursions'>): boolean =>
  excursions.some(({ unknownMs }) => unknownMs > 0)

type Feet = Pick<ReportText, 'at' | 'wall' | 'offset'> & Readonly<{ middle: (page: number) => string }>

/** What stands in the middle of the foot: the device, or what its mark † means. */
export const footOf = ({ device, curve }: Pick<Report, 'device' | 'curve'>): string =>
  isPartlySilent(curve) ? '† partly without reports 部分时段无数据' : device.sn

export function feet(sheet: Sheet, { at, wall, offset, middle }: Feet): void {
  const { count } = sheet.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    sheet.switchToPage(index)
    rule(sheet, page.bottom + 10)
    const y = page.bottom + 15
    write(sheet, `${both(words.generated)} ${wall(at)} ${utcOffset(offset(at))}`, page.left, y, {
      size: 7,
      colour: ink.quiet,
      width: wide / 3,
    })
    write(sheet, middle(index), page.left + wide / 3, y, {
      size: 7,
      colour: ink.quiet,
      width: wide / 3,
      align: 'center',
    })
    const number = `${words.page.en} ${index + 1} / ${count} ${words.page.zh}`
    write(sheet, number, page.left, y, { size: 7, colour: ink.quiet, width: wide, align: 'right' })
    const missing = missingOn(sheet)
    if (missing.length > 0) write(sheet, missingText(missing), page.left, y + 10, { size: 6.5, width: wide })
  }
}

/** A line of the foot holds about as many codes. */
const maxMissing = 24

/** Lists the characters that the page shows as 〓, by their codes. */
function missingText(missing: readonly string[]): string {
  const codes = [...new Set(missing.flatMap(codesOf))]
  const rest = codes.length > maxMissing ? `, +${codes.length - maxMissing}` : ''
  return `${missingMark} ${both(words.noGlyph)}: ${codes.slice(0, maxMissing).join(', ')}${rest}`
}
