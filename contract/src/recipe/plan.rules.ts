import type { RecipeContent } from './recipe.model.ts'
import { endTemperatureOf, preheatTargetOf } from './recipe.rules.ts'
import { stageLimits, type Stage } from './stage.model.ts'

/**
 * What a recipe would do in an oven, as the editor draws it: chamber and core over time. Where a stage ends by the core nobody
 * knows beforehand when that is; it is estimated for a piece of meat of about a kilogram, and always shown as an estimate.
 */
export type PlannedPoint = Readonly<{ minute: number; chamberC: number; coreC: number }>
export type PlannedStage = Readonly<{
  key: number
  /** Null after a stage whose end nobody can estimate: a preset, or a core target that is not reached in a day. */
  fromMinute: number | null
  minutes: number | null
  isEstimated: boolean
  /** What the chamber is set to at its end; null for a preset. */
  temperatureC: number | null
  humidity: number | null
  fan: number | null
  pauseBefore: boolean
}>
export type Plan = Readonly<{
  stages: readonly PlannedStage[]
  points: readonly PlannedPoint[]
  /** Of all stages; null where one of them is not known. */
  minutes: number | null
  isEstimated: boolean
}>

const stepMinutes = 0.1
const pointEvery = 0.5
const room = { chamberC: 25, surfaceC: 6, coreC: 5 }
/** Degrees a minute that a chamber gains, and loses. */
const chamberRate = { up: 18, down: 6 } as const
/** Minutes in which surface and core come near what is around them. */
const food = { surface: 9, core: 17 } as const

type Heat = { chamberC: number; surfaceC: number; coreC: number }

function stepHeat(heat: Heat, setC: number, humidity: number): void {
  const gap = setC - heat.chamberC
  const most = (gap > 0 ? chamberRate.up : chamberRate.down) * stepMinutes
  heat.chamberC += Math.sign(gap) * Math.min(Math.abs(gap), most)
  // Wet heat goes in faster, and a wet surface does not rise far above boiling.
  const wet = 1 + humidity / 120
  const reached = heat.chamberC > 100 ? 100 + (heat.chamberC - 100) * 0.35 : heat.chamberC
  heat.surfaceC += (((reached - heat.surfaceC) * wet) / food.surface) * stepMinutes
  heat.coreC += ((Math.min(heat.surfaceC, 100) - heat.coreC) / food.core) * stepMinutes
}

const setOf = ({ mode, temperatureC, differenceC, coreTargetC }: Stage, { coreC }: Heat): number | null =>
  mode === 'difference'
    ? differenceC === null || coreTargetC === null
      ? null
      : Math.min(coreC, coreTargetC) + differenceC
    : temperatureC

/** Whether a stage is over; null where nobody knows when that is. */
function isOver({ mode, minutes, coreTargetC }: Stage, { coreC }: Heat, elapsed: number): boolean | null {
  if (mode === 'timed') return minutes === null ? null : elapsed >= minutes - stepMinutes / 2
  if (mode === 'preset' || coreTargetC === null) return null
  return coreC >= coreTargetC
}

export function planOf({ stages, preheat }: Pick<RecipeContent, 'stages' | 'preheat'>): Plan {
  const heat: Heat = { ...room, chamberC: preheatTargetOf(preheat, stages) ?? room.chamberC }
  const points: PlannedPoint[] = [{ minute: 0, chamberC: heat.chamberC, coreC: heat.coreC }]
  const planned: PlannedStage[] = []
  let minute: number | null = 0
  for (const stage of stages) {
    const length: number | null = minute === null ? null : runStage(stage, heat, { minute, points })
    const isTimed = stage.mode === 'timed'
    planned.push({
      key: stage.key,
      fromMinute: minute,
      minutes: isTimed ? stage.minutes : length,
      isEstimated: !isTimed,
      temperatureC: endTemperatureOf(stage),
      humidity: stage.humidity,
      fan: stage.fan,
      pauseBefore: stage.pauseBefore,
    })
    minute = minute === null || length === null ? null : minute + length
  }
  return { stages: planned, points, minutes: minute, isEstimated: planned.some(({ isEstimated }) => isEstimated) }
}

/** Minutes that a stage takes, to a tenth. */
function runStage(
  stage: Stage,
  heat: Heat,
  { minute, points }: Readonly<{ minute: number; points: PlannedPoint[] }>,
): number | null {
  const perPoint = Math.round(pointEvery / stepMinutes)
  for (let step = 0; step * stepMinutes <= stageLimits.minutes.max; step += 1) {
    const elapsed = step * stepMinutes
    const over = isOver(stage, heat, elapsed)
    const setC = setOf(stage, heat)
    if (over === null || setC === null) return null
    if (over || step % perPoint === 0)
      points.push({ minute: minute + elapsed, chamberC: heat.chamberC, coreC: heat.coreC })
    if (over) return Math.round(elapsed * 10) / 10
    stepHeat(heat, setC, stage.humidity ?? 0)
  }
  return null
}
