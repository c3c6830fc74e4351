import { patternWords, type Stage } from '@brigade/contract/recipe/stage.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { formatNumber } from '../platform/format.ts'
import { wordsIn } from '../platform/locale.ts'
import type { Units } from '../platform/units.ts'
import { recipeWords, stageText } from './recipe.text.ts'

/** The settings of a stage as one reads them: what ends it first, then heat, humidity and fan. */
export function stageSettings(stage: Stage, locale: Locale, units: Units): readonly string[] {
  const w = wordsIn(stageText, locale)
  const r = wordsIn(recipeWords, locale)
  const figure = (value: number): string => formatNumber(Math.round(value * 10) / 10)
  const heat = (celsius: number): string => `${figure(units.temperature(celsius))} ${units.temperatureUnit}`
  const { mode, minutes, temperatureC, differenceC, coreTargetC, humidity, fan, reverse, preset } = stage
  if (mode === 'preset') return preset === null ? [] : [w.preset({ n: formatNumber(preset) })]
  return [
    ...(minutes === null ? [] : [r.minutes({ n: formatNumber(minutes) })]),
    ...(coreTargetC === null ? [] : [w.untilCore({ t: heat(coreTargetC) })]),
    ...(temperatureC === null ? [] : [heat(temperatureC)]),
    ...(differenceC === null
      ? []
      : [w.aboveCore({ t: `${figure(units.temperatureSpan(differenceC))} ${units.temperatureUnit}` })]),
    ...(humidity === null ? [] : [w.humidity({ n: formatNumber(humidity) })]),
    ...(fan === null ? [] : [(reverse === true ? w.fanReverse : w.fan)({ n: formatNumber(fan) })]),
  ]
}

export const patternName = ({ pattern }: Stage, locale: Locale): string =>
  pattern === null ? '' : (patternWords(pattern)?.[locale] ?? '')
