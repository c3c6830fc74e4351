import {
  recipeLanguages,
  type RecipeContent,
  type RecipeDetail,
  type RecipeLanguage,
  type RecipeTexts,
} from '@brigade/contract/recipe/recipe.model.ts'
import { withPattern } from '@brigade/contract/recipe/recipe.rules.ts'
import { stageLimits, type Stage, type StagePattern } from '@brigade/contract/recipe/stage.model.ts'

/** A recipe during editing: the content of a draft, whether it could be saved or not. */
export type TypedRecipe = RecipeContent & { categoryId: string | null }

const noTexts: RecipeTexts = { name: '', description: '', stages: {} }
const bareStage: Stage = {
  key: 1,
  pattern: null,
  mode: 'timed',
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

const newStage = (key: number, pattern: StagePattern): Stage => withPattern({ ...bareStage, key }, pattern)

/** A new one begins in the language on screen, with one stage to change. */
export const newRecipe = (language: RecipeLanguage): TypedRecipe => ({
  categoryId: null,
  productIds: [],
  pictureFileId: null,
  baseLanguage: language,
  languages: [language],
  servings: null,
  container: null,
  levels: null,
  preheat: { mode: 'none', temperatureC: null },
  stages: [newStage(1, 'ROAST')],
  ingredients: [],
  texts: { [language]: noTexts },
})

export const typedOf = ({ content, category }: Pick<RecipeDetail, 'content' | 'category'>): TypedRecipe => ({
  ...content,
  categoryId: category?.id ?? null,
})

export const textsIn = ({ texts }: Pick<TypedRecipe, 'texts'>, language: RecipeLanguage): RecipeTexts =>
  texts[language] ?? noTexts

/** `key`: `name`, `description`, or the key of a stage in digits. */
export function withText(typed: TypedRecipe, language: RecipeLanguage, key: string, text: string): TypedRecipe {
  const before = textsIn(typed, language)
  const after: RecipeTexts =
    key === 'name' || key === 'description'
      ? { ...before, [key]: text }
      : { ...before, stages: withEntry(before.stages, key, text) }
  return { ...typed, texts: { ...typed.texts, [language]: after } }
}

function withEntry(stages: RecipeTexts['stages'], key: string, text: string): RecipeTexts['stages'] {
  const { [key]: _before, ...others } = stages
  return text === '' ? others : { ...others, [key]: text }
}

export const withStage = (typed: TypedRecipe, index: number, stage: Stage): TypedRecipe => ({
  ...typed,
  stages: typed.stages.with(index, stage),
})

export const isFull = ({ stages }: Pick<TypedRecipe, 'stages'>): boolean => stages.length >= stageLimits.stages
const freeKey = ({ stages }: Pick<TypedRecipe, 'stages'>): number => Math.max(0, ...stages.map(({ key }) => key)) + 1

/** Another stage at the end, of the pattern. */
export const withNewStage = (typed: TypedRecipe, pattern: StagePattern): TypedRecipe =>
  isFull(typed) ? typed : { ...typed, stages: [...typed.stages, newStage(freeKey(typed), pattern)] }

/** Inserts a copy directly after it, with its texts. */
export function withCopiedStage(typed: TypedRecipe, index: number): TypedRecipe {
  const stage = typed.stages[index]
  if (stage === undefined || isFull(typed)) return typed
  const key = freeKey(typed)
  const stages = typed.stages.toSpliced(index + 1, 0, { ...stage, key })
  return eachText({ ...typed, stages }, (texts) => {
    const text = texts[String(stage.key)]
    return text === undefined ? texts : { ...texts, [String(key)]: text }
  })
}

/** Removes the stage with its texts. */
export function withoutStage(typed: TypedRecipe, index: number): TypedRecipe {
  const stage = typed.stages[index]
  if (stage === undefined) return typed
  return eachText({ ...typed, stages: typed.stages.toSpliced(index, 1) }, (texts) =>
    withEntry(texts, String(stage.key), ''),
  )
}

function eachText(typed: TypedRecipe, change: (stages: RecipeTexts['stages']) => RecipeTexts['stages']): TypedRecipe {
  const texts: TypedRecipe['texts'] = {}
  for (const language of recipeLanguages) {
    const before = typed.texts[language]
    if (before !== undefined) texts[language] = { ...before, stages: change(before.stages) }
  }
  return { ...typed, texts }
}

export function withMovedStage(typed: TypedRecipe, from: number, to: number): TypedRecipe {
  const stage = typed.stages[from]
  if (stage === undefined) return typed
  return { ...typed, stages: typed.stages.toSpliced(from, 1).toSpliced(to, 0, stage) }
}

export const withLanguage = (typed: TypedRecipe, language: RecipeLanguage): TypedRecipe => ({
  ...typed,
  languages: recipeLanguages.filter((each) => each === language || typed.languages.includes(each)),
  texts: { ...typed.texts, [language]: textsIn(typed, language) },
})

/** The base language stays. */
export function withoutLanguage(typed: TypedRecipe, language: RecipeLanguage): TypedRecipe {
  if (language === typed.baseLanguage) return typed
  const { [language]: _gone, ...texts } = typed.texts
  return { ...typed, languages: typed.languages.filter((each) => each !== language), texts }
}
