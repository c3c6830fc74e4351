import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messagesByPath } from '../field-message.ts'
import { allTexts } from '../catalogue.ts'
import { combiOven } from '../thing-model/ready-made/combi-oven.ts'
import type { Member, ThingModel } from '../thing-model/thing-model.model.ts'
import { compareContents } from './compare.rules.ts'
import { RecipeDraft } from './draft.model.ts'
import { fitsProduct, panelNotesOf } from './fit.rules.ts'
import { amountOf, inSystem, measuredUnits, scaled } from './measure.rules.ts'
import { nameFits, nameWeight } from './name.rules.ts'
import { RecipeContent, type RecipeTexts } from './recipe.model.ts'
import {
  basesAfter,
  contentNotes,
  coverageOf,
  draftProblems,
  gapsOf,
  modesOf,
  needOf,
  outdatedOf,
  pauseProblems,
  preheatTargetOf,
  readText,
  stageProblems,
  tableFields,
  withMode,
  withPattern,
  type Need,
  type TableField,
} from './recipe.rules.ts'
import { cookingModes, stagePatterns, type CookingMode, type Stage } from './stage.model.ts'
import { core, timed } from './stages-for-tests.ts'

const difference: Stage = { ...core, mode: 'difference', temperatureC: null, differenceC: 25 }
const preset: Stage = {
  ...timed,
  mode: 'preset',
  minutes: null,
  temperatureC: null,
  humidity: null,
  fan: null,
  preset: 3,
}
const stageOf = { timed, core, difference, preset } as const
const texts = (name: string, description = '', stages: RecipeTexts['stages'] = {}): RecipeTexts => ({
  name,
  description,
  stages,
})
const content = (change: Partial<RecipeContent> = {}): RecipeContent => ({
  productIds: ['1'],
  pictureFileId: null,
  baseLanguage: 'zh',
  languages: ['zh', 'en'],
  servings: 4,
  container: 'gn1/1',
  levels: 2,
  preheat: { mode: 'none', temperatureC: null },
  stages: [timed],
  ingredients: [{ ingredientId: '7', unit: 'g', measure: 500 }],
  texts: { zh: texts('烤鸭') },
  ...change,
})
const keysOf = (problems: readonly { path: string; key: string }[]) => problems.map(({ path, key }) => `${path} ${key}`)

/** The table of recipes.md, written out again: timed, core probe, difference, preset. */
const table: Readonly<Record<TableField, readonly [Need, Need, Need, Need]>> = {
  minutes: ['required', 'computed', 'computed', 'computed'],
  temperatureC: ['required', 'required', 'computed', 'refused'],
  differenceC: ['refused', 'refused', 'required', 'refused'],
  coreTargetC: ['refused', 'required', 'required', 'refused'],
  humidity: ['required', 'required', 'required', 'refused'],
  fan: ['required', 'required', 'required', 'refused'],
  reverse: ['optional', 'optional', 'optional', 'refused'],
  preset: ['refused', 'refused', 'refused', 'required'],
  pattern: ['optional', 'optional', 'optional', 'optional'],
}
const sample: Pick<Stage, TableField> = {
  minutes: 10,
  temperatureC: 200,
  differenceC: 20,
  coreTargetC: 60,
  humidity: 50,
  fan: 50,
  reverse: true,
  preset: 1,
  pattern: 'ROAST',
}
const refusedBy = { required: 'recipe.stageMissing', refused: 'recipe.stageRefused', computed: 'recipe.stageComputed' }
const given = (stage: Stage, field: TableField): Stage => ({ ...stage, [field]: sample[field] })
const without = (stage: Stage, field: TableField): Stage => ({ ...stage, [field]: null })

for (const field of tableFields)
  for (const [index, mode] of cookingModes.entries())
    test(`a stage that ends by ${mode}: ${field} is ${table[field][index]}`, () => {
      const need = table[field][index]
      assert.equal(needOf(field, mode), need)
      const there = stageProblems(given(stageOf[mode], field), 0).filter(({ path }) => path === `stages.0.${field}`)
      const missing = stageProblems(without(stageOf[mode], field), 0).filter(({ path }) => path === `stages.0.${field}`)
      const keys = (problems: readonly { key: string }[]) => problems.map(({ key }) => key)
      assert.deepEqual(keys(missing), need === 'required' ? [refusedBy.required] : [])
      const isRefused = need === 'refused' || need === 'computed'
      assert.deepEqual(keys(there), isRefused ? [refusedBy[need]] : [])
    })

test('pauses and descriptions are possible in each mode', () => {
  for (const mode of cookingModes) {
    const stage = { ...stageOf[mode], pauseBefore: true }
    const recipe = content({ stages: [stage], texts: { zh: texts('烤鸭', '', { 1: '刷麦芽糖水' }) } })
    assert.deepEqual(draftProblems(recipe), [], mode)
    assert.deepEqual(pauseProblems(recipe), [], mode)
  }
})

const modesByPattern: Readonly<Record<string, readonly CookingMode[]>> = {
  THAW: ['timed', 'core', 'preset'],
  STEAM: ['timed', 'core', 'preset'],
  ROAST: ['timed', 'core', 'difference', 'preset'],
  BARBECUE: ['timed', 'core', 'difference', 'preset'],
  FRY: ['timed', 'core', 'preset'],
  GRILL: ['timed', 'core', 'preset'],
  STEW: ['timed', 'core', 'difference', 'preset'],
  LOW_TEMPERATURE_COOKING: ['timed', 'core', 'difference', 'preset'],
  FERMENTATION: ['timed', 'preset'],
  HEAT_PRESERVATION: ['timed', 'preset'],
}
for (const pattern of stagePatterns)
  for (const mode of cookingModes) {
    const isPossible = modesByPattern[pattern]?.includes(mode) === true
    test(`${pattern} ${isPossible ? 'may' : 'may not'} end by ${mode}`, () => {
      assert.equal(modesOf(pattern).includes(mode), isPossible)
      const keys = keysOf(stageProblems({ ...stageOf[mode], pattern }, 2))
      assert.deepEqual(keys, isPossible ? [] : ['stages.2.mode recipe.modeOfPattern'])
    })
  }

test('a core target lies below the temperature, and with its difference within the limit', () => {
  assert.deepEqual(keysOf(stageProblems({ ...core, temperatureC: 74, coreTargetC: 74 }, 0)), [
    'stages.0.coreTargetC recipe.coreTooHigh',
  ])
  assert.deepEqual(stageProblems({ ...core, temperatureC: 75, coreTargetC: 74 }, 0), [])
  // 130 and 100 are the largest of each, so both together cannot exceed the limit of 260 °C; the rule holds even if the
  // limits change.
  assert.deepEqual(stageProblems({ ...difference, coreTargetC: 130, differenceC: 100 }, 0), [])
  assert.deepEqual(keysOf(stageProblems({ ...difference, coreTargetC: 180, differenceC: 100 }, 0)), [
    'stages.0.differenceC recipe.differenceTooHigh',
  ])
})

test('a pattern and a mode fill in values that the table takes', () => {
  for (const pattern of stagePatterns)
    for (const mode of modesOf(pattern)) {
      if (mode === 'preset') continue
      const stage = withMode(withPattern({ ...timed, mode }, pattern), mode)
      assert.deepEqual(stageProblems(stage, 0), [], `${pattern} ${mode}`)
    }
  assert.deepEqual(withMode(timed, 'preset'), { ...preset, preset: null })
})

test('preheating by load is the first stage and 10, 20 or 30 °C, at most the maximum', () => {
  const target = (mode: 'none' | 'custom' | 'low' | 'medium' | 'high', first: Stage, own: number | null = null) =>
    preheatTargetOf({ mode, temperatureC: own }, [first])
  assert.deepEqual(
    [target('low', timed), target('medium', timed), target('high', timed), target('custom', timed, 150)],
    [190, 200, 210, 150],
  )
  assert.equal(target('high', { ...timed, temperatureC: 250 }), 260)
  assert.equal(target('none', timed), null)
  assert.equal(target('low', difference), 109)
  const problems = (mode: 'none' | 'custom', temperatureC: number | null) =>
    keysOf(draftProblems(content({ preheat: { mode, temperatureC } })))
  assert.deepEqual(problems('custom', null), ['preheat.temperatureC recipe.preheatMissing'])
  assert.deepEqual(problems('none', 100), ['preheat.temperatureC recipe.preheatRefused'])
})

test('a name has 16 full-width or 48 half-width characters, in NFC (spec 9)', () => {
  assert.equal(nameFits('烤'.repeat(16)), true)
  assert.equal(nameFits('烤'.repeat(16) + 'a'), false)
  assert.equal(nameFits('烤'.repeat(17)), false)
  assert.equal(nameFits('a'.repeat(48)), true)
  assert.equal(nameFits('a'.repeat(49)), false)
  assert.equal(nameFits('烤'.repeat(15) + 'abc'), true)
  // Two code points in NFD, one in NFC.
  assert.equal(nameWeight('e\u0301'.repeat(48)), 48)
  const drafted = RecipeDraft.parse({ ...content(), categoryId: '1', texts: { zh: texts('Cre\u0300me') } })
  assert.equal(drafted.texts.zh?.name, 'Crème')
})

test('what is wrong with a draft is said all at once, each at its field, in both languages', () => {
  const wrong = {
    ...content({
      stages: [
        { ...timed, temperatureC: 275 },
        { ...core, key: 1, coreTargetC: null },
      ],
      ingredients: [
        { ingredientId: '7', unit: 'toTaste', measure: 1 },
        { ingredientId: '7', unit: 'g', measure: null },
      ],
      languages: ['en'],
      texts: { zh: texts('', '', { 9: 'x' }) },
    }),
  }
  const parsed = RecipeDraft.safeParse(wrong)
  const fields = messagesByPath(parsed.error?.issues ?? [], 'en', allTexts)
  assert.deepEqual(Object.keys(fields).toSorted(), [
    'baseLanguage',
    'categoryId',
    'ingredients.0.measure',
    'ingredients.1.measure',
    'stages.0.temperatureC',
    'stages.1.coreTargetC',
    'stages.1.key',
    'texts.zh',
    'texts.zh.name',
    'texts.zh.stages.9',
  ])
  assert.equal(fields['stages.1.coreTargetC'], 'Stage 2, core temperature: this is required')
  const zh = messagesByPath(parsed.error?.issues ?? [], 'zh', allTexts)
  assert.equal(zh['stages.1.coreTargetC'], '阶段 2 芯温：必填')
})

test('a recipe has a language, an ingredient and 1 to 14 stages, 30 to 260 °C and fan 30 to 100 (spec 5)', () => {
  const filed = { ...content(), categoryId: '1' }
  const fieldsOf = (change: object) =>
    Object.keys(messagesByPath(RecipeDraft.safeParse({ ...filed, ...change }).error?.issues ?? [], 'en', allTexts))
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...timed, key: index + 1 }))
  assert.deepEqual(fieldsOf({}), [])
  assert.deepEqual(fieldsOf({ categoryId: null }), ['categoryId'])
  assert.deepEqual(fieldsOf({ languages: [], texts: {} }), ['languages', 'baseLanguage', 'texts.zh.name'])
  assert.deepEqual(fieldsOf({ ingredients: [] }), ['ingredients'])
  assert.deepEqual(fieldsOf({ stages: [] }), ['stages'])
  assert.deepEqual(fieldsOf({ stages: many(14) }), [])
  assert.deepEqual(fieldsOf({ stages: many(15) }), ['stages'])
  for (const [field, values] of Object.entries({
    temperatureC: [29, 261],
    fan: [29, 101],
    minutes: [0, 1441],
    humidity: [-1, 101],
  }))
    for (const value of values)
      assert.deepEqual(fieldsOf({ stages: [{ ...timed, [field]: value }] }), [`stages.0.${field}`], `${field} ${value}`)
  assert.deepEqual(fieldsOf({ stages: [{ ...timed, temperatureC: 30, fan: 30 }] }), [])
  assert.deepEqual(fieldsOf({ stages: [{ ...timed, temperatureC: 260, fan: 100 }] }), [])
  assert.deepEqual(fieldsOf({ texts: { zh: texts('烤鸭', '说'.repeat(121)) } }), ['texts.zh.description'])
  assert.deepEqual(fieldsOf({ texts: { zh: texts('烤鸭', '😀'.repeat(120)) } }), [])
})

// Fit -------------------------------------------------------------------------------------------------------------------

const whole = (identifier: string, min: number, max: number, step = 1): Member => ({
  identifier,
  name: { en: identifier, zh: identifier },
  dataType: { type: 'int', min, max, step },
})
function withMembers(change: (members: readonly Member[]) => Member[], size = 14): ThingModel {
  return {
    ...combiOven,
    services: combiOven.services.map((service) => ({
      ...service,
      inputData: service.inputData.map((parameter) => {
        const { dataType } = parameter
        if (dataType.type !== 'array' || dataType.item.type !== 'struct') return parameter
        const item = { ...dataType.item, members: change(dataType.item.members) }
        return { ...parameter, dataType: { ...dataType, size, item } }
      }),
    })),
  }
}
const extra = [whole('EndsBy', 0, 3), whole('TempDifference', 5, 60), whole('Pause', 0, 1), whole('Preset', 1, 9)]
const full = withMembers((members) => [
  ...members.filter(({ identifier }) => !extra.some((one) => one.identifier === identifier)),
  ...extra,
])
const small = withMembers(
  (members) => members.map((member) => (member.identifier === 'Temp' ? whole('Temp', 30, 230, 5) : member)),
  2,
)
const fit = (
  stages: readonly Stage[],
  model: ThingModel,
  preheat: RecipeContent['preheat'] = { mode: 'none', temperatureC: null },
) => keysOf(fitsProduct({ stages: [...stages], preheat }, model))

test('a model that takes no programs fits no recipe', () => {
  assert.deepEqual(fit([timed], { properties: [], events: [], services: [] }), ['productIds recipe.fitNoProgram'])
})

test('a model narrows range, step and number of stages, and the refusal names stage, field and limit', () => {
  assert.deepEqual(fit([timed], small), [])
  assert.deepEqual(fit([timed, { ...timed, temperatureC: 240 }], small), ['stages.1.temperatureC recipe.fitRange'])
  assert.deepEqual(fit([{ ...timed, temperatureC: 182 }], small), ['stages.0.temperatureC recipe.fitStep'])
  assert.deepEqual(fit([timed, timed, timed], small), ['stages recipe.fitTooMany'])
  const [problem] = fitsProduct(
    { stages: [{ ...timed, temperatureC: 240 }], preheat: { mode: 'none', temperatureC: null } },
    small,
  )
  assert.deepEqual(problem?.params, { stage: 1, field: 'temperatureC', min: 30, max: 230 })
  const nearest = (stage: Stage, model: ThingModel) =>
    fitsProduct({ stages: [stage], preheat: { mode: 'none', temperatureC: null } }, model).map((each) => each.nearest)
  assert.deepEqual(nearest({ ...timed, temperatureC: 240 }, small), [230])
  assert.deepEqual(nearest({ ...timed, temperatureC: 182.9 }, small), [185])
  // 350 °F are 176.7 °C: an oven that accepts whole degrees gets 177.
  assert.deepEqual(nearest({ ...timed, temperatureC: 176.7 }, combiOven), [177])
  // The end temperature of a difference is a sum: no field has a nearest value for it.
  assert.deepEqual(nearest({ ...difference, coreTargetC: 130, differenceC: 100.5 }, combiOven), [undefined, 100])
  assert.deepEqual(fit([{ ...timed, fan: 85 }], combiOven), ['stages.0.fan recipe.fitStep'])
  assert.deepEqual(fit([timed], small, { mode: 'custom', temperatureC: 240 }), [
    'preheat.temperatureC recipe.fitPreheat',
  ])
})

test('a mode or a pause that a model has no member for does not fit it', () => {
  const bare = withMembers((members) =>
    members.filter(({ identifier }) => !extra.some((one) => one.identifier === identifier)),
  )
  assert.deepEqual(fit([timed, core], bare), [])
  assert.deepEqual(fit([difference], bare), [
    'stages.0.differenceC recipe.fitNoMember',
    'stages.0.mode recipe.fitNoMember',
  ])
  assert.deepEqual(fit([preset], bare), ['stages.0.preset recipe.fitNoMember', 'stages.0.mode recipe.fitNoMember'])
  assert.deepEqual(fit([{ ...timed, pauseBefore: true }], bare), ['stages.0.pauseBefore recipe.fitNoMember'])
  assert.deepEqual(fit([timed, core, difference, preset, { ...timed, pauseBefore: true }], full), [])
  assert.deepEqual(fit([{ ...difference, differenceC: 80 }], full), ['stages.0.differenceC recipe.fitRange'])
})

test('a name longer than a panel shows is a note: by the length of RecipeName, else 16 full-width or 32 half-width', () => {
  const notes = (name: string, model: ThingModel = combiOven) =>
    keysOf(panelNotesOf(content({ languages: ['zh'], texts: { zh: texts(name) } }), model))
  assert.deepEqual(notes('烤'.repeat(16)), [])
  assert.deepEqual(notes('a'.repeat(32)), [])
  assert.deepEqual(notes('a'.repeat(33)), ['texts.zh.name recipe.notePanel'])
  const named: ThingModel = {
    ...combiOven,
    properties: [
      ...combiOven.properties,
      {
        identifier: 'RecipeName',
        name: { en: 'Recipe', zh: '菜谱' },
        required: false,
        accessMode: 'r',
        dataType: { type: 'text', length: 9 },
      },
    ],
  }
  assert.deepEqual([notes('烤烤烤', named), notes('烤烤烤烤', named)], [[], ['texts.zh.name recipe.notePanel']])
})

test('temperatures beyond the usual of a pattern are notes', () => {
  const notes = (stage: Stage) => keysOf(contentNotes(content({ languages: ['zh'], stages: [stage] })))
  assert.deepEqual(notes({ ...timed, pattern: 'STEAM', temperatureC: 130 }), [])
  assert.deepEqual(notes({ ...timed, pattern: 'STEAM', temperatureC: 131 }), ['stages.0.temperatureC recipe.noteUsual'])
  assert.deepEqual(notes({ ...timed, pattern: 'ROAST', temperatureC: 260 }), [])
})

test('a core temperature that an earlier stage has reached is a note', () => {
  const notes = (...stages: Stage[]) => keysOf(contentNotes(content({ languages: ['zh'], stages })))
  const to = (stage: Stage, coreTargetC: number) => ({ ...stage, coreTargetC, pattern: null })
  assert.deepEqual(notes(to(core, 60), { ...timed, pattern: null }, to(core, 61)), [])
  assert.deepEqual(notes(to(core, 60), to(core, 60)), ['stages.1.coreTargetC recipe.notePassed'])
  assert.deepEqual(notes(to(core, 60), to(core, 70), to(difference, 65)), ['stages.2.coreTargetC recipe.notePassed'])
})

// Texts and measures ----------------------------------------------------------------------------------------------------

test('coverage counts the texts that the base has: full, half, empty', () => {
  const base = texts('烤鸭', '说明', { 1: '刷糖水' })
  assert.deepEqual(coverageOf(base, texts('Roast duck', 'Text', { 1: 'Brush' })), { state: 'full', done: 3, total: 3 })
  assert.deepEqual(coverageOf(base, texts('Roast duck', '', { 2: 'of no base' })), { state: 'half', done: 1, total: 3 })
  assert.deepEqual(coverageOf(base, undefined), { state: 'empty', done: 0, total: 3 })
  // While the base has no text, no language is complete.
  assert.deepEqual(coverageOf(texts(''), texts('')), { state: 'empty', done: 0, total: 0 })
  assert.deepEqual(gapsOf(content()), ['en'])
})

test('a changed base text marks its translations outdated, until they are written anew or the base is as it was', () => {
  const [base, changed] = [texts('烤鸭', '说明'), texts('脆皮烤鸭', '说明')]
  const en = texts('Roast duck', 'Text')
  const bases = basesAfter(base, { before: undefined, after: en, bases: {} })
  assert.deepEqual(outdatedOf(base, en, bases), [])
  const kept = basesAfter(changed, { before: en, after: en, bases })
  assert.deepEqual(outdatedOf(changed, en, kept), ['name'])
  assert.deepEqual(outdatedOf(base, en, kept), [])
  const renewed = texts('Crisp duck', 'Text')
  assert.deepEqual(outdatedOf(changed, renewed, basesAfter(changed, { before: en, after: renewed, bases: kept })), [])
})

test('readers fall back to English, then to the base', () => {
  const recipe = content({
    languages: ['zh', 'en', 'de'],
    texts: { zh: texts('烤鸭', '说明'), en: texts('Roast duck') },
  })
  assert.deepEqual([readText(recipe, 'de', 'name'), readText(recipe, 'de', 'description')], ['Roast duck', '说明'])
})

test('measures are stored in g, ml or pieces and do not drift when the system is switched', () => {
  assert.deepEqual(amountOf({ unit: 'jin', measure: 1.5 }), { of: 'g', value: 750 })
  assert.deepEqual(amountOf({ unit: 'tsp', measure: 0.1 }), { of: 'ml', value: 0.5 })
  assert.equal(amountOf({ unit: 'toTaste', measure: null }), null)
  for (const unit of measuredUnits) {
    const typed = { unit, measure: 1.234 }
    inSystem(typed, 'british')
    assert.deepEqual(
      inSystem(typed, unit === 'oz' || unit === 'lb' || unit === 'floz' || unit === 'pt' ? 'british' : 'metric'),
      typed,
    )
  }
  assert.deepEqual(inSystem({ unit: 'kg', measure: 1 }, 'british'), { unit: 'lb', measure: 2.2 })
  assert.deepEqual(inSystem({ unit: 'g', measure: 100 }, 'british'), { unit: 'oz', measure: 3.53 })
  assert.deepEqual(inSystem({ unit: 'pt', measure: 1 }, 'metric'), { unit: 'ml', measure: 568 })
  assert.deepEqual(inSystem({ unit: 'liang', measure: 2 }, 'british'), { unit: 'liang', measure: 2 })
  assert.deepEqual(scaled({ unit: 'g', measure: 500 }, 4, 6), { unit: 'g', measure: 750 })
})

test('two contents are compared row by row, stages by their key', () => {
  const before = content({ stages: [timed, { ...core, key: 2 }] })
  const after = content({
    stages: [
      { ...core, key: 2 },
      { ...timed, fan: 90 },
    ],
    servings: null,
  })
  const changed = compareContents(before, after).filter(({ isChanged }) => isChanged)
  assert.deepEqual(
    changed.map(({ path, before: was, after: is }) => [path, was, is]),
    [
      ['stages', '1, 2', '2, 1'],
      ['stages.1.fan', '80', '90'],
      ['servings', '4', null],
    ],
  )
})

test('a content that was saved is read again as it was', () => {
  assert.deepEqual(RecipeContent.parse(JSON.parse(JSON.stringify(content()))), content())
})
