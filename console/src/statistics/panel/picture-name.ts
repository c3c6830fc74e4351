import type { StatisticQuery } from '@brigade/contract/statistics/statistics.model.ts'

/** Of a picture: what it shows, and of which days. */
export const pictureName = (title: string, { from, to }: Pick<StatisticQuery, 'from' | 'to'>): string =>
  [title, from, to].filter((part) => part !== undefined).join(' ')
