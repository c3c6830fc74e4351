import { createHash } from 'node:crypto'
import type { Unit } from '@brigade/contract/recipe/measure.rules.ts'
import type { Container, RecipeContent, RecipeLanguage, RecipeTexts } from '@brigade/contract/recipe/recipe.model.ts'
import type { Preheat, Stage, StagePattern } from '@brigade/contract/recipe/stage.model.ts'
import type { DemoCategory, DemoIngredient } from './filing.ts'
import type { Drawing } from './draw-dish.ts'

type DemoStage = Omit<Stage, 'key'>
/** The name, the description, and the note of a stage, by its place from 1. */
type DemoTexts = readonly [name: string, description: string, stages?: Readonly<Record<number, string>>]
type Used = readonly [ingredient: DemoIngredient, measure: number | null, unit: Unit]

export type DemoRecipe = Readonly<{
  category: DemoCategory
  servings: number
  container: Container
  levels: number
  preheat: Preheat['mode'] | number
  stages: readonly DemoStage[]
  ingredients: readonly Used[]
  /** The figures that its text promises: the time in the oven without pauses, and the core temperature at the end. */
  minutes: number
  coreC?: number
  /** How slowly heat passes through one piece, relative to a middling one. */
  thickness: number
  /** By default the recipe is published and unchanged since. */
  state?: 'changed' | 'unpublished'
  /** A sentence that the Chinese description got since, for which its translations wait. */
  reworded?: string
  drawing: Drawing
  texts: Readonly<{ en: DemoTexts; zh: DemoTexts } & Partial<Record<RecipeLanguage, DemoTexts>>>
}>

const none = {
  minutes: null,
  temperatureC: null,
  differenceC: null,
  coreTargetC: null,
  humidity: null,
  fan: null,
  reverse: null,
  preset: null,
  pauseBefore: false,
}
type Air = readonly [humidity: number, fan: number]

export const timed = (
  pattern: StagePattern,
  temperatureC: number,
  minutes: number,
  ...[humidity, fan]: Air
): DemoStage => ({
  ...none,
  pattern,
  mode: 'timed',
  temperatureC,
  minutes,
  humidity,
  fan,
})
export const toCore = (
  pattern: StagePattern,
  temperatureC: number,
  coreTargetC: number,
  ...[humidity, fan]: Air
): DemoStage => ({ ...none, pattern, mode: 'core', temperatureC, coreTargetC, humidity, fan })
export const byDifference = (
  pattern: StagePattern,
  differenceC: number,
  coreTargetC: number,
  ...[humidity, fan]: Air
): DemoStage => ({ ...none, pattern, mode: 'difference', differenceC, coreTargetC, humidity, fan })
export const byPreset = (pattern: StagePattern, preset: number): DemoStage => ({
  ...none,
  pattern,
  mode: 'preset',
  preset,
})
export const afterPause = (stage: DemoStage): DemoStage => ({ ...stage, pauseBefore: true })

/** The same promise in the words of each language. */
const promises: Readonly<Record<RecipeLanguage, (minutes: number, coreC: number | undefined) => string>> = {
  en: (minutes, coreC) => ` ${minutes} min${coreC === undefined ? '' : `, core ${coreC} °C at the end`}.`,
  zh: (minutes, coreC) => `约 ${minutes} 分钟${coreC === undefined ? '' : `，出炉芯温 ${coreC} °C`}。`,
  de: (minutes, coreC) => ` ${minutes} min${coreC === undefined ? '' : `, Kern am Ende ${coreC} °C`}.`,
  fr: (minutes, coreC) => ` ${minutes} min${coreC === undefined ? '' : `, ${coreC} °C à cœur à la fin`}.`,
  es: (minutes, coreC) => ` ${minutes} min${coreC === undefined ? '' : `, centro ${coreC} °C al final`}.`,
  it: (minutes, coreC) => ` ${minutes} min${coreC === undefined ? '' : `, ${coreC} °C al cuore alla fine`}.`,
}

const languages = ['zh', 'en', 'de', 'fr', 'es', 'it'] as const

function textsOf({ texts, minutes, coreC }: DemoRecipe): RecipeContent['texts'] {
  const all: Partial<Record<RecipeLanguage, RecipeTexts>> = {}
  for (const language of languages) {
    const own = texts[language]
    if (own === undefined) continue
    const [name, description, stages = {}] = own
    all[language] = { name, description: description + promises[language](minutes, coreC), stages: { ...stages } }
  }
  return all
}

/** Returns the content as the editor would have saved it. */
export function contentOf(
  recipe: DemoRecipe,
  ids: Readonly<{
    productIds: readonly string[]
    pictureFileId: string | null
    idOf: (ingredient: DemoIngredient) => string
  }>,
): RecipeContent {
  const { preheat, stages, servings, container, levels } = recipe
  return {
    productIds: [...ids.productIds],
    pictureFileId: ids.pictureFileId,
    baseLanguage: 'zh',
    languages: languages.filter((language) => recipe.texts[language] !== undefined),
    servings,
    container,
    levels,
    preheat:
      typeof preheat === 'number' ? { mode: 'custom', temperatureC: preheat } : { mode: preheat, temperatureC: null },
    stages: stages.map((stage, index) => ({ key: index + 1, ...stage })),
    ingredients: recipe.ingredients.map(([ingredient, measure, unit]) => ({
      ingredientId: ids.idOf(ingredient),
      measure,
      unit,
    })),
    texts: textsOf(recipe),
  }
}

/** One identity in every installation, made of its name. */
export function uidOf(of: string): string {
  const hex = createHash('sha256').update(`brigade demo ${of}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
