import type { RecipeContent, RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { readText } from '@brigade/contract/recipe/recipe.rules.ts'
import { kitchenWords, settingsOf, stageName, unitIn } from '@brigade/contract/recipe/kitchen-words.ts'
import { stageFieldWords } from '@brigade/contract/recipe/recipe.text.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { listIngredientsKept } from '../content/reference.store.ts'
import { nameIn } from '../list/list-recipes.ts'
import type { SeenRecipe } from '../list/seen-recipe.ts'
import { listFiledCategories } from './file.store.ts'

const propertyUnits = {
  minutes: 'min',
  temperatureC: '°C',
  differenceC: '°C',
  coreTargetC: '°C',
  humidity: '%',
  fan: '%',
} as const satisfies Partial<Record<keyof Stage, string>>
const properties = ['minutes', 'temperatureC', 'differenceC', 'coreTargetC', 'humidity', 'fan'] as const

/** Formats in ISO 8601: 80 minutes are `PT1H20M`. */
function durationOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours === 0 ? '' : `${hours}H`}${rest === 0 && hours > 0 ? '' : `${rest}M`}`
}

const celsius = {
  number: String,
  heat: (value: number) => `${value} °C`,
  span: (value: number) => `${value} °C`,
}

/**
 * A step as the page shows it: the action, its settings, then its description. It has no separate name, because common
 * readers make two steps of one with a name.
 */
function textOf(content: RecipeContent, stage: Stage, language: RecipeLanguage): string {
  const [colon, stop] = language === 'zh' ? ['：', '。'] : [': ', '. ']
  const settings = settingsOf(stage, language, celsius)
  const note = readText(content, language, `stages.${stage.key}`)
  const head = [stageName(stage, language), settings.join(' · ')].filter(Boolean).join(colon)
  const pause = stage.pauseBefore ? kitchenWords.pauses[language] : ''
  const tail = [pause, note].filter(Boolean).join(colon)
  return [head, tail].filter(Boolean).join(stop)
}

/**
 * The language of the document: a recipe without the requested language is exported in its own, which `inLanguage`
 * states.
 */
const languageOf = ({ languages, baseLanguage }: RecipeContent, asked: RecipeLanguage): RecipeLanguage =>
  languages.includes(asked) ? asked : baseLanguage

type Named = Awaited<ReturnType<typeof listIngredientsKept>>

function ingredientsOf(content: RecipeContent, named: Named, language: RecipeLanguage): string[] {
  return content.ingredients.map(({ ingredientId, unit, measure }) => {
    const name = nameIn(named.get(ingredientId)?.names ?? {}, content, language)
    return measure === null ? `${name}, ${unitIn(unit, language)}` : `${measure} ${unitIn(unit, language)} ${name}`
  })
}

function stepOf(content: RecipeContent, stage: Stage, language: RecipeLanguage) {
  // Names of settings are in the two languages of the console.
  const words = language === 'zh' ? 'zh' : 'en'
  return {
    '@type': 'HowToStep',
    text: textOf(content, stage, language),
    additionalProperty: properties.flatMap((field) => {
      const value = stage[field]
      if (value === null) return []
      const unitText = propertyUnits[field]
      return [{ '@type': 'PropertyValue', propertyID: field, name: stageFieldWords[field][words], value, unitText }]
    }),
  }
}

/** Recipes in the schema.org format, each in one language: steps as the page shows them, settings as additional properties too. */
export async function schemaOrgOf(ctx: Pick<Ctx, 'db'>, seen: readonly SeenRecipe[], asked: RecipeLanguage) {
  const ids = [...new Set(seen.flatMap(({ content }) => content.ingredients.map((use) => use.ingredientId)))]
  const named = await listIngredientsKept(ctx.db, ids)
  const filed = await listFiledCategories(ctx.db, [...new Set(seen.flatMap(({ categoryId }) => categoryId ?? []))])
  const categories = new Map(filed.map(({ id, names }) => [id, names]))
  const documents = seen.map(({ uid, categoryId, content }) => {
    const language = languageOf(content, asked)
    const minutes = content.stages.map((stage) => stage.minutes)
    const total = durationOf(minutes.reduce<number>((sum, each) => sum + (each ?? 0), 0))
    const category = categoryId === null ? undefined : categories.get(categoryId)
    return {
      '@context': 'https://schema.org',
      '@type': 'Recipe',
      identifier: uid,
      inLanguage: language,
      name: readText(content, language, 'name'),
      description: readText(content, language, 'description'),
      ...(category === undefined ? {} : { recipeCategory: nameIn(category, content, language) }),
      ...(content.servings === null ? {} : { recipeYield: content.servings }),
      // The duration of a recipe that ends by the core temperature is unknown in advance.
      ...(minutes.every((each) => each !== null) ? { cookTime: total, totalTime: total } : {}),
      recipeIngredient: ingredientsOf(content, named, language),
      recipeInstructions: content.stages.map((stage, index) => ({
        ...stepOf(content, stage, language),
        position: index + 1,
      })),
    }
  })
  return documents.length === 1 ? documents[0] : documents
}
