import type { Unit } from './measure.rules.ts'
import type { RecipeLanguage } from './recipe.model.ts'
import { cookingModeWords, unitWords } from './recipe.text.ts'
import { patternWords, type CookingMode, type Stage, type StagePattern } from './stage.model.ts'

/** Words beside the texts of a recipe in one of its languages, on a printed page and in a file. */
type LanguageWords = Readonly<Record<RecipeLanguage, string>>
type Filled<P> = Readonly<Record<RecipeLanguage, (p: P) => string>>
type Figure = { n: string }

export const kitchenWords = {
  servings: { en: 'Servings', zh: '份数', de: 'Portionen', fr: 'Portions', es: 'Raciones', it: 'Porzioni' },
  container: { en: 'Container', zh: '烤盘规格', de: 'Behälter', fr: 'Bac', es: 'Recipiente', it: 'Teglia' },
  levels: { en: 'Levels', zh: '层数', de: 'Einschübe', fr: 'Niveaux', es: 'Niveles', it: 'Ripiani' },
  preheat: {
    en: 'Preheat',
    zh: '预热',
    de: 'Vorheizen',
    fr: 'Préchauffage',
    es: 'Precalentar',
    it: 'Preriscaldamento',
  },
  ingredients: {
    en: 'Ingredients',
    zh: '食材',
    de: 'Zutaten',
    fr: 'Ingrédients',
    es: 'Ingredientes',
    it: 'Ingredienti',
  },
  stages: { en: 'Stages', zh: '阶段', de: 'Schritte', fr: 'Étapes', es: 'Etapas', it: 'Fasi' },
  noContainer: {
    en: 'No container',
    zh: '不用烤盘',
    de: 'ohne Behälter',
    fr: 'sans bac',
    es: 'sin recipiente',
    it: 'senza teglia',
  },
  pauses: {
    en: 'Pause before it',
    zh: '阶段前暂停',
    de: 'Pause davor',
    fr: 'Pause avant',
    es: 'Pausa antes',
    it: 'Pausa prima',
  },
} as const satisfies Readonly<Record<string, LanguageWords>>

export const kitchenFigures = {
  minutes: {
    en: ({ n }) => `${n} min`,
    zh: ({ n }) => `${n} 分钟`,
    de: ({ n }) => `${n} min`,
    fr: ({ n }) => `${n} min`,
    es: ({ n }) => `${n} min`,
    it: ({ n }) => `${n} min`,
  },
  fan: {
    en: ({ n }) => `fan ${n} %`,
    zh: ({ n }) => `风速 ${n} %`,
    de: ({ n }) => `Lüfter ${n} %`,
    fr: ({ n }) => `ventilation ${n} %`,
    es: ({ n }) => `ventilador ${n} %`,
    it: ({ n }) => `ventola ${n} %`,
  },
  fanReverse: {
    en: ({ n }) => `fan ${n} % in reverse`,
    zh: ({ n }) => `风速 ${n} %（反转）`,
    de: ({ n }) => `Lüfter ${n} % rückwärts`,
    fr: ({ n }) => `ventilation ${n} % en sens inverse`,
    es: ({ n }) => `ventilador ${n} % en sentido inverso`,
    it: ({ n }) => `ventola ${n} % in senso inverso`,
  },
  humidity: {
    en: ({ n }) => `humidity ${n} %`,
    zh: ({ n }) => `湿度 ${n} %`,
    de: ({ n }) => `Feuchte ${n} %`,
    fr: ({ n }) => `humidité ${n} %`,
    es: ({ n }) => `humedad ${n} %`,
    it: ({ n }) => `umidità ${n} %`,
  },
  untilCore: {
    en: ({ n }) => `until the core reaches ${n}`,
    zh: ({ n }) => `至芯温 ${n}`,
    de: ({ n }) => `bis Kern ${n}`,
    fr: ({ n }) => `jusqu’à ${n} à cœur`,
    es: ({ n }) => `hasta ${n} en el corazón`,
    it: ({ n }) => `fino a ${n} al cuore`,
  },
  aboveCore: {
    en: ({ n }) => `${n} above the core`,
    zh: ({ n }) => `高于芯温 ${n}`,
    de: ({ n }) => `${n} über Kern`,
    fr: ({ n }) => `${n} au-dessus du cœur`,
    es: ({ n }) => `${n} sobre el corazón`,
    it: ({ n }) => `${n} sopra il cuore`,
  },
  preset: {
    en: ({ n }) => `factory preset ${n}`,
    zh: ({ n }) => `出厂预设 ${n}`,
    de: ({ n }) => `Werksprogramm ${n}`,
    fr: ({ n }) => `programme d’usine ${n}`,
    es: ({ n }) => `programa de fábrica ${n}`,
    it: ({ n }) => `programma di fabbrica ${n}`,
  },
} as const satisfies Readonly<Record<string, Filled<Figure>>>

/** Languages other than English and Chinese, which the console's texts contain. */
type Others = Readonly<Record<Exclude<RecipeLanguage, 'en' | 'zh'>, string>>
const patterns: Readonly<Record<StagePattern, Others>> = {
  THAW: { de: 'Auftauen', fr: 'Décongeler', es: 'Descongelar', it: 'Scongelare' },
  STEAM: { de: 'Dämpfen', fr: 'Cuire à la vapeur', es: 'Vapor', it: 'Vapore' },
  ROAST: { de: 'Braten', fr: 'Rôtir', es: 'Asar', it: 'Arrostire' },
  BARBECUE: { de: 'Barbecue', fr: 'Barbecue', es: 'Barbacoa', it: 'Barbecue' },
  FRY: { de: 'Frittieren', fr: 'Frire', es: 'Freír', it: 'Friggere' },
  GRILL: { de: 'Grillen', fr: 'Griller', es: 'Parrilla', it: 'Grigliare' },
  STEW: { de: 'Schmoren', fr: 'Mijoter', es: 'Guisar', it: 'Stufare' },
  LOW_TEMPERATURE_COOKING: {
    de: 'Niedertemperaturgaren',
    fr: 'Cuisson basse température',
    es: 'Cocción a baja temperatura',
    it: 'Cottura a bassa temperatura',
  },
  FERMENTATION: { de: 'Gären', fr: 'Pousse', es: 'Fermentar', it: 'Lievitazione' },
  HEAT_PRESERVATION: { de: 'Warmhalten', fr: 'Maintien au chaud', es: 'Mantener caliente', it: 'Mantenimento' },
}
const modes: Readonly<Record<CookingMode, Others>> = {
  timed: { de: 'nach Zeit', fr: 'au temps', es: 'por tiempo', it: 'a tempo' },
  core: { de: 'nach Kerntemperatur', fr: 'à la sonde', es: 'por sonda', it: 'con sonda' },
  difference: { de: 'Delta-T', fr: 'Delta-T', es: 'Delta-T', it: 'Delta-T' },
  preset: { de: 'Werksprogramm', fr: 'programme d’usine', es: 'programa de fábrica', it: 'programma di fabbrica' },
}
/** Units with signs that differ between languages. */
const unitSigns: Readonly<Partial<Record<Unit, Others>>> = {
  piece: { de: 'Stück', fr: 'pièces', es: 'uds.', it: 'pz.' },
  tsp: { de: 'TL', fr: 'c. à c.', es: 'cdta.', it: 'c.ino' },
  tbsp: { de: 'EL', fr: 'c. à s.', es: 'cda.', it: 'c.io' },
  toTaste: { de: 'nach Geschmack', fr: 'à convenance', es: 'al gusto', it: 'q. b.' },
}

const wordIn = (
  words: Readonly<Record<'en' | 'zh', string>> | undefined,
  others: Others | undefined,
  language: RecipeLanguage,
): string => (language === 'zh' ? words?.zh : language === 'en' ? words?.en : (others?.[language] ?? words?.en)) ?? ''

export const patternIn = (pattern: StagePattern, language: RecipeLanguage): string =>
  wordIn(patternWords(pattern), patterns[pattern], language)
export const modeIn = (mode: CookingMode, language: RecipeLanguage): string =>
  wordIn(cookingModeWords[mode], modes[mode], language)
export const unitIn = (unit: Unit, language: RecipeLanguage): string =>
  wordIn(unitWords[unit], unitSigns[unit], language)

/** Formats the figures of settings: on screen in the reader's units, in a file in Celsius. */
export type Figures = Readonly<{
  number: (value: number) => string
  heat: (celsius: number) => string
  /** A difference of temperatures. */
  span: (celsius: number) => string
}>

/** The settings of a stage in reading order: first the condition that ends it, then heat, humidity and fan. */
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
