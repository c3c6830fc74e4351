import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import { settingsOf } from '@brigade/contract/recipe/kitchen-words.ts'
import { formatNumber } from '../platform/format.ts'
import type { Units } from '../platform/units.ts'

/** The settings of a stage as one reads them, in the reader's units. */
export function stageSettings(stage: Stage, language: RecipeLanguage, units: Units): readonly string[] {
  const degrees = (value: number): string => `${formatNumber(Math.round(value * 10) / 10)} ${units.temperatureUnit}`
  return settingsOf(stage, language, {
    number: formatNumber,
    heat: (celsius) => degrees(units.temperature(celsius)),
    span: (celsius) => degrees(units.temperatureSpan(celsius)),
  })
}
