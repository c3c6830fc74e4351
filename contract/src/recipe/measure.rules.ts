import { z } from 'zod'

/**
 * Units of amounts. Each is a multiple of gram, millilitre or piece. The British pint and fluid ounce are the imperial ones.
 * `system` undefined: used in both systems.
 */
export const units = {
  g: { of: 'g', times: 1, system: 'metric' },
  kg: { of: 'g', times: 1000, system: 'metric' },
  ml: { of: 'ml', times: 1, system: 'metric' },
  L: { of: 'ml', times: 1000, system: 'metric' },
  oz: { of: 'g', times: 28.349523125, system: 'british' },
  lb: { of: 'g', times: 453.59237, system: 'british' },
  floz: { of: 'ml', times: 28.4130625, system: 'british' },
  pt: { of: 'ml', times: 568.26125, system: 'british' },
  piece: { of: 'piece', times: 1, system: undefined },
  tsp: { of: 'ml', times: 5, system: undefined },
  tbsp: { of: 'ml', times: 15, system: undefined },
  jin: { of: 'g', times: 500, system: undefined },
  liang: { of: 'g', times: 50, system: undefined },
} as const
export type MeasuredUnit = keyof typeof units
export const baseUnits = ['g', 'ml', 'piece'] as const
export type BaseUnit = (typeof baseUnits)[number]
/** Spec 9: the default measure unit is Metric. */
export type MeasureSystem = 'metric' | 'british'

export const measuredUnits = [
  'g',
  'kg',
  'ml',
  'L',
  'oz',
  'lb',
  'floz',
  'pt',
  'piece',
  'tsp',
  'tbsp',
  'jin',
  'liang',
] as const satisfies readonly MeasuredUnit[]

/** `toTaste` has no measure. */
export const Unit = z.enum([...measuredUnits, 'toTaste'])
export type Unit = z.output<typeof Unit>

export const isMeasured = (unit: Unit): unit is MeasuredUnit => unit !== 'toTaste'

export type Amount = Readonly<{ unit: Unit; measure: number | null }>

/** The amount in its base unit, which is stored beside the unit as typed; null for an amount to taste. */
export function amountOf({ unit, measure }: Amount): { of: BaseUnit; value: number } | null {
  if (!isMeasured(unit) || measure === null) return null
  const { of, times } = units[unit]
  return { of, value: rounded(measure * times, 12) }
}

/** Without the tail that a product of binary fractions has. */
const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits))

/** Converts the typed amount only once, so that switching the system back and forth shows what was typed. */
export function inSystem(typed: Amount, system: MeasureSystem): Amount {
  const amount = amountOf(typed)
  if (amount === null || !isMeasured(typed.unit)) return typed
  const own = units[typed.unit].system
  if (own === undefined || own === system) return typed
  const unit = shownUnit(amount, system)
  return { unit, measure: rounded(amount.value / units[unit].times, 3) }
}

/** The unit of a system in which an amount is not written with needless zeros. */
function shownUnit({ of, value }: { of: BaseUnit; value: number }, system: MeasureSystem): MeasuredUnit {
  if (of === 'piece') return 'piece'
  const [small, large] =
    system === 'metric'
      ? of === 'g'
        ? (['g', 'kg'] as const)
        : (['ml', 'L'] as const)
      : of === 'g'
        ? (['oz', 'lb'] as const)
        : (['floz', 'pt'] as const)
  return rounded(value, 3) >= units[large].times ? large : small
}

/**
 * Scales an amount to another number of servings for display: 3 significant digits, and no whole unit lost. The stored
 * amount stays unchanged.
 */
export function scaled({ unit, measure }: Amount, from: number | null, to: number): Amount {
  if (from === null || measure === null || from === to) return { unit, measure }
  const exact = (measure * to) / from
  return { unit, measure: exact < 100 ? rounded(exact, 3) : Math.round(exact) }
}
