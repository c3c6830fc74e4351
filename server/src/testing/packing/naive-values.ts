import { iso } from '@brigade/contract/time.ts'
import { isValue, valuesOf, type Role, type Series, type ValueItem } from './series.ts'

/** Returns the values of each property, with all values of one instant in their order. */
export function saidBy(series: Series, role: Role): ReadonlyMap<string, readonly ValueItem[]> {
  return Map.groupBy(valuesOf(series, role), ({ identifier }) => identifier)
}

/** Keeps the last of several values of one instant. */
export function counting(values: readonly ValueItem[]): readonly ValueItem[] {
  return values.filter((value, index) => values[index + 1]?.at !== value.at)
}

/** The value that a property has at a moment, or undefined before its first. */
export function heldAt(values: readonly ValueItem[], at: number): number | undefined {
  let held: number | undefined
  for (const value of values) {
    if (value.at > at) break
    held = value.value
  }
  return held
}

/** The elapsed time of a stage means something while the oven preheats or cooks. */
function isDenied(identifier: string, at: number, states: readonly ValueItem[]): boolean {
  if (identifier !== 'StageElapsed') return false
  const state = heldAt(states, at)
  return state !== undefined && state !== 1 && state !== 2
}

/** One line for each value, as the history lists them. */
export function naiveHistory(series: Series, role: Role): Record<string, readonly string[]> {
  const said = saidBy(series, role)
  const states = said.get('WorkState') ?? []
  return Object.fromEntries(
    [...said].map(([identifier, values]) => [
      identifier,
      values.map(({ at, value }) =>
        isDenied(identifier, at, states) ? `${iso(at)} denied by WorkState` : `${iso(at)} ${value}`,
      ),
    ]),
  )
}

export function naiveShadow(series: Series, role: Role): readonly string[] {
  return [...saidBy(series, role)]
    .map(([identifier, values]) => `${identifier} ${values.at(-1)?.value} ${iso(values.at(-1)?.at ?? 0)}`)
    .toSorted()
}

/** The points of a curve: one for each instant. */
export function naiveCurve(series: Series, role: Role, identifier: string): readonly string[] {
  const said = saidBy(series, role)
  const states = said.get('WorkState') ?? []
  return counting(said.get(identifier) ?? [])
    .filter(({ at }) => !isDenied(identifier, at, states))
    .map(({ at, value }) => `${iso(at)} ${value} ${value} ${value}`)
}

/** Buckets of a curve of many points: the lowest, the highest and the mean of the counting values in each. */
export function naiveBuckets(
  series: Series,
  { role, identifier }: Readonly<{ role: Role; identifier: string }>,
  { origin, widthMs }: Readonly<{ origin: number; widthMs: number }>,
): readonly string[] {
  const points = counting(saidBy(series, role).get(identifier) ?? [])
  const buckets = Map.groupBy(points, ({ at }) => origin + Math.floor((at - origin) / widthMs) * widthMs)
  return [...buckets].map(([at, own]) => {
    const numbers = own.map(({ value }) => value)
    const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length
    return `${iso(at)} ${Math.min(...numbers)} ${Math.max(...numbers)} ${mean.toPrecision(10)}`
  })
}

export const eventsOf = ({ items }: Series, role: Role) => items.filter((item) => !isValue(item) && item.role === role)
