import { excursionDefaults } from './cold-chain.model.ts'
import { sideOf } from './excursion-run.rules.ts'
import { signalIdentifiers } from './excursion.rules.ts'

const { temperature, high, low } = signalIdentifiers

/** A change of one of these may be a crossing. */
export const watchedIdentifiers = [temperature, high, low] as const

type Values = Readonly<Record<string, Readonly<{ v: unknown }>>>

const numberOf = (values: Values, identifier: string): number | null => {
  const value = values[identifier]?.v
  return typeof value === 'number' ? value : null
}

/** The limit that a refrigerator is beyond by what it reported last, with our tolerance; null: none, or not known. */
export const excursionSide = (reported: Values): 'high' | 'low' | null =>
  sideOf(numberOf(reported, temperature), {
    high: numberOf(reported, high),
    low: numberOf(reported, low),
    toleranceC: excursionDefaults.toleranceC,
  })
