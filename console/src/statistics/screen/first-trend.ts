import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { Series } from '@brigade/contract/statistics/statistics.model.ts'

const isKnown = ({ points }: Series): boolean => points.filter(({ value }) => value !== null).length * 2 > points.length

/**
 * The figure whose trend stands there until another is chosen: the first that is known at most of its points. What only a run can count, such
 * as who is online, has nothing but gaps where the days before the first run were counted afterwards.
 */
export const firstTrend = (drawn: readonly Series[]): FigureKey | undefined => (drawn.find(isKnown) ?? drawn[0])?.key
