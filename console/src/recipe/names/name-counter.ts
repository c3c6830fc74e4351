import { isFullWidth, nameLimit, nameWeight } from '@brigade/contract/recipe/name.rules.ts'

/**
 * Returns how much of a name's limit is used, as a person counts: in full-width characters if the name has one (16
 * fit), else in half-width ones (48 fit).
 */
export function nameCounter(name: string): string {
  const weight = nameWeight(name)
  const isWide = [...name].some(isFullWidth)
  return isWide ? `${Math.ceil(weight / 3)} / ${nameLimit / 3}` : `${weight} / ${nameLimit}`
}
