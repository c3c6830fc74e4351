import type { TemperatureExport } from '@brigade/contract/cold-chain/cold-chain.model.ts'

type Unit = TemperatureExport['unit']

/** Binary fractions end here: reports have a tenth or two. */
const tidy = (n: number): number => Number(n.toFixed(2))

/** A stored temperature as it is written. */
export const shownIn = (unit: Unit) => (unit === 'C' ? tidy : (celsius: number) => tidy((celsius * 9) / 5 + 32))
/** A difference of temperatures as it is written. */
export const spanIn = (unit: Unit) => (unit === 'C' ? tidy : (celsius: number) => tidy((celsius * 9) / 5))
