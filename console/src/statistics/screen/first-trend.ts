import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { Series } from '@brigade/contract/statistics/statistics.model.ts'

const isKnown = ({ points }: Series): boolean => points.filter(({ value }) => value !== null).length * 2 > points.length

/**
 * The figure whose trend is shown until another is chosen: the first that is known at most of its points. A figure that
 * only a run can count, such as devices online, has only gaps if the days before the first run were counted afterwards.
 */
export const firstTrend = (drawn: readonly Series[]): FigureKey | undefined => (drawn.find(isKnown) ?? drawn[0])?.key
