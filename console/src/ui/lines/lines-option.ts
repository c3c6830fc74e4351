import { dayMs } from '@brigade/contract/time.ts'
import type { EChartsCoreOption } from 'echarts/core'
import { formatClock, formatDay } from '../../platform/format.ts'
import { token } from '../../theme.ts'
import { markAreas } from '../chart/curve-option.ts'
import { plotFont, timeAxis, valueAxis } from '../chart/plot-axes.ts'
import { stretchesOf, type Line, type Lines } from './lines-model.ts'

export const linesHeight = 360
const edges = { left: 56, right: 24, top: 16, bottom: 28 } as const

/** Draws many lines in the present colours of the theme. The highlighted one is drawn over them (lines-plot.tsx). */
export function linesOption(
  { lines, times, to, marks, height = linesHeight }: Lines,
  widthPx: number,
): EChartsCoreOption {
  const from = times[0] ?? 0
  const span = { from, to, widthPx: widthPx - edges.left - edges.right, marginPx: edges.right }
  const axis = timeAxis(span, (time) => timeLabel(time, to - from))
  const values = valueAxis()
  return {
    animation: false,
    textStyle: plotFont(),
    grid: { ...edges, containLabel: false },
    xAxis: {
      ...axis,
      // The axes have a canvas of their own, which is not redrawn while the lines fade behind a highlighted one.
      zlevel: 1,
    },
    yAxis: {
      ...values,
      zlevel: 1,
      scale: true,
      splitNumber: 5,
    },
    series: [
      ...lines.map((line) => seriesOf(line, times, lines.length)),
      // This series is on the canvas of the axes, which does not fade.
      {
        type: 'line',
        id: 'marks',
        zlevel: 1,
        data: [],
        silent: true,
        markArea: { silent: true, data: markAreas(marks, height - edges.bottom) },
      },
    ],
  }
}

function seriesOf({ key, colour, dash, values }: Line, times: readonly number[], count: number): object {
  // A value with a gap on both sides has no line: it is drawn as a dot.
  const lonely = new Set(stretchesOf(values).flatMap((part) => (part.length === 1 ? part.map(([place]) => place) : [])))
  return {
    type: 'line',
    id: key,
    data: values.map((value, place) => ({
      value: [times[place], value],
      symbol: lonely.has(place) ? 'circle' : 'none',
      symbolSize: 4,
    })),
    showSymbol: true,
    showAllSymbol: true,
    connectNulls: false,
    silent: true,
    lineStyle: { color: token(colour), width: count > 40 ? 1 : 1.5, type: dash, opacity: count > 40 ? 0.6 : 0.9 },
    itemStyle: { color: token(colour) },
  }
}

function timeLabel(time: number, spanMs: number): string {
  const clock = formatClock(time).slice(0, 5)
  if (spanMs <= 2 * dayMs) return clock
  const day = formatDay(time).slice(5)
  return spanMs <= 4 * dayMs && clock !== '00:00' ? clock : day
}
