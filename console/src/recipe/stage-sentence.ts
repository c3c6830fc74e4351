import { kitchenFigures, modeIn, patternIn } from '@brigade/contract/recipe/kitchen-words.ts'
import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import { formatNumber } from '../platform/format.ts'
import type { Units } from '../platform/units.ts'

/** The settings of a stage as one reads them: what ends it first, then heat, humidity and fan. */
export function stageSettings(stage: Stage, language: RecipeLanguage, units: Units): readonly string[] {
  const figure = (value: number): string => formatNumber(Math.round(value * 10) / 10)
  const heat = (celsius: number): string => `${figure(units.temperature(celsius))} ${units.temperatureUnit}`
  const { mode, minutes, temperatureC, differenceC, coreTargetC, humidity, fan, reverse, preset } = stage
  if (mode === 'preset') return preset === null ? [] : [kitchenFigures.preset[language]({ n: formatNumber(preset) })]
  return [
    ...(minutes === null ? [] : [kitchenFigures.minutes[language]({ n: formatNumber(minutes) })]),
    ...(coreTargetC === null ? [] : [kitchenFigures.untilCore[language]({ n: heat(coreTargetC) })]),
    ...(temperatureC === null ? [] : [heat(temperatureC)]),
    ...(differenceC === null
      ? []
      : [
          kitchenFigures.aboveCore[language]({
            n: `${figure(units.temperatureSpan(differenceC))} ${units.temperatureUnit}`,
          }),
        ]),
    ...(humidity === null ? [] : [kitchenFigures.humidity[language]({ n: formatNumber(humidity) })]),
    ...(fan === null
      ? []
      : [(reverse === true ? kitchenFigures.fanReverse : kitchenFigures.fan)[language]({ n: formatNumber(fan) })]),
  ]
}

export const patternName = ({ pattern }: Stage, language: RecipeLanguage): string =>
  pattern === null ? '' : patternIn(pattern, language)

/** The name of a stage while it cooks: its pattern, else its mode. */
export const stageName = (stage: Stage, language: RecipeLanguage): string =>
  patternName(stage, language) || modeIn(stage.mode, language)
