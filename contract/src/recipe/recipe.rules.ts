import type { RecipeContent, RecipeLanguage, RecipeTexts } from './recipe.model.ts'
import { type RecipeKey } from './recipe.text.ts'
import { recipeLanguageNames } from './recipe-language.text.ts'
import { panelWidth, widthOf } from './name.rules.ts'
import {
  cookingModes,
  patternWords,
  stageLimits,
  type CookingMode,
  type Preheat,
  type Stage,
  type StagePattern,
} from './stage.model.ts'

/** A problem or a note about a recipe, with its place: `stages.2.temperatureC`. */
export type Problem = Readonly<{
  path: string
  key: RecipeKey
  params?: unknown
  /** The nearest valid value, where the problem is a number. */
  nearest?: number
}>

// The table of stages ---------------------------------------------------------------------------------------------------

/** `computed`: derived from the other fields. Neither it nor `refused` may be entered. */
export type Need = 'required' | 'optional' | 'refused' | 'computed'

const cells = (timed: Need, core: Need, difference: Need, preset: Need): Readonly<Record<CookingMode, Need>> => ({
  timed,
  core,
  difference,
  preset,
})

/** The values of each mode (recipes.md, A stage): timed, core probe, difference, preset. */
export const stageTable = {
  minutes: cells('required', 'computed', 'computed', 'computed'),
  temperatureC: cells('required', 'required', 'computed', 'refused'),
  differenceC: cells('refused', 'refused', 'required', 'refused'),
  coreTargetC: cells('refused', 'required', 'required', 'refused'),
  humidity: cells('required', 'required', 'required', 'refused'),
  fan: cells('required', 'required', 'required', 'refused'),
  reverse: cells('optional', 'optional', 'optional', 'refused'),
  preset: cells('refused', 'refused', 'refused', 'required'),
  pattern: cells('optional', 'optional', 'optional', 'optional'),
} as const satisfies Partial<Record<keyof Stage, Readonly<Record<CookingMode, Need>>>>
export type TableField = keyof typeof stageTable
export const tableFields = [
  'minutes',
  'temperatureC',
  'differenceC',
  'coreTargetC',
  'humidity',
  'fan',
  'reverse',
  'preset',
  'pattern',
] as const satisfies readonly TableField[]

export const needOf = (field: TableField, mode: CookingMode): Need => stageTable[field][mode]

const timedOnly: readonly StagePattern[] = ['FERMENTATION', 'HEAT_PRESERVATION']
const noDifference: readonly StagePattern[] = ['THAW', 'STEAM', 'FRY', 'GRILL']

/** The modes in which a stage of a pattern may end; a preset is always possible. */
export function modesOf(pattern: StagePattern | null): readonly CookingMode[] {
  if (pattern === null) return cookingModes
  if (timedOnly.includes(pattern)) return ['timed', 'preset']
  if (noDifference.includes(pattern)) return ['timed', 'core', 'preset']
  return cookingModes
}

/** Returns all problems of a single stage. `index` counts from 0; people read numbers from 1. */
export function stageProblems(stage: Stage, index: number): Problem[] {
  const problems: Problem[] = []
  const number = index + 1
  const found = (field: keyof Stage, key: RecipeKey, params: unknown) =>
    void problems.push({ path: `stages.${index}.${field}`, key, params })
  if (stage.pattern !== null && !modesOf(stage.pattern).includes(stage.mode))
    found('mode', 'recipe.modeOfPattern', { stage: number, pattern: patternWords(stage.pattern) })
  for (const field of tableFields) {
    const need = needOf(field, stage.mode)
    const isThere = stage[field] !== null
    if (need === 'required' && !isThere) found(field, 'recipe.stageMissing', { stage: number, field })
    if (need === 'refused' && isThere) found(field, 'recipe.stageRefused', { stage: number, field })
    if (need === 'computed' && isThere) found(field, 'recipe.stageComputed', { stage: number, field })
  }
  const { mode, temperatureC, coreTargetC, differenceC } = stage
  if (mode === 'core' && temperatureC !== null && coreTargetC !== null && coreTargetC >= temperatureC)
    found('coreTargetC', 'recipe.coreTooHigh', { stage: number })
  const { max } = stageLimits.temperatureC
  if (mode === 'difference' && coreTargetC !== null && differenceC !== null && coreTargetC + differenceC > max)
    found('differenceC', 'recipe.differenceTooHigh', { stage: number, max })
  return problems
}

/** The temperature that a stage ends at: of a difference, the core target and the difference together. Null for a preset. */
export function endTemperatureOf({ mode, temperatureC, coreTargetC, differenceC }: Stage): number | null {
  if (mode !== 'difference') return temperatureC
  return coreTargetC === null || differenceC === null ? null : coreTargetC + differenceC
}

const preheatAbove = { low: 10, medium: 20, high: 30 } as const

/** The preheating temperature; null: the oven does not preheat, or the first stage has no temperature. */
export function preheatTargetOf(
  { mode, temperatureC }: Preheat,
  [first]: readonly Stage[],
  max: number = stageLimits.temperatureC.max,
): number | null {
  if (mode === 'none') return null
  if (mode === 'custom') return temperatureC
  const start = first === undefined ? null : endTemperatureOf(first)
  return start === null ? null : Math.min(start + preheatAbove[mode], max)
}

// Usual values ----------------------------------------------------------------------------------------------------------

type Usual = Readonly<Partial<Pick<Stage, 'minutes' | 'temperatureC' | 'humidity' | 'fan'>>>
/** The values that a pattern fills in; a person may change them. */
export const usualValues: Readonly<Record<StagePattern, Required<Usual>>> = {
  THAW: { minutes: 30, temperatureC: 45, humidity: 80, fan: 40 },
  STEAM: { minutes: 15, temperatureC: 100, humidity: 100, fan: 60 },
  ROAST: { minutes: 30, temperatureC: 180, humidity: 30, fan: 80 },
  BARBECUE: { minutes: 20, temperatureC: 220, humidity: 10, fan: 80 },
  FRY: { minutes: 12, temperatureC: 200, humidity: 0, fan: 100 },
  GRILL: { minutes: 10, temperatureC: 230, humidity: 0, fan: 100 },
  STEW: { minutes: 90, temperatureC: 120, humidity: 80, fan: 40 },
  LOW_TEMPERATURE_COOKING: { minutes: 120, temperatureC: 65, humidity: 100, fan: 40 },
  FERMENTATION: { minutes: 60, temperatureC: 35, humidity: 80, fan: 30 },
  HEAT_PRESERVATION: { minutes: 30, temperatureC: 65, humidity: 50, fan: 30 },
}
/** Temperatures outside these ranges get a note. */
export const usualTemperatures: Readonly<Partial<Record<StagePattern, { min: number; max: number }>>> = {
  THAW: { min: 30, max: 60 },
  STEAM: { min: 60, max: 130 },
  FERMENTATION: { min: 30, max: 45 },
  LOW_TEMPERATURE_COOKING: { min: 40, max: 120 },
  HEAT_PRESERVATION: { min: 50, max: 100 },
}

/** Changes the pattern of a stage: it gets the usual values of its mode, and keeps the mode if the pattern has it. */
export function withPattern(stage: Stage, pattern: StagePattern): Stage {
  const mode = modesOf(pattern).includes(stage.mode) ? stage.mode : 'timed'
  return withMode({ ...stage, pattern, ...usualValues[pattern] }, mode)
}

/** Changes how a stage ends: values that the mode does not have are removed, required ones are filled in. */
export function withMode(stage: Stage, mode: CookingMode): Stage {
  const usual = usualValues[stage.pattern ?? 'ROAST']
  const kept = <F extends TableField>(field: F, value: Stage[F]): Stage[F] | null => {
    const need = needOf(field, mode)
    return need === 'required' ? (stage[field] ?? value) : need === 'optional' ? stage[field] : null
  }
  return {
    ...stage,
    mode,
    minutes: kept('minutes', usual.minutes),
    temperatureC: kept('temperatureC', usual.temperatureC),
    differenceC: kept('differenceC', 25),
    coreTargetC: kept('coreTargetC', Math.min(65, (usual.temperatureC ?? 100) - 5)),
    humidity: kept('humidity', usual.humidity),
    fan: kept('fan', usual.fan),
    reverse: kept('reverse', false),
    preset: kept('preset', null),
  }
}

// A recipe whole --------------------------------------------------------------------------------------------------------

/**
 * Gives each use of an ingredient a key: its id, and a number if the recipe uses the ingredient again (salt for the
 * brine, salt for the rub).
 */
export function keyedUses<U extends { ingredientId: string }>(uses: readonly U[]): { key: string; use: U }[] {
  const seen = new Map<string, number>()
  return uses.map((use) => {
    const place = (seen.get(use.ingredientId) ?? 0) + 1
    seen.set(use.ingredientId, place)
    return { key: place === 1 ? use.ingredientId : `${use.ingredientId}:${place}`, use }
  })
}
/** The id of the ingredient in such a key, and which use of it: 1 is the first. */
export function readUseKey(key: string): { ingredientId: string; place: number } {
  const [ingredientId = '', place = '1'] = key.split(':')
  return { ingredientId, place: Number(place) }
}

const repeatedIn = <T>(list: readonly T[]): number[] =>
  list.flatMap((each, index) => (list.indexOf(each) < index ? [index] : []))

/** The reasons to refuse a draft: the limits of each field, and checks that concern several fields. */
export function draftProblems(content: RecipeContent): Problem[] {
  return [
    ...content.stages.flatMap(stageProblems),
    ...repeatedIn(content.stages.map(({ key }) => key)).map(twiceAt((index) => `stages.${index}.key`)),
    ...repeatedIn(content.productIds).map(twiceAt((index) => `productIds.${index}`)),
    ...repeatedIn(content.languages).map(twiceAt((index) => `languages.${index}`)),
    ...content.ingredients.flatMap(({ unit, measure }, index): Problem[] => {
      if ((unit === 'toTaste') === (measure === null)) return []
      const key = unit === 'toTaste' ? 'recipe.measureRefused' : 'recipe.measureRequired'
      return [{ path: `ingredients.${index}.measure`, key }]
    }),
    ...preheatProblems(content.preheat),
    ...textProblems(content),
  ]
}

const twiceAt =
  (path: (index: number) => string) =>
  (index: number): Problem => ({ path: path(index), key: 'recipe.twice' })

function preheatProblems({ mode, temperatureC }: Preheat): Problem[] {
  if ((mode === 'custom') === (temperatureC !== null)) return []
  const key = mode === 'custom' ? 'recipe.preheatMissing' : 'recipe.preheatRefused'
  return [{ path: 'preheat.temperatureC', key }]
}

function textProblems({ baseLanguage, languages, texts, stages }: RecipeContent): Problem[] {
  const problems: Problem[] = []
  const keys = new Set(stages.map(({ key }) => String(key)))
  if (!languages.includes(baseLanguage)) problems.push({ path: 'baseLanguage', key: 'recipe.baseNotChosen' })
  if ((texts[baseLanguage]?.name ?? '') === '')
    problems.push({ path: `texts.${baseLanguage}.name`, key: 'recipe.nameMissing' })
  for (const [language, { stages: described }] of Object.entries(texts)) {
    if (!languages.some((chosen) => chosen === language))
      problems.push({ path: `texts.${language}`, key: 'recipe.textOfOther' })
    for (const key of Object.keys(described))
      if (!keys.has(key)) problems.push({ path: `texts.${language}.stages.${key}`, key: 'recipe.textOfNoStage' })
  }
  return problems
}

/** Further reasons to refuse publishing, for every model: a pause needs its words in the base language. */
export function pauseProblems({ baseLanguage, texts, stages }: RecipeContent): Problem[] {
  return stages.flatMap(({ key, pauseBefore }, index): Problem[] => {
    const note = texts[baseLanguage]?.stages[String(key)] ?? ''
    if (!pauseBefore || note !== '') return []
    return [
      { path: `texts.${baseLanguage}.stages.${key}`, key: 'recipe.pauseUndescribed', params: { stage: index + 1 } },
    ]
  })
}

// Texts -----------------------------------------------------------------------------------------------------------------

/** The texts of a language by their key: `name`, `description`, `stages.3`. Empty ones are left out. */
export function textsByKey(texts: RecipeTexts | undefined): ReadonlyMap<string, string> {
  if (texts === undefined) return new Map()
  const all: [string, string][] = [
    ['name', texts.name],
    ['description', texts.description],
    ...Object.entries(texts.stages).map(([key, text]): [string, string] => [`stages.${key}`, text]),
  ]
  return new Map(all.filter(([, text]) => text !== ''))
}

export type Covered = Readonly<{ state: 'full' | 'half' | 'empty'; done: number; total: number }>

/** Counts how many texts of the base a language has. */
export function coverageOf(base: RecipeTexts | undefined, texts: RecipeTexts | undefined): Covered {
  const has = textsByKey(texts)
  const wanted = [...textsByKey(base).keys()]
  const done = wanted.filter((key) => has.has(key)).length
  return { state: done === 0 ? 'empty' : done === wanted.length ? 'full' : 'half', done, total: wanted.length }
}

/** The languages of a recipe that are not complete. */
export const gapsOf = ({
  baseLanguage,
  languages,
  texts,
}: Pick<RecipeContent, 'baseLanguage' | 'languages' | 'texts'>) =>
  languages.filter((language) => coverageOf(texts[baseLanguage], texts[language]).state !== 'full')

/** The base texts that translations were written from, by key. */
export type Bases = Readonly<Record<string, string>>

/** Texts with a base text that changed since they were written. */
export function outdatedOf(base: RecipeTexts | undefined, texts: RecipeTexts | undefined, bases: Bases): string[] {
  const now = textsByKey(base)
  return [...textsByKey(texts).keys()].filter((key) => Object.hasOwn(bases, key) && (now.get(key) ?? '') !== bases[key])
}

/** The bases after a save: a newly written text belongs to the present base text, the others keep theirs. */
export function basesAfter(
  base: RecipeTexts | undefined,
  { before, after, bases }: Readonly<{ before: RecipeTexts | undefined; after: RecipeTexts | undefined; bases: Bases }>,
): Record<string, string> {
  const [now, old] = [textsByKey(base), textsByKey(before)]
  return Object.fromEntries(
    [...textsByKey(after)].map(([key, text]) => [
      key,
      old.get(key) === text && Object.hasOwn(bases, key) ? (bases[key] ?? '') : (now.get(key) ?? ''),
    ]),
  )
}

/** The texts for a reader of a language: that language, else English, else the base. */
export function readText(
  { baseLanguage, texts }: Pick<RecipeContent, 'baseLanguage' | 'texts'>,
  language: RecipeLanguage,
  key: string,
): string {
  for (const each of [language, 'en', baseLanguage] as const) {
    const text = textsByKey(texts[each]).get(key)
    if (text !== undefined) return text
  }
  return ''
}

/** Unusual values that every model must handle: extreme temperatures, names longer than a panel, gaps. */
export function contentNotes(content: RecipeContent): Problem[] {
  const { baseLanguage, languages, texts, stages } = content
  const unusual = stages.flatMap((stage, index): Problem[] => {
    const usual = stage.pattern === null ? undefined : usualTemperatures[stage.pattern]
    const temperature = endTemperatureOf(stage)
    if (usual === undefined || temperature === null) return []
    if (temperature >= usual.min && temperature <= usual.max) return []
    const field = stage.mode === 'difference' ? 'differenceC' : 'temperatureC'
    return [{ path: `stages.${index}.${field}`, key: 'recipe.noteUsual', params: { stage: index + 1, ...usual } }]
  })
  const gaps = languages.flatMap((language): Problem[] => {
    const { state, done, total } = coverageOf(texts[baseLanguage], texts[language])
    if (state === 'full') return []
    const params = { language: recipeLanguageNames[language], done, total }
    return [{ path: `texts.${language}`, key: 'recipe.noteGap', params }]
  })
  return [...unusual, ...passedCores(stages), ...gaps]
}

/** Stages that end at a core temperature which an earlier stage has reached: they end as they begin. */
function passedCores(stages: readonly Stage[]): Problem[] {
  const targets = stages.map(({ mode, coreTargetC }) => (mode === 'core' || mode === 'difference' ? coreTargetC : null))
  return targets.flatMap((target, index): Problem[] => {
    const earlier = targets.findIndex((other, at) => at < index && other !== null && target !== null && other >= target)
    if (earlier === -1) return []
    const params = { stage: index + 1, earlier: earlier + 1 }
    return [{ path: `stages.${index}.coreTargetC`, key: 'recipe.notePassed', params }]
  })
}

/** Names that a panel does not show whole. `bytes`: of the model's `RecipeName`; without it the width of our own panels. */
export function panelNotes({ languages, texts }: RecipeContent, bytes: number | undefined): Problem[] {
  return languages.flatMap((language): Problem[] => {
    const name = texts[language]?.name ?? ''
    const fits = bytes === undefined ? widthOf(name) <= panelWidth : new TextEncoder().encode(name).length <= bytes
    const params = { language: recipeLanguageNames[language] }
    return fits ? [] : [{ path: `texts.${language}.name`, key: 'recipe.notePanel', params }]
  })
}
