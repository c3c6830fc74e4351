import type { EChartsCoreOption } from 'echarts/core'
import { token } from '../../theme.ts'
import { hatch } from './curve-option.ts'
import { axisLabel, baseAxis, plotFont, valueAxis } from './plot-axes.ts'
import { closedPart, gapsOf, isLonely, openEnd, type Trend, type TrendPoint } from './trend-model.ts'

/** Makes the chart of a trend in the present colours of the theme. */
export function trendOption(trend: Trend, noData: string): EChartsCoreOption {
  const { points, before, target } = trend
  const values = [...points, ...(before?.points ?? [])].flatMap(({ value }) => (value === null ? [] : [value]))
  const isAllPositive = values.every((value) => value >= 0)
  return {
    animation: false,
    textStyle: plotFont(),
    grid: { left: 56, right: 24, top: 16, bottom: 28, containLabel: false },
    xAxis: {
      ...baseAxis(),
      type: 'category',
      data: points.map(({ label }) => label),
      boundaryGap: points.length === 1,
      axisLabel: { ...axisLabel(), hideOverlap: true, padding: [0, 4] },
      axisTick: { show: false },
    },
    yAxis: {
      ...valueAxis(),
      ...(isAllPositive ? { min: 0 } : {}),
      ...(trend.unit === '%' && isAllPositive && values.every((value) => value <= 100) ? { max: 100 } : {}),
      // The target is in sight even where no value comes near.
      ...(target !== undefined && values.every((value) => value < target.value) ? { max: target.value } : {}),
      minInterval: trend.digits === undefined || trend.digits === 0 ? 1 : 0,
      splitNumber: 4,
    },
    series: [
      ...(before === undefined ? [] : [lineOf(before.points, 'before', token(trend.colour), true)]),
      { ...lineOf(openEnd(points), 'open', token(trend.colour), false), lineStyle: openLine(token(trend.colour)) },
      {
        ...lineOf(closedPart(points), 'now', token(trend.colour), false),
        markArea: {
          silent: true,
          animation: false,
          label: { show: false },
          data: gapsOf(points).map(([from, to]) => [
            {
              xAxis: Math.max(0, from - 1),
              name: noData,
              itemStyle: { color: hatch(token('--paper'), token('--line-strong')) },
            },
            { xAxis: Math.min(points.length - 1, to + 1) },
          ]),
        },
        markLine: {
          silent: true,
          symbol: 'none',
          animation: false,
          data:
            target === undefined
              ? []
              : [
                  {
                    yAxis: target.value,
                    name: target.label,
                    label: {
                      formatter: target.label,
                      position: 'insideEndTop',
                      color: token('--ink-2'),
                      ...plotFont(),
                    },
                    lineStyle: { color: token('--ink-2'), type: 'dotted', width: 1.5 },
                  },
                ],
        },
      },
    ],
  }
}

/** The last stretch, to a day that is not over. */
const openLine = (color: string) => ({ color, width: 2, type: [2, 4], cap: 'round' })

const ring = (borderColor: string, isBefore: boolean) => ({
  color: token('--paper'),
  borderColor,
  borderWidth: isBefore ? 1.25 : 2,
})

const lineOf = (points: readonly TrendPoint[], id: string, colour: string, isBefore: boolean): object => ({
  type: 'line',
  id,
  data: points.map(({ value, isOpen }, index) =>
    value !== null && isOpen === true
      ? { value, symbol: 'circle', symbolSize: isBefore ? 7 : 9, itemStyle: ring(colour, isBefore) }
      : { value, symbol: value !== null && isLonely(points, index) ? 'circle' : 'none', symbolSize: 6 },
  ),
  showSymbol: true,
  showAllSymbol: true,
  connectNulls: false,
  silent: true,
  lineStyle: {
    color: colour,
    width: isBefore ? 1.25 : 2,
    type: isBefore ? [4, 3] : 'solid',
    opacity: isBefore ? 0.75 : 1,
  },
  itemStyle: { color: colour },
  z: isBefore ? 2 : 3,
})
