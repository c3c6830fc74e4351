import { dayMs, minuteMs } from '@brigade/contract/time.ts'
import { linePieces } from '@brigade/contract/line-pieces.ts'
import type { EChartsCoreOption } from 'echarts/core'
import { formatClock, formatDay } from '../../platform/format.ts'
import { token } from '../../theme.ts'
import { plotFont, timeAxis, valueAxis } from './plot-axes.ts'
import type { Gap } from './curve-gaps.ts'
import type { Curve, CurveLimit, CurveMark, CurveSeries } from './curve-model.ts'

/** The sides leave room for the figures of the axes. The spans above the plot use the same edges. */
const plotEdges = { left: 48, right: 48, top: 12, bottom: 28 } as const

/** Makes the chart of a curve in the present colours of the theme. */
export function curveOption(curve: Curve, noData: string, widthPx: number): EChartsCoreOption {
  const { series, gaps = [], limits = [] } = curve
  const hasRight = series.some((one) => one.axis === 'right')
  const axisIndexOf = (one: CurveSeries): number => (hasRight && one.axis === 'right' ? 1 : 0)
  // The marks belong to the whole chart; ECharts wants them at one series.
  const marks = { markLine: markLines(curve), markArea: shadedAreas(curve, noData) }
  const right = hasRight ? plotEdges.right : 24
  const { from, to } = curve
  return {
    animation: false,
    textStyle: plotFont(),
    grid: { ...plotEdges, right, containLabel: false },
    xAxis: timeAxis({ from, to, widthPx: widthPx - plotEdges.left - right, marginPx: 24 }, (time) =>
      timeLabel(time, curve.to - curve.from),
    ),
    yAxis: hasRight ? [sideAxis(series, 'left'), sideAxis(series, 'right')] : [sideAxis(series, 'left')],
    series: [
      ...reachOf(limits, curve.from),
      ...series.flatMap((one, index) => [
        ...bandOf(one, gaps),
        { ...lineOf(one, gaps, axisIndexOf(one)), ...(index === 0 ? marks : {}) },
        ...heldOf(one, gaps, axisIndexOf(one)),
      ]),
    ],
  }
}

const sideAxis = (series: readonly CurveSeries[], side: 'left' | 'right'): object => {
  const axis = valueAxis()
  return {
    ...axis,
    position: side,
    ...(isShare(series, side) ? { min: 0, max: 100 } : { scale: true }),
    splitNumber: 5,
    splitLine: { ...axis.splitLine, show: side === 'left' },
  }
}

/** The lines of limits and targets, and the line of the present moment. */
function markLines({ limits = [], targets = [], now }: Curve): object {
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    label: { show: true, position: 'insideEndTop', ...plotFont(), color: token('--ink-3') },
    data: [
      ...limits.map(limitLine),
      ...targets.map(({ value, label, colour }) => ({
        yAxis: value,
        name: label,
        label: { formatter: label, color: token(colour) },
        lineStyle: { color: token(colour), type: 'dotted', width: 1 },
      })),
      ...(now === undefined
        ? []
        : [{ xAxis: now, label: { show: false }, lineStyle: { color: token('--ink'), type: 'solid', width: 1 } }]),
    ],
  }
}

/** The shaded stages, the hatched gaps, and the areas beyond the limits. */
function shadedAreas(curve: Curve, noData: string): object {
  const { gaps = [], spans = [], limits = [] } = curve
  return {
    silent: true,
    animation: false,
    label: { show: false },
    data: [
      ...spans
        .filter(({ state }) => state !== 'next')
        .map(({ from, to, state }) => [
          { xAxis: from, itemStyle: { color: token(state === 'current' ? '--heat-soft' : '--canvas'), opacity: 0.7 } },
          { xAxis: to },
        ]),
      ...gaps.map(({ from, to }) => [
        { xAxis: from, name: noData, itemStyle: { color: hatch(token('--line'), token('--line-strong')) } },
        { xAxis: to },
      ]),
      ...markAreas(curve.marks, (curve.height ?? 264) - plotEdges.bottom),
      ...limits.map(({ value, beyond, during }) => [
        {
          ...(during === undefined ? {} : { xAxis: during.from }),
          yAxis: beyond === 'above' ? value : Number.MIN_SAFE_INTEGER,
          itemStyle: { color: hatch('transparent', token('--bad')), opacity: 0.5 },
        },
        {
          ...(during === undefined ? {} : { xAxis: during.to }),
          yAxis: beyond === 'above' ? Number.MAX_SAFE_INTEGER : value,
        },
      ]),
    ],
  }
}

const widthOf = (one: CurveSeries): number => one.weight ?? (one.isPlan === true ? 1 : 1.75)

const strokeOf = ({ isPlan = false, isEarlier = false }: CurveSeries): object => ({
  type: isPlan ? [4, 3] : isEarlier ? [1, 3] : 'solid',
  opacity: isEarlier ? 0.6 : 1,
})

const lineOf = (one: CurveSeries, gaps: readonly Gap[], axisIndex: number): object => ({
  type: 'line',
  id: one.key,
  name: one.name,
  yAxisIndex: axisIndex,
  data: linePieces(one.points, one.gaps ?? gaps, one.held ?? []).measured,
  showSymbol: one.points.length === 1,
  symbol: 'circle',
  symbolSize: 5,
  step: one.isStep === true || one.isPlan === true ? 'end' : false,
  connectNulls: false,
  sampling: one.points.length > 4000 ? 'lttb' : undefined,
  silent: true,
  lineStyle: {
    color: token(one.colour),
    width: widthOf(one),
    ...strokeOf(one),
  },
  itemStyle: { color: token(one.colour) },
  z: 3,
})

/** The line is thinner where its value is held. */
function heldOf(one: CurveSeries, gaps: readonly Gap[], axisIndex: number): object[] {
  if (one.held === undefined || one.held.length === 0) return []
  const line = lineOf(one, gaps, axisIndex)
  return [
    {
      ...line,
      id: `${one.key}-held`,
      data: linePieces(one.points, one.gaps ?? gaps, one.held).held,
      showSymbol: false,
      sampling: undefined,
      lineStyle: {
        color: token(one.colour),
        width: Math.max(0.5, widthOf(one) / 2),
        ...strokeOf(one),
      },
    },
  ]
}

function limitLine({ value, label, beyond, during }: CurveLimit): object {
  // The label is on the forbidden side, where no value should occur.
  const position = beyond === 'above' ? 'insideEndTop' : 'insideEndBottom'
  const look = {
    name: label,
    label: { formatter: label, color: token('--bad'), position },
    lineStyle: { color: token('--bad'), type: 'solid', width: 1 },
  }
  if (during === undefined) return { yAxis: value, ...look }
  return [{ coord: [during.from, value], ...look }, { coord: [during.to, value] }]
}

const stripeHeight = 6

/** Shades cover the whole height. Stripes are above the time axis, which is at `floor` pixels; one line for each kind. */
export function markAreas(marks: readonly CurveMark[] = [], floor: number): object[] {
  const stripes = marks.filter(({ look, stretches }) => look === 'stripe' && stretches.length > 0)
  return marks.flatMap(({ key, colour, look, stretches }) => {
    const line = stripes.findIndex((one) => one.key === key)
    const foot = floor - 1 - line * (stripeHeight + 2)
    const [top, bottom] = look === 'stripe' ? [{ y: foot - stripeHeight }, { y: foot }] : [{}, {}]
    const itemStyle =
      look === 'hatch'
        ? { color: hatch('transparent', token(colour)), opacity: 0.8 }
        : { color: token(colour), opacity: look === 'shade' ? 0.22 : 0.9 }
    return stretches.map(({ from, to, share = 1 }) => [
      { xAxis: from, itemStyle: { ...itemStyle, opacity: itemStyle.opacity * (0.15 + 0.85 * share) }, ...top },
      { xAxis: to, ...bottom },
    ])
  })
}

/** An axis with percentages only ranges from 0 to 100. */
function isShare(series: readonly CurveSeries[], side: 'left' | 'right'): boolean {
  const here = series.filter((one) => (one.axis ?? 'left') === side)
  const isWithin = (value: number): boolean => value >= 0 && value <= 100
  return here.length > 0 && here.every((one) => one.unit === '%' && one.points.every(([, value]) => isWithin(value)))
}

/** Invisible points a little beyond the limits make the axis leave room there. */
function reachOf(limits: readonly CurveLimit[], timeMs: number): object[] {
  const shown = limits.filter((limit) => limit.isAlwaysShown === true)
  if (shown.length === 0) return []
  const beyond = ({ value, beyond: side }: CurveLimit): number => value + (side === 'above' ? 1 : -1)
  return [
    {
      type: 'line',
      id: 'reach',
      data: shown.map((limit) => [timeMs, beyond(limit)]),
      showSymbol: false,
      silent: true,
      lineStyle: { opacity: 0 },
    },
  ]
}

/** A tolerance or the spread of a bucket. The low edge is invisible, and the height above it is filled. */
function bandOf(one: CurveSeries, common: readonly Gap[]): object[] {
  if (one.band === undefined || one.band.length === 0) return []
  const [gaps, held] = [one.gaps ?? common, one.held ?? []]
  const shared = {
    type: 'line',
    yAxisIndex: one.axis === 'right' ? 1 : 0,
    stack: `band-${one.key}`,
    stackStrategy: 'all',
    showSymbol: false,
    silent: true,
    step: one.isPlan === true ? 'end' : false,
    lineStyle: { opacity: 0 },
    // The band is above the shading of stages and below the lines.
    z: 2,
  }
  return [
    {
      ...shared,
      id: `${one.key}-low`,
      data: linePieces(
        one.band.map(([time, low]) => [time, low] as const),
        gaps,
        held,
      ).whole,
    },
    {
      ...shared,
      id: `${one.key}-high`,
      data: linePieces(
        one.band.map(([time, low, high]) => [time, high - low] as const),
        gaps,
        held,
      ).whole,
      areaStyle: { color: token(one.colour), opacity: 0.18 },
    },
  ]
}

function timeLabel(time: number, spanMs: number): string {
  const clock = formatClock(time)
  if (spanMs <= 10 * minuteMs) return clock
  if (spanMs <= 2 * dayMs) return clock.slice(0, 5)
  const day = formatDay(time).slice(5)
  return spanMs <= 8 * dayMs ? `${day} ${clock.slice(0, 5)}` : day
}

/** A pattern of diagonal lines, so that a missing or forbidden area is not only a colour. */
function hatch(ground: string, stroke: string): object {
  const tile = document.createElement('canvas')
  tile.width = 6
  tile.height = 6
  const drawing = tile.getContext('2d')
  if (drawing !== null) {
    drawing.fillStyle = ground
    drawing.fillRect(0, 0, 6, 6)
    drawing.strokeStyle = stroke
    drawing.lineWidth = 0.75
    drawing.beginPath()
    drawing.moveTo(-1, 7)
    drawing.lineTo(7, -1)
    drawing.stroke()
  }
  return { image: tile, repeat: 'repeat' }
}
