/** ΔH of 83.144 kJ/mol over the gas constant, as USP <1079.2> has it: 10,000 K. */
const activationK = 83.144 / 0.0083144
const zeroC = 273.15

/** Relative speed at which goods age at one temperature. */
export const ageingAt = (celsius: number): number => Math.exp(-activationK / (celsius + zeroC))
/** The one temperature at which it would age so fast. */
export const ageingTemperature = (ageing: number): number => activationK / -Math.log(ageing) - zeroC

export type MeanOf = Readonly<{
  add: (celsius: number, ms: number) => void
  mean: () => number | null
  kinetic: () => number | null
}>

/**
 * Means over time: of the temperature, and the mean kinetic temperature, in which warm hours weigh more. Null without
 * any value.
 */
export function newMeans(): MeanOf {
  let totalMs = 0
  let sum = 0
  let ageing = 0
  return {
    add: (celsius, ms) => {
      totalMs += ms
      sum += celsius * ms
      ageing += ageingAt(celsius) * ms
    },
    mean: () => (totalMs === 0 ? null : sum / totalMs),
    kinetic: () => (totalMs === 0 ? null : ageingTemperature(ageing / totalMs)),
  }
}
