import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { endTemperatureOf, preheatTargetOf } from '@brigade/contract/recipe/recipe.rules.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'

/** One planned stage. Null: no estimate is possible. */
export type PlannedStage = Readonly<{
  minutes: number | null
  isEstimated: boolean
  /** The chamber's temperature at the beginning and at the end. */
  fromC: number | null
  toC: number | null
}>
export type Plan = Readonly<{
  preheat: Readonly<{ minutes: number; toC: number }> | null
  stages: readonly PlannedStage[]
  /** The sum of all known durations. */
  minutes: number
  /** A stage with an unknown duration is included, so the sum is a minimum. */
  isAtLeast: boolean
}>

type Cooked = Readonly<{ stages: readonly Stage[]; preheat: RecipeContent['preheat'] }>

const startC = 5
const ambientC = 20
const stepMinutes = 0.25
const maxMinutes = 1440
/** A middling piece: its surface follows the chamber, and its core the surface. */
const lag = { surface: 9, core: 17 }

type Food = { surfaceC: number; coreC: number }

function heat(food: Food, chamberC: number, humidity: number): void {
  const wet = 1 + humidity / 120
  const reached = chamberC > 100 ? 100 + (chamberC - 100) * 0.35 : chamberC
  food.surfaceC += ((reached - food.surfaceC) * wet * stepMinutes) / lag.surface
  food.coreC += ((Math.min(food.surfaceC, 100) - food.coreC) * stepMinutes) / lag.core
}

/** The expected course of the stages; the durations of stages that end by the core temperature are estimates. */
export function planOf({ stages, preheat }: Cooked): Plan {
  const food: Food = { surfaceC: startC, coreC: startC }
  // The temperature of the food matters only up to the last stage that ends by the core.
  const lastByCore = stages.findLastIndex(({ mode }) => mode === 'core' || mode === 'difference')
  const planned = stages.map((stage, index) => plannedOf(stage, food, index < lastByCore))
  const target = preheatTargetOf(preheat, stages)
  const heating = target === null ? null : { minutes: Math.max(2, Math.round((target - ambientC) / 27)), toC: target }
  return {
    preheat: heating,
    stages: planned,
    minutes: planned.reduce((sum, { minutes }) => sum + (minutes ?? 0), heating?.minutes ?? 0),
    isAtLeast: planned.some(({ minutes }) => minutes === null),
  }
}

/** `isFollowed`: a later stage continues from the temperature of the food after this one. */
function plannedOf(stage: Stage, food: Food, isFollowed: boolean): PlannedStage {
  const { mode, minutes, temperatureC, coreTargetC, differenceC } = stage
  const humidity = stage.humidity ?? 0
  if (mode === 'preset') return { minutes: null, isEstimated: true, fromC: null, toC: null }
  if (mode === 'timed') {
    if (isFollowed && temperatureC !== null && minutes !== null)
      for (let at = 0; at < Math.min(minutes, maxMinutes); at += stepMinutes) heat(food, temperatureC, humidity)
    return { minutes, isEstimated: false, fromC: temperatureC, toC: temperatureC }
  }
  const chamber = (): number | null =>
    mode === 'core' ? temperatureC : differenceC === null ? null : food.coreC + differenceC
  const fromC = chamber()
  const toC = endTemperatureOf(stage)
  if (fromC === null || coreTargetC === null) return { minutes: null, isEstimated: true, fromC, toC }
  let passed = 0
  while (food.coreC < coreTargetC && passed < maxMinutes) {
    heat(food, chamber() ?? fromC, humidity)
    passed += stepMinutes
  }
  // A core that never gets there: no time can be named.
  const reached = food.coreC >= coreTargetC
  return { minutes: reached ? Math.max(1, Math.round(passed)) : null, isEstimated: true, fromC, toC }
}
