import { fahrenheitOf, fahrenheitSpanOf, isCelsius } from '@brigade/contract/celsius.rules.ts'
import { create } from 'zustand'
import { oneOf, remember, remembered } from './remember.ts'

/**
 * Spec 9: metric or British units, metric by default. Everything is stored in °C and grams; only displayed values are
 * converted.
 */
export const unitSystems = ['metric', 'british'] as const
export type UnitSystem = (typeof unitSystems)[number]

type UnitState = { system: UnitSystem; choose: (system: UnitSystem) => void }

export const useUnitState = create<UnitState>((set) => ({
  system: remembered<UnitSystem>('units', oneOf(unitSystems), 'metric'),
  choose(system) {
    remember('units', system)
    set({ system })
  },
}))

const toCelsius = (fahrenheit: number): number => ((fahrenheit - 32) * 5) / 9

export type Units = {
  readonly system: UnitSystem
  readonly temperatureUnit: '°C' | '°F'
  /** A stored temperature in the displayed unit. */
  readonly temperature: (celsius: number) => number
  /** A stored difference of temperatures (tolerance, hysteresis) in the displayed unit. */
  readonly temperatureSpan: (celsius: number) => number
  /** Converts a typed value to the stored unit. */
  readonly toCelsius: (shown: number) => number
  /** The unit shown for a stored unit: °F in place of °C, others as they are. */
  readonly unit: (stored: string) => string
}

const metric: Units = {
  system: 'metric',
  temperatureUnit: '°C',
  temperature: (celsius) => celsius,
  temperatureSpan: (celsius) => celsius,
  toCelsius: (shown) => shown,
  unit: (stored) => stored,
}
const british: Units = {
  system: 'british',
  temperatureUnit: '°F',
  temperature: fahrenheitOf,
  temperatureSpan: fahrenheitSpanOf,
  toCelsius,
  unit: (stored) => (isCelsius(stored) ? '°F' : stored),
}

export const useUnits = (): Units => (useUnitState((state) => state.system) === 'metric' ? metric : british)
