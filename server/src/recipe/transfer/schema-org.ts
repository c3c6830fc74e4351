import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { endTemperatureOf, readText } from '@brigade/contract/recipe/recipe.rules.ts'
import { modeIn, patternIn, unitIn } from '@brigade/contract/recipe/kitchen-words.ts'
import { stageFieldWords } from '@brigade/contract/recipe/recipe.text.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { listIngredientsKept } from '../content/reference.store.ts'
import { nameIn } from '../list/list-recipes.ts'
import type { SeenRecipe } from '../list/seen-recipe.ts'

const propertyUnits = {
  minutes: 'min',
  temperatureC: '°C',
  differenceC: '°C',
  coreTargetC: '°C',
  humidity: '%',
  fan: '%',
} as const satisfies Partial<Record<keyof Stage, string>>
const properties = ['minutes', 'temperatureC', 'differenceC', 'coreTargetC', 'humidity', 'fan'] as const

/** Recipes in the schema.org format, in one language: steps as text, settings as additional properties. */
export async function schemaOrgOf(ctx: Pick<Ctx, 'db'>, seen: readonly SeenRecipe[], language: RecipeLanguage) {
  const ids = [...new Set(seen.flatMap(({ content }) => content.ingredients.map((use) => use.ingredientId)))]
  const named = await listIngredientsKept(ctx.db, ids)
  const documents = seen.map(({ uid, content }) => {
    // Names of settings are in the two languages of the console.
    const words = language === 'zh' ? 'zh' : 'en'
    const minutes = content.stages.map((stage) => stage.minutes)
    const total = minutes.reduce<number>((sum, each) => sum + (each ?? 0), 0)
    return {
      '@context': 'https://schema.org',
      '@type': 'Recipe',
      identifier: uid,
      inLanguage: language,
      name: readText(content, language, 'name'),
      description: readText(content, language, 'description'),
      ...(content.servings === null ? {} : { recipeYield: content.servings }),
      // The duration of a recipe that ends by the core temperature is unknown in advance.
      ...(minutes.every((each) => each !== null) ? { cookTime: `PT${total}M` } : {}),
      recipeIngredient: content.ingredients.map(({ ingredientId, unit, measure }) => {
        const name = nameIn(named.get(ingredientId)?.names ?? {}, content, language)
        return measure === null ? `${name}, ${unitIn(unit, language)}` : `${measure} ${unitIn(unit, language)} ${name}`
      }),
      recipeInstructions: content.stages.map((stage, index) => {
        const pattern = stage.pattern === null ? '' : patternIn(stage.pattern, language)
        const note = readText(content, language, `stages.${stage.key}`)
        const temperature = endTemperatureOf(stage)
        const mode = modeIn(stage.mode, language)
        return {
          '@type': 'HowToStep',
          position: index + 1,
          name: pattern === '' ? mode : pattern,
          text:
            note === ''
              ? [pattern, mode, temperature === null ? '' : `${temperature} °C`].filter(Boolean).join(', ')
              : note,
          additionalProperty: properties.flatMap((field) => {
            const value = stage[field]
            if (value === null) return []
            const unitText = propertyUnits[field]
            return [
              { '@type': 'PropertyValue', propertyID: field, name: stageFieldWords[field][words], value, unitText },
            ]
          }),
        }
      }),
    }
  })
  return documents.length === 1 ? documents[0] : documents
}
