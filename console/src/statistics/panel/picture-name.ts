import type { StatisticQuery } from '@brigade/contract/statistics/statistics.model.ts'

/** The file name of a picture contains its title and its days. */
export const pictureName = (title: string, { from, to }: Pick<StatisticQuery, 'from' | 'to'>): string =>
  [title, from, to].filter((part) => part !== undefined).join(' ')
