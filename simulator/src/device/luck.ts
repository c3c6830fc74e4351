import { between, chanceOf, happens, pick, type Chance } from '../random.ts'

/** The seed of a device decides these properties of its network module and its faults. */
export type Luck = Readonly<{
  chance: Chance
  /** The version from which it was made. */
  made: string
  /** One device in ten has a poor connection. */
  isFlaky: boolean
  lossesPerHour: number
  faultsPerHour: number
}>

/** `steady`: it neither breaks nor loses its connection by itself. */
export function luckOf(seed: string, steady = false): Luck {
  const chance = chanceOf(`${seed}:module`)
  const made = pick(chance, ['01.04.02', '01.04.02', '01.03.00'])
  const isFlaky = !steady && happens(chance, 0.1)
  return {
    chance,
    made,
    isFlaky,
    lossesPerHour: steady ? 0 : isFlaky ? 2 : 0.08,
    faultsPerHour: steady ? 0 : 0.012,
  }
}

/** How long a device stays offline after it lost its network; half of the lost connections are restored at once. */
export const outageMs = (chance: Chance, isFlaky: boolean): number => between(chance, 10, isFlaky ? 90 : 400) * 1000
