import { stageLimits, type Stage } from '@brigade/contract/recipe/stage.model.ts'

/** The value of a stage that a handle changes. */
export type Handle = 'temperature' | 'minutes' | 'humidity' | 'fan'

const within = (value: number, { min, max }: Readonly<{ min: number; max: number }>, step: number): number =>
  Math.min(max, Math.max(min, Math.round(value / step) * step))

/** Whether the handle can change the stage: a time can be set only if it is not estimated. */
export function isMovable({ mode }: Stage, handle: Handle): boolean {
  if (mode === 'preset') return false
  return handle !== 'minutes' || mode === 'timed'
}

/** A stage after its handle was moved: within the limits, and to figures that a person would type. */
export function movedStage(stage: Stage, handle: Handle, to: number, step = steps[handle]): Stage {
  if (!isMovable(stage, handle)) return stage
  if (handle === 'minutes') return { ...stage, minutes: within(to, stageLimits.minutes, step) }
  if (handle === 'humidity') return { ...stage, humidity: within(to, stageLimits.humidity, step) }
  if (handle === 'fan') return { ...stage, fan: within(to, stageLimits.fan, step) }
  const { max } = stageLimits.temperatureC
  if (stage.mode !== 'difference') {
    const low = Math.max(stageLimits.temperatureC.min, stage.mode === 'core' ? (stage.coreTargetC ?? 0) + 1 : 0)
    return { ...stage, temperatureC: within(to, { min: Math.ceil(low), max }, step) }
  }
  const core = stage.coreTargetC ?? 0
  const { min } = stageLimits.differenceC
  return {
    ...stage,
    differenceC: within(to - core, { min, max: Math.min(stageLimits.differenceC.max, max - core) }, step),
  }
}

/** Steps of the mouse; keys move by one. */
const steps = { temperature: 5, minutes: 1, humidity: 5, fan: 10 } as const
