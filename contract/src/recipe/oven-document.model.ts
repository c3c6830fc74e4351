import { z } from 'zod'
import { Container, RecipeLanguage } from './recipe.model.ts'
import { Unit, baseUnits } from './measure.rules.ts'
import { endTemperatureOf } from './recipe.rules.ts'
import { cookingModes, stagePatterns, type Stage } from './stage.model.ts'

/** A stage in the form that an oven receives: the members of `StartProgram.Stages`. */
export const SentStage = z.object({
  Mode: z.number(),
  Temp: z.number(),
  /** 0 if the stage does not end by time. */
  Minutes: z.number(),
  Humidity: z.number(),
  FanSpeed: z.number(),
  FanReverse: z.number(),
  CoreTarget: z.number(),
  EndsBy: z.number(),
  Pause: z.number(),
  TempDifference: z.number().optional(),
  Preset: z.number().optional(),
})
export type SentStage = z.output<typeof SentStage>

/** The stage in the wire format. Values that a preset decides are sent as the smallest that a model accepts. */
export const sentStage = (stage: Stage): SentStage => ({
  Mode: stagePatterns.indexOf(stage.pattern ?? 'ROAST'),
  Temp: endTemperatureOf(stage) ?? 30,
  Minutes: stage.minutes ?? 0,
  Humidity: stage.humidity ?? 0,
  FanSpeed: stage.fan ?? 30,
  FanReverse: Number(stage.reverse === true),
  CoreTarget: stage.coreTargetC ?? 0,
  EndsBy: cookingModes.indexOf(stage.mode),
  Pause: Number(stage.pauseBefore),
  ...(stage.differenceC === null ? {} : { TempDifference: stage.differenceC }),
  ...(stage.preset === null ? {} : { Preset: stage.preset }),
})

const format = 'brigade.oven-recipe'
export const ovenDocumentFormat = format

/** The document that an oven fetches for a version: everything that it cooks by and shows. */
export const OvenDocument = z.object({
  format: z.literal(format),
  id: z.string(),
  version: z.number().int(),
  /** The languages of its texts; the first one replaces a language that is missing. */
  languages: z.array(RecipeLanguage).min(1),
  servings: z.number().nullable(),
  container: Container.nullable(),
  levels: z.number().nullable(),
  /** Null: it does not preheat. */
  preheatC: z.number().nullable(),
  stages: z.array(SentStage).min(1),
  texts: z.partialRecord(
    RecipeLanguage,
    /** A description a stage, in their order; empty: none. */
    z.object({ name: z.string(), description: z.string(), stages: z.array(z.string()) }),
  ),
  ingredients: z.array(
    z.object({
      names: z.partialRecord(RecipeLanguage, z.string()),
      measure: z.number().nullable(),
      unit: Unit,
      amount: z.object({ of: z.enum(baseUnits), value: z.number() }).nullable(),
    }),
  ),
  /** A small WebP picture in base64. */
  picture: z.string().nullable(),
})
export type OvenDocument = z.output<typeof OvenDocument>

/** The lines over which the digest of held recipes is computed. */
export const heldLines = (held: readonly Readonly<{ id: string; version: number }>[]): string =>
  held
    .map(({ id, version }) => `${id} ${version}`)
    .toSorted()
    .join('\n')

/** Answers of an oven to recipe commands; any code but 200 is a refusal. */
export const ovenAnswers = {
  done: 200,
  busy: 5002,
  full: 5006,
  fetchFailed: 5007,
  damaged: 5008,
  notHeld: 5009,
} as const
