import { deviceFigures } from './device-figures.ts'
import { faultFigures, searchFigures } from './fault-figures.ts'
import type { Figure, MovedSaying } from './figure.model.ts'
import { recipeFigures, userFigures } from './user-figures.ts'

/**
 * Every figure of the statistics, once (statistics.md). Screens, wall, export, weekly report, drill-down and tests read this table; it is
 * the only place that defines what a figure counts.
 */
const table = { ...deviceFigures, ...userFigures, ...recipeFigures, ...faultFigures, ...searchFigures } as const

export type FigureKey = keyof typeof table
export const figures: Readonly<Record<FigureKey, Figure>> = table

const isFigureKey = (key: string): key is FigureKey => key in table
export const figureKeys: readonly FigureKey[] = Object.keys(table).filter(isFigureKey)

/** Figures with a sentence about devices that have left. */
export type MovedKey = { [K in FigureKey]: (typeof table)[K]['moved'] extends MovedSaying ? K : never }[FigureKey]

/** Figures for which an organisation may set a target. */
export const targetKeys: readonly FigureKey[] = figureKeys.filter((key) => figures[key].isTaken)
