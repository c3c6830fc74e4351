import { kitchenFigures, modeIn, patternIn } from './kitchen-words.ts'
import type { RecipeLanguage } from './recipe.model.ts'
import type { Stage } from './stage.model.ts'

/** How figures are written where the settings stand: on a screen in the reader's units, in a file in Celsius. */
export type Figures = Readonly<{
  number: (value: number) => string
  heat: (celsius: number) => string
  /** A difference of temperatures. */
  span: (celsius: number) => string
}>

/** The settings of a stage as one reads them: what ends it first, then heat, humidity and fan. */
export function settingsOf(stage: Stage, language: RecipeLanguage, { number, heat, span }: Figures): readonly string[] {
  const { mode, minutes, temperatureC, differenceC, coreTargetC, humidity, fan, reverse, preset } = stage
  if (mode === 'preset') return preset === null ? [] : [kitchenFigures.preset[language]({ n: number(preset) })]
  return [
    ...(minutes === null ? [] : [kitchenFigures.minutes[language]({ n: number(minutes) })]),
    ...(coreTargetC === null ? [] : [kitchenFigures.untilCore[language]({ n: heat(coreTargetC) })]),
    ...(temperatureC === null ? [] : [heat(temperatureC)]),
    ...(differenceC === null ? [] : [kitchenFigures.aboveCore[language]({ n: span(differenceC) })]),
    ...(humidity === null ? [] : [kitchenFigures.humidity[language]({ n: number(humidity) })]),
    ...(fan === null
      ? []
      : [(reverse === true ? kitchenFigures.fanReverse : kitchenFigures.fan)[language]({ n: number(fan) })]),
  ]
}

export const patternName = ({ pattern }: Stage, language: RecipeLanguage): string =>
  pattern === null ? '' : patternIn(pattern, language)

/** The name of a stage: its pattern, else its mode. */
export const stageName = (stage: Stage, language: RecipeLanguage): string =>
  patternName(stage, language) || modeIn(stage.mode, language)
