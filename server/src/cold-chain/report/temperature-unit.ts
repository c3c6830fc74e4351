import { fahrenheitOf, fahrenheitSpanOf } from '@brigade/contract/celsius.rules.ts'
import type { TemperatureExport } from '@brigade/contract/cold-chain/cold-chain.model.ts'

type Unit = TemperatureExport['unit']

/** Rounds binary fractions away: reports have one or two decimals. */
const tidy = (n: number): number => Number(n.toFixed(2))

/** A stored temperature in the written unit. */
export const shownIn = (unit: Unit) => (unit === 'C' ? tidy : (celsius: number) => tidy(fahrenheitOf(celsius)))
/** A difference of temperatures in the written unit. */
export const spanIn = (unit: Unit) => (unit === 'C' ? tidy : (celsius: number) => tidy(fahrenheitSpanOf(celsius)))
