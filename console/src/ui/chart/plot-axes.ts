import { formatNumber } from '../../platform/format.ts'
import { token } from '../../theme.ts'
import { timeTicks } from './time-ticks.ts'

/** All plots share this style of axes, in the present colours of the theme. */

export const plotFont = () => ({ fontFamily: token('--font'), fontSize: 12 })

const axisLabel = () => ({ color: token('--ink-3'), ...plotFont() })

const strongLine = () => ({ lineStyle: { color: token('--line-strong') } })

/** The line at the cursor; its values are beside the plot. */
const cursorLine = () => ({
  show: true,
  type: 'line',
  triggerTooltip: false,
  label: { show: false },
  lineStyle: { color: token('--ink-3'), type: [2, 2], width: 1 },
  handle: { show: false },
})

/** An axis of times or of places along the bottom. */
const baseAxis = () => ({
  axisLine: { onZero: false, ...strongLine() },
  splitLine: { show: false },
  axisPointer: cursorLine(),
})

type TimeSpan = Readonly<{
  from: number
  to: number
  /** The width of the plot in pixels, and the free width beside it for labels. */
  widthPx: number
  marginPx: number
}>

/** An axis of instants, under the cursor wherever it is. It names as many as have room. */
export function timeAxis(span: TimeSpan, label: (time: number) => string) {
  const customValues = timeTicks({ ...span, label })
  return {
    ...baseAxis(),
    type: 'time',
    min: span.from,
    max: span.to,
    axisLabel: { ...axisLabel(), hideOverlap: true, customValues, formatter: label },
    axisTick: { ...strongLine(), customValues },
    axisPointer: { ...cursorLine(), snap: false },
  }
}

/** An axis of values at a side, with a line across the plot for each of its steps. */
export const valueAxis = () => ({
  type: 'value',
  axisLabel: { ...axisLabel(), formatter: (value: number) => formatNumber(value) },
  splitLine: { show: true, lineStyle: { color: token('--line') } },
  axisLine: { show: false },
  axisTick: { show: false },
})
