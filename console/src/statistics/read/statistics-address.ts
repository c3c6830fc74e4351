import { figureKeys, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import { figureTabs } from '@brigade/contract/statistics/figure.model.ts'
import {
  statisticFilters,
  topSizes,
  TopBy,
  TopOf,
  type StatisticQuery,
} from '@brigade/contract/statistics/statistics.model.ts'
import { z } from 'zod'
import { filter } from '@brigade/contract/field.ts'
import { daysOf, ranges } from '../range/day-range.ts'

const statisticsPath = '/data/statistics'
export const statisticsTabs = ['overview', ...figureTabs, 'runs'] as const
export type StatisticsTab = (typeof statisticsTabs)[number]

/** The address of the screen: the tab, the range, the filters, and the state of its panels. */
export const StatisticsAddress = z.strictObject({
  tab: z.enum(statisticsTabs).default('overview'),
  range: z.enum(ranges).default('7'),
  ...statisticFilters,
  /** The figure whose trend is displayed. */
  trend: filter(z.enum(figureKeys)),
  of: filter(TopOf),
  by: filter(TopBy),
  size: filter(z.coerce.number().refine((size) => topSizes.some((one) => one === size))),
})
export type StatisticsAddress = z.output<typeof StatisticsAddress>

/** The query of the calls: the filters, and the range as days of the statistics' zone. */
export function queryOf(address: StatisticsAddress, today: string): StatisticQuery {
  const { organisation, seriesId, productId, kind, province, range, from, to } = address
  return {
    ...daysOf(range, { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }, today),
    ...Object.fromEntries(
      Object.entries({ organisation, seriesId, productId, kind, province }).filter(([, value]) => value !== undefined),
    ),
  }
}

/** The same screen with another tab: range and filters stay, the state of the panels does not. */
export function tabHref(address: StatisticsAddress, tab: StatisticsTab): string {
  const { range, from, to, organisation, seriesId, productId, kind, province } = address
  const shown = {
    tab: tab === 'overview' ? undefined : tab,
    range: range === '7' ? undefined : range,
    from,
    to,
    organisation,
    seriesId,
    productId,
    kind,
    province,
  }
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(shown)) if (value !== undefined) query.set(key, value)
  const text = query.toString()
  return text === '' ? statisticsPath : `${statisticsPath}?${text}`
}

export const isFigureKey = (key: string): key is FigureKey => figureKeys.some((one) => one === key)

/** Sets the chosen values in the address; undefined removes one. */
export type ChangeAddress = (patch: { [K in keyof StatisticsAddress]?: unknown }, how?: { replaces: boolean }) => void
