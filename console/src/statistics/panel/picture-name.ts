import type { StatisticQuery } from '@brigade/contract/statistics/statistics.model.ts'

/** The file name of a picture says what it shows and for which days. */
export const pictureName = (title: string, { from, to }: Pick<StatisticQuery, 'from' | 'to'>): string =>
  [title, from, to].filter((part) => part !== undefined).join(' ')
