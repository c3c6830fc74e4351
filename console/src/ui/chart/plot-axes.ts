import { formatNumber } from '../../platform/format.ts'
import { token } from '../../theme.ts'

/** What the axes of every plot have in common, in the present colours of the theme. */

export const plotFont = () => ({ fontFamily: token('--font'), fontSize: 12 })

export const axisLabel = () => ({ color: token('--ink-3'), ...plotFont() })

const strongLine = () => ({ lineStyle: { color: token('--line-strong') } })

/** The line at the cursor; its values stand beside the plot. */
const cursorLine = () => ({
  show: true,
  type: 'line',
  triggerTooltip: false,
  label: { show: false },
  lineStyle: { color: token('--ink-3'), type: [2, 2], width: 1 },
  handle: { show: false },
})

/** An axis of times or of places along the bottom. */
export const baseAxis = () => ({
  axisLine: { onZero: false, ...strongLine() },
  splitLine: { show: false },
  axisPointer: cursorLine(),
})

/** An axis of instants, under the cursor wherever it is. */
export const timeAxis = (span: Readonly<{ from: number; to: number }>, label: (time: number) => string) => ({
  ...baseAxis(),
  type: 'time',
  min: span.from,
  max: span.to,
  // On a phone seven or thirty days are more labels than fit beside one another.
  ...(innerWidth < 600 ? { splitNumber: 3 } : {}),
  axisLabel: { ...axisLabel(), hideOverlap: true, padding: [0, 6], formatter: label },
  axisTick: strongLine(),
  axisPointer: { ...cursorLine(), snap: false },
})

/** An axis of values at a side, with a line across the plot for each of its steps. */
export const valueAxis = () => ({
  type: 'value',
  axisLabel: { ...axisLabel(), formatter: (value: number) => formatNumber(value) },
  splitLine: { show: true, lineStyle: { color: token('--line') } },
  axisLine: { show: false },
  axisTick: { show: false },
})
