import { withMinus } from '@brigade/contract/minus.rules.ts'
import type { Step, Stretch, TemperatureCurve } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { linePieces } from '@brigade/contract/line-pieces.ts'
import { without, type Gap, type Span } from '@brigade/contract/telemetry/silence.rules.ts'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import { instantAt } from '../../platform/excel/zone-time.ts'
import { both, ink, page, wide, write, type Sheet } from './report-sheet.ts'
import { reportWords as words } from './report-words.ts'

type Drawn = Readonly<{
  curve: TemperatureCurve
  span: Span
  /** Converts a stored temperature into the unit of the report. */
  degrees: (celsius: number) => number
  unit: string
  /** The offset of the wall clock from UTC. */
  offset: (at: number) => number
  wall: (at: number) => string
  /** ` A` or ` B` after a time of an hour that comes twice. */
  mark: (at: number) => string
}>

const height = 176
const left = page.left + 46
const right = page.right
const stripe = 9

const timeSteps = [10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 6 * hourMs, 12 * hourMs]
const daySteps = [1, 2, 5, 7, 14, 30, 60, 91].map((days) => days * dayMs)
const degreeSteps = [0.5, 1, 2, 5, 10, 20, 50]

/** Draws the curve with limits as bands, shaded excursions, and events as stripes below. Returns the y at which it ends. */
export function drawCurve(sheet: Sheet, top: number, drawn: Drawn): number {
  const { curve, span, degrees } = drawn
  const bottom = top + height
  const series = curve.series[0]
  // A clock that was set back after the job began leaves a span of no length.
  const lasts = Math.max(1, span.to - span.from)
  const x = (at: number) => left + ((Math.min(Math.max(at, span.from), span.to) - span.from) / lasts) * (right - left)
  const { low, high, step } = rangeOf(curve, degrees)
  const y = (celsius: number) => bottom - ((degrees(celsius) - low) / (high - low)) * height
  const plot: Plot = { sheet, span, x, y }
  const area = (stretch: Stretch, colour: string) =>
    sheet.rect(x(stretch.from), top, Math.max(0.6, x(stretch.to ?? span.to) - x(stretch.from)), height).fill(colour)

  sheet
    .save()
    .rect(left, top, right - left, height)
    .clip()
  bands(plot, curve.high, (value) => [top, y(value)])
  bands(plot, curve.low, (value) => [y(value), bottom])
  for (const one of curve.excused) area(one, ink.excused)
  for (const one of curve.excursions) area(one, ink.badSoft)
  for (const gap of curve.gaps) hatched(sheet, x(gap.from), x(gap.to), top, bottom)
  sheet.restore()

  for (let value = Math.ceil(low / step) * step; value <= high + 1e-9; value += step) {
    const at = bottom - ((value - low) / (high - low)) * height
    sheet.moveTo(left, at).lineTo(right, at).lineWidth(0.3).strokeColor(ink.line).stroke()
    write(sheet, withMinus(String(Number(value.toFixed(1)))), page.left, at - 5, {
      size: 7,
      colour: ink.quiet,
      width: 40,
      align: 'right',
    })
  }
  write(sheet, drawn.unit, page.left, top - 13, { size: 7, colour: ink.quiet, width: 40, align: 'right' })
  timeAxis(plot, bottom, drawn)

  sheet
    .save()
    .rect(left, top, right - left, height)
    .clip()
  stepLine(plot, stepsOf(curve.setPoint, span, curve.setPointGaps), ink.quiet, 3)
  for (const limits of [curve.high, curve.low]) stepLine(plot, stepsOf(limits, span, []), ink.bad, 0)
  if (series !== undefined) {
    if (curve.bucketMs > 0) spread(plot, series, curve.bucketMs)
    line(plot, series)
  }
  sheet.restore()
  sheet
    .rect(left, top, right - left, height)
    .lineWidth(0.6)
    .strokeColor(ink.quiet)
    .stroke()
  if (series === undefined || series.time.length === 0)
    write(sheet, both(words.noPoints), left, top + height / 2 - 5, {
      align: 'center',
      width: right - left,
      colour: ink.quiet,
    })

  let below = bottom + 18
  for (const [stretches, colour, word] of [
    [curve.defrosts, ink.defrost, words.defrost],
    [curve.doors, ink.door, words.door],
    ...(curve.offline.length === 0 ? [] : [[curve.offline, ink.gap, words.offline] as const]),
  ] as const) {
    write(sheet, both(word), page.left, below - 1.5, { size: 6, colour: ink.quiet, width: 44 })
    sheet.rect(left, below, right - left, stripe - 3).fill(ink.faint)
    for (const { from, to } of stretches)
      sheet.rect(x(from), below, Math.max(0.6, x(to ?? span.to) - x(from)), stripe - 3).fill(colour)
    below += stripe
  }
  return legend(sheet, below + 5)
}

type Scale = (value: number) => number
/** The sheet with the scales of time and temperature. */
type Plot = Readonly<{ sheet: Sheet; span: Span; x: Scale; y: Scale }>
type CurveSeries = TemperatureCurve['series'][number]

function rangeOf(curve: TemperatureCurve, degrees: Scale) {
  const series = curve.series[0]
  const limits = [...curve.high, ...curve.low, ...curve.setPoint].flatMap(({ value }) =>
    value === null ? [] : [value],
  )
  const before = series?.before ?? null
  const held = before === null ? [] : [before.value]
  const all = [...(series?.min ?? []), ...(series?.max ?? []), ...held, ...limits].map(degrees)
  let [low, high] = all.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  if (low > high) [low, high] = [0, 10]
  const step = degreeSteps.find((one) => (high - low + 2) / one <= 8) ?? 100
  return { low: Math.floor((low - step / 4) / step) * step, high: Math.ceil((high + step / 4) / step) * step, step }
}

/** Shades the area beyond a limit, while the limit was set. */
function bands({ sheet, span, x }: Plot, steps: readonly Step[], edges: (value: number) => readonly [number, number]) {
  for (const [index, { at, value }] of steps.entries()) {
    if (value === null) continue
    const until = steps[index + 1]?.at ?? span.to
    const [from, to] = edges(value)
    if (to > from)
      sheet
        .rect(x(at), from, x(until) - x(at), to - from)
        .fillOpacity(0.06)
        .fill(ink.bad)
        .fillOpacity(1)
  }
}

function hatched(sheet: Sheet, from: number, to: number, top: number, bottom: number) {
  sheet
    .save()
    .rect(from, top, Math.max(0.6, to - from), bottom - top)
    .clip()
  sheet.rect(from, top, Math.max(0.6, to - from), bottom - top).fill(ink.faint)
  for (let at = from - (bottom - top); at < to; at += 6) sheet.moveTo(at, bottom).lineTo(at + (bottom - top), top)
  sheet.lineWidth(0.4).strokeColor(ink.gap).stroke().restore()
}

type Level = Readonly<{ from: number; to: number; value: number }>

/** The stretches in which a setting holds, without those in which it is unknown. */
const stepsOf = (steps: readonly Step[], span: Span, gaps: readonly Gap[]): Level[] =>
  steps.flatMap(({ at, value }, index) => {
    if (value === null) return []
    const to = steps[index + 1]?.at ?? span.to
    return without([{ from: at, to }], gaps).map((part) => ({ ...part, value }))
  })

function stepLine({ sheet, x, y }: Plot, levels: readonly Level[], colour: string, dash: number) {
  for (const [index, { from, to, value }] of levels.entries()) {
    const before = levels[index - 1]
    if (before?.to === from) sheet.lineTo(x(from), y(value))
    else sheet.moveTo(x(from), y(value))
    sheet.lineTo(x(to), y(value))
  }
  if (levels.length === 0) return
  if (dash > 0) sheet.dash(dash, { space: 2 })
  sheet.lineWidth(0.8).strokeColor(colour).stroke().undash()
}

/** Measured parts are solid and held ones thin, as on screen. */
function line({ sheet, x, y }: Plot, { time, mean, before, gaps, held }: CurveSeries) {
  const points = [
    ...(before === null ? [] : [[before.time, before.value] as const]),
    ...time.map((at, index) => [at, mean[index] ?? 0] as const),
  ]
  const pieces = linePieces(points, gaps, held)
  for (const [piece, width] of [
    [pieces.measured, 0.9],
    [pieces.held, 0.4],
  ] as const) {
    let isOpen = false
    for (const [at, value] of piece) {
      if (value === null) isOpen = false
      else {
        if (isOpen) sheet.lineTo(x(at), y(value))
        else sheet.moveTo(x(at), y(value))
        isOpen = true
      }
    }
    if (piece.length > 0) sheet.lineWidth(width).lineJoin('round').strokeColor(ink.curve).stroke()
  }
}

/** Draws the range from the lowest to the highest report of each bucket. */
function spread({ sheet, x, y }: Plot, { time, min, max }: CurveSeries, bucketMs: number) {
  sheet.fillOpacity(0.25)
  for (const [index, at] of time.entries()) {
    const [high, low] = [y(max[index] ?? 0), y(min[index] ?? 0)]
    sheet.rect(x(at), high, Math.max(0.5, x(at + bucketMs) - x(at)), Math.max(0.3, low - high))
  }
  sheet.fill(ink.curve).fillOpacity(1)
}

function timeAxis({ sheet, span, x }: Plot, bottom: number, { offset, wall, mark }: Drawn) {
  const lasts = span.to - span.from
  const step = [...timeSteps, ...daySteps].find((one) => lasts / one <= 8) ?? 120 * dayMs
  const first = Math.ceil((span.from + offset(span.from)) / step) * step
  // Steps follow the wall clock, as a day on which clocks change does not have 24 hours.
  for (let shown = first; shown <= span.to + offset(span.to); shown += step) {
    const at = instantAt(offset, shown)
    if (at < span.from || at > span.to) continue
    sheet
      .moveTo(x(at), bottom)
      .lineTo(x(at), bottom + 3)
      .lineWidth(0.5)
      .strokeColor(ink.quiet)
      .stroke()
    const text = wall(at)
    const label =
      lasts <= 2 * dayMs
        ? `${text.slice(11, 16)}${mark(at)}`
        : step < dayMs
          ? `${text.slice(5, 16)}${mark(at)}`
          : text.slice(5, 10)
    write(sheet, label, Math.min(x(at) - 30, right - 56), bottom + 4, {
      size: 7,
      colour: ink.quiet,
      width: 60,
      align: 'center',
    })
  }
}

function legend(sheet: Sheet, top: number): number {
  const keys = [
    [words.temperature, ink.curve, 'line'],
    [words.held, ink.curve, 'thin'],
    [words.setPoint, ink.quiet, 'dash'],
    [words.limits, ink.bad, 'line'],
    [words.excursion, ink.badSoft, 'area'],
    [words.excusedLegend, ink.excused, 'area'],
    [words.gap, ink.faint, 'hatch'],
  ] as const
  // Each has the width of its words: letters at this size, and characters twice as wide.
  const widthOf = (word: Words) => 24 + word.en.length * 3.5 + word.zh.length * 6.8
  const free = (wide - keys.reduce((sum, [word]) => sum + widthOf(word), 0)) / keys.length
  let at = page.left
  for (const [word, colour, kind] of keys) {
    const each = widthOf(word) + free
    if (kind === 'line' || kind === 'dash' || kind === 'thin') {
      sheet.moveTo(at, top + 5).lineTo(at + 14, top + 5)
      if (kind === 'dash') sheet.dash(3, { space: 2 })
      sheet
        .lineWidth(kind === 'thin' ? 0.5 : 1.2)
        .strokeColor(colour)
        .stroke()
        .undash()
    } else if (kind === 'hatch') hatched(sheet, at, at + 12, top + 1, top + 9)
    else sheet.rect(at, top + 1, 12, 8).fill(colour)
    const label = both(word)
    write(sheet, label, at + 17, top, { size: 6.5, colour: ink.quiet, width: each - 19 })
    at += each
  }
  return top + 18
}
