import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messagesByPath } from '../field-message.ts'
import { allTexts } from '../catalogue.ts'
import { allergens, baseOfKind, CategoryDraft, IngredientDraft } from './filing.model.ts'
import { amountOf, inSystem, measuredUnits, scaled, Unit, units } from './measure.rules.ts'
import { RecipeDraft } from './draft.model.ts'
import { containers, PublishNote, recipeLanguages, RecipeContent } from './recipe.model.ts'
import { contentNotes, stageProblems, usualValues, withPattern } from './recipe.rules.ts'
import { cookingModes, preheatModes, stagePatterns, type StagePattern } from './stage.model.ts'
import { core, timed } from './stages-for-tests.ts'

const content = {
  productIds: ['1'],
  baseLanguage: 'zh',
  languages: ['zh'],
  preheat: { mode: 'none', temperatureC: null },
  stages: [timed],
  ingredients: [{ ingredientId: '7', unit: 'g', measure: 500 }],
  texts: { zh: { name: '烤鸭' } },
}
const draft = { ...content, categoryId: '1' }
/** The refused fields. */
const refusedIn = (change: object, language: 'en' | 'zh' = 'en') =>
  messagesByPath(RecipeDraft.safeParse({ ...draft, ...change }).error?.issues ?? [], language, allTexts)
const fieldsOf = (change: object) => Object.keys(refusedIn(change))
const many = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

test('cooking modes are timed, core probe, temperature difference and factory preset; there are ten stage patterns (spec 3)', () => {
  assert.deepEqual(cookingModes, ['timed', 'core', 'difference', 'preset'])
  assert.deepEqual(stagePatterns, [
    'THAW',
    'STEAM',
    'ROAST',
    'BARBECUE',
    'FRY',
    'GRILL',
    'STEW',
    'LOW_TEMPERATURE_COOKING',
    'FERMENTATION',
    'HEAT_PRESERVATION',
  ])
})

test('preheat is none, custom, low, medium or high load; only a custom one has a temperature, of 30 to 260 °C (spec 3)', () => {
  assert.deepEqual(preheatModes, ['none', 'custom', 'low', 'medium', 'high'])
  const path = 'preheat.temperatureC'
  for (const mode of preheatModes) {
    const [without, with180] = [
      fieldsOf({ preheat: { mode, temperatureC: null } }),
      fieldsOf({ preheat: { mode, temperatureC: 180 } }),
    ]
    assert.deepEqual([without, with180], mode === 'custom' ? [[path], []] : [[], [path]], mode)
  }
  const custom = (temperatureC: number) => fieldsOf({ preheat: { mode: 'custom', temperatureC } })
  assert.deepEqual([custom(29), custom(30), custom(260), custom(261), custom(99.95)], [[path], [], [], [path], [path]])
})

test('German, Spanish, Italian and French are recipe languages beside English and Chinese: 1 to 6 of them (spec 1)', () => {
  assert.deepEqual(recipeLanguages.toSorted(), ['de', 'en', 'es', 'fr', 'it', 'zh'])
  assert.deepEqual(fieldsOf({ languages: recipeLanguages }), [])
  assert.deepEqual(fieldsOf({ languages: [...recipeLanguages, 'zh'] }), ['languages'])
  assert.deepEqual(fieldsOf({ languages: ['zh', 'zh'] }), ['languages.1'])
  assert.deepEqual(fieldsOf({ languages: ['zh', 'ja'] }), ['languages.1'])
})

test('servings, container, levels and picture are optional: 1 to 999 servings, 1 to 20 levels, six containers and none', () => {
  const parsed = RecipeContent.parse(content)
  assert.deepEqual([parsed.servings, parsed.container, parsed.levels, parsed.pictureFileId], [null, null, null, null])
  assert.deepEqual(containers, ['gn1/3', 'gn1/2', 'gn2/3', 'gn1/1', 'gn2/1', '600x400', 'none'])
  for (const container of containers) assert.deepEqual(fieldsOf({ container }), [])
  assert.deepEqual(fieldsOf({ container: 'gn1/9' }), ['container'])
  for (const [field, most] of [
    ['servings', 999],
    ['levels', 20],
  ] as const) {
    for (const value of [1, most]) assert.deepEqual(fieldsOf({ [field]: value }), [])
    for (const value of [0, most + 1, 1.5]) assert.deepEqual(fieldsOf({ [field]: value }), [field])
  }
})

test('a recipe is for 1 to 50 models and has 1 to 50 ingredients, each once', () => {
  assert.deepEqual(fieldsOf({ productIds: many(50) }), [])
  assert.deepEqual(fieldsOf({ productIds: many(51) }), ['productIds'])
  assert.deepEqual(refusedIn({ productIds: [] }, 'zh'), { productIds: '请至少选择一个适用型号' })
  assert.deepEqual(fieldsOf({ productIds: ['1', '1'] }), ['productIds.1'])
  const used = (count: number) => many(count).map((ingredientId) => ({ ingredientId, unit: 'g', measure: 1 }))
  assert.deepEqual(fieldsOf({ ingredients: used(50) }), [])
  assert.deepEqual(fieldsOf({ ingredients: used(51) }), ['ingredients'])
})

test('a measure is above 0 with at most 3 decimals; to taste has none', () => {
  const measured = (measure: number | null, unit = 'g') =>
    fieldsOf({ ingredients: [{ ingredientId: '7', unit, measure }] })
  for (const measure of [0.001, 1.234, 999_999.999, 1_000_000]) assert.deepEqual(measured(measure), [], String(measure))
  for (const measure of [0, -1, 1.2345, 0.0001, 1_000_001, null])
    assert.deepEqual(measured(measure), ['ingredients.0.measure'], String(measure))
  assert.deepEqual([measured(null, 'toTaste'), measured(1, 'toTaste')], [[], ['ingredients.0.measure']])
})

test('a core target is 1 to 130 °C and a difference 5 to 100 °C; degrees have at most one decimal, minutes, humidity and fan none', () => {
  const difference = { ...core, mode: 'difference', temperatureC: null, differenceC: 25 }
  const of = (stage: object) => fieldsOf({ stages: [stage] })
  for (const value of [1, 130]) assert.deepEqual(of({ ...core, coreTargetC: value }), [])
  for (const value of [0, 131]) assert.deepEqual(of({ ...core, coreTargetC: value }), ['stages.0.coreTargetC'])
  for (const value of [5, 100]) assert.deepEqual(of({ ...difference, differenceC: value }), [])
  for (const value of [4, 101]) assert.deepEqual(of({ ...difference, differenceC: value }), ['stages.0.differenceC'])
  assert.deepEqual(of({ ...timed, temperatureC: 176.7 }), [])
  assert.deepEqual(of({ ...timed, temperatureC: 176.67 }), ['stages.0.temperatureC'])
  for (const field of ['minutes', 'humidity', 'fan'])
    assert.deepEqual(of({ ...timed, [field]: 50.5 }), [`stages.0.${field}`])
  for (const [field, values] of Object.entries({ minutes: [1, 1440], humidity: [0, 100], fan: [30, 100] }))
    for (const value of values) assert.deepEqual(of({ ...timed, [field]: value }), [], `${field} ${value}`)
})

test('notes and descriptions have up to 120 characters, of a stage too (spec 9)', () => {
  const stageWords = (text: string) => fieldsOf({ texts: { zh: { name: '烤鸭', stages: { 1: text } } } })
  assert.deepEqual([stageWords('刷'.repeat(120)), stageWords('刷'.repeat(121))], [[], ['texts.zh.stages.1']])
  // Code points are counted: a character of two storage units counts once.
  for (const [text, fits] of [
    ['x'.repeat(120), true],
    ['🦆'.repeat(120), true],
    ['x'.repeat(121), false],
    ['🦆'.repeat(121), false],
  ] as const)
    assert.equal(PublishNote.safeParse(text).success, fits, `${text.length}`)
})

test('names of categories and ingredients have up to 16 full-width or 48 half-width characters too (spec 9)', () => {
  const ofIngredient = (zh: string) => IngredientDraft.safeParse({ names: { zh }, kind: 'mass', unit: 'g' }).success
  const ofCategory = (zh: string) => CategoryDraft.safeParse({ names: { zh } }).success
  for (const fits of [ofIngredient, ofCategory])
    assert.deepEqual(['鸭'.repeat(16), '鸭'.repeat(17), 'd'.repeat(48), 'd'.repeat(49)].map(fits), [
      true,
      false,
      true,
      false,
    ])
})

test('an ingredient has a kind, a usual unit and allergens, which are the fourteen of the EU', () => {
  assert.equal(allergens.length, 14)
  const draftOf = (change: object) =>
    IngredientDraft.safeParse({ names: { en: 'Duck' }, kind: 'mass', unit: 'g', ...change }).success
  for (const [kind, unit] of Object.entries(baseOfKind)) assert.equal(draftOf({ kind, unit }), true)
  assert.equal(draftOf({ kind: 'length' }), false)
  assert.deepEqual([draftOf({ allergens }), draftOf({ allergens: ['dust'] })], [true, false])
})

test('usual temperatures: thaw 30–60, steam 60–130, fermentation 30–45, low temperature 40–120, holding 50–100 °C; beyond is a note', () => {
  const usual: Partial<Record<StagePattern, readonly [number, number]>> = {
    THAW: [30, 60],
    STEAM: [60, 130],
    FERMENTATION: [30, 45],
    LOW_TEMPERATURE_COOKING: [40, 120],
    HEAT_PRESERVATION: [50, 100],
  }
  const parsed = RecipeContent.parse(content)
  for (const pattern of stagePatterns) {
    const noted = (temperatureC: number) => {
      const stage = { ...withPattern(timed, pattern), temperatureC }
      return contentNotes({ ...parsed, stages: [stage] }).length > 0
    }
    const [min, max] = usual[pattern] ?? [30, 260]
    assert.deepEqual([noted(min), noted(max)], [false, false], pattern)
    assert.deepEqual([noted(min - 1), noted(max + 1)], Array(2).fill(usual[pattern] !== undefined), pattern)
    assert.deepEqual(stageProblems({ ...timed, pattern, ...usualValues[pattern] }, 0), [], pattern)
  }
})

// Measures --------------------------------------------------------------------------------------------------------------

test('metric has g, kg, ml and L, British oz, lb, fl oz and pt, both the rest, with to taste beside them (spec 9)', () => {
  const of = (system: 'metric' | 'british' | undefined) => measuredUnits.filter((unit) => units[unit].system === system)
  assert.deepEqual(of('metric'), ['g', 'kg', 'ml', 'L'])
  assert.deepEqual(of('british'), ['oz', 'lb', 'floz', 'pt'])
  assert.deepEqual(of(undefined), ['piece', 'tsp', 'tbsp', 'jin', 'liang'])
  assert.equal(Unit.safeParse('toTaste').success, true)
  const one = (unit: (typeof measuredUnits)[number]) => amountOf({ unit, measure: 1 })
  assert.deepEqual(measuredUnits.map(one), [
    { of: 'g', value: 1 },
    { of: 'g', value: 1000 },
    { of: 'ml', value: 1 },
    { of: 'ml', value: 1000 },
    { of: 'g', value: 28.349523125 },
    { of: 'g', value: 453.59237 },
    { of: 'ml', value: 28.4130625 },
    { of: 'ml', value: 568.26125 },
    { of: 'piece', value: 1 },
    { of: 'ml', value: 5 },
    { of: 'ml', value: 15 },
    { of: 'g', value: 500 },
    { of: 'g', value: 50 },
  ])
})

test('the other system shows 3 significant digits in the unit that has no needless zeros; what was typed is never rounded', () => {
  const british = (unit: 'g' | 'kg' | 'ml' | 'L', measure: number) => inSystem({ unit, measure }, 'british')
  assert.deepEqual(british('g', 1234.567), { unit: 'lb', measure: 2.72 })
  assert.deepEqual(british('g', 453.592), { unit: 'lb', measure: 1 })
  assert.deepEqual(british('g', 0.5), { unit: 'oz', measure: 0.0176 })
  assert.deepEqual(british('kg', 999.999), { unit: 'lb', measure: 2200 })
  assert.deepEqual(british('ml', 15), { unit: 'floz', measure: 0.528 })
  assert.deepEqual(british('L', 2.5), { unit: 'pt', measure: 4.4 })
  assert.deepEqual(inSystem({ unit: 'lb', measure: 2.5 }, 'metric'), { unit: 'kg', measure: 1.13 })
  assert.deepEqual(inSystem({ unit: 'oz', measure: 3 }, 'metric'), { unit: 'g', measure: 85 })
  for (const [unit, system] of [
    ['g', 'metric'],
    ['lb', 'british'],
  ] as const)
    assert.deepEqual(inSystem({ unit, measure: 1234.567 }, system), { unit, measure: 1234.567 })
  assert.deepEqual(inSystem({ unit: 'toTaste', measure: null }, 'british'), { unit: 'toTaste', measure: null })
})

test('servings scale what is shown; for the servings as written it is exactly what was typed, and no whole unit is lost', () => {
  const typed = { unit: 'g', measure: 1234.567 } as const
  assert.deepEqual(scaled(typed, 4, 4), typed)
  assert.deepEqual(scaled(typed, null, 8), typed)
  assert.deepEqual(scaled({ unit: 'g', measure: 1500 }, 4, 7), { unit: 'g', measure: 2625 })
  assert.deepEqual(scaled({ unit: 'tsp', measure: 1 }, 3, 1), { unit: 'tsp', measure: 0.333 })
  assert.deepEqual(scaled({ unit: 'toTaste', measure: null }, 4, 8), { unit: 'toTaste', measure: null })
  assert.deepEqual(typed, { unit: 'g', measure: 1234.567 })
})
