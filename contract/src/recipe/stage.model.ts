import { z } from 'zod'
import { stageModes } from '../thing-model/ready-made/stage-mode.ts'

/** Spec 3, stage patterns: an oven's name for the mode of a stage. */
export const stagePatterns = [
  'THAW',
  'STEAM',
  'ROAST',
  'BARBECUE',
  'FRY',
  'GRILL',
  'STEW',
  'LOW_TEMPERATURE_COOKING',
  'FERMENTATION',
  'HEAT_PRESERVATION',
] as const
export const StagePattern = z.enum(stagePatterns)
export type StagePattern = z.output<typeof StagePattern>
export const patternWords = (pattern: StagePattern) => stageModes.find(({ key }) => key === pattern)

/** Spec 3, cooking modes: the condition that ends a stage. */
export const cookingModes = ['timed', 'core', 'difference', 'preset'] as const
export const CookingMode = z.enum(cookingModes)
export type CookingMode = z.output<typeof CookingMode>

/** Spec 9; humidity, times and temperatures of the core as recipes.md settles them. */
export const stageLimits = {
  stages: 14,
  minutes: { min: 1, max: 1440 },
  temperatureC: { min: 30, max: 260 },
  differenceC: { min: 5, max: 100 },
  coreTargetC: { min: 1, max: 130 },
  humidity: { min: 0, max: 100 },
  fan: { min: 30, max: 100 },
  description: 120,
  key: 9999,
} as const

/** At most one decimal: a value typed in °F is stored to the tenth of a degree. */
const hasOneDecimal = (value: number) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9
const Degrees = ({ min, max }: Readonly<{ min: number; max: number }>) =>
  z.number().min(min).max(max).refine(hasOneDecimal, 'recipe.oneDecimal').nullable()
const Whole = ({ min, max }: Readonly<{ min: number; max: number }>) => z.int().min(min).max(max).nullable()

/** One stage. The table in recipe.rules.ts lists by mode which values are required, possible or refused. */
export const Stage = z.strictObject({
  /** The permanent key of this stage: its texts keep belonging to it when stages are reordered. */
  key: z.int().min(1).max(stageLimits.key),
  pattern: StagePattern.nullable(),
  mode: CookingMode,
  minutes: Whole(stageLimits.minutes),
  temperatureC: Degrees(stageLimits.temperatureC),
  differenceC: Degrees(stageLimits.differenceC),
  coreTargetC: Degrees(stageLimits.coreTargetC),
  humidity: Whole(stageLimits.humidity),
  fan: Whole(stageLimits.fan),
  /** The fan turns in reverse. */
  reverse: z.boolean().nullable(),
  /** An item of the model's `Preset`. */
  preset: z.int().min(0).max(9999).nullable(),
  /** The oven waits before it for a person to add something, and shows the description. */
  pauseBefore: z.boolean(),
})
export type Stage = z.output<typeof Stage>

export const preheatModes = ['none', 'custom', 'low', 'medium', 'high'] as const
export const Preheat = z.strictObject({
  mode: z.enum(preheatModes),
  /** Set for `custom` only. */
  temperatureC: Degrees(stageLimits.temperatureC),
})
export type Preheat = z.output<typeof Preheat>
