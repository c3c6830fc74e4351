import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsProduct } from '@brigade/contract/recipe/fit.rules.ts'
import { RecipeDraft } from '@brigade/contract/recipe/draft.model.ts'
import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { contentNotes, gapsOf, panelNotes, pauseProblems } from '@brigade/contract/recipe/recipe.rules.ts'
import { sentStage } from '@brigade/contract/recipe/oven-document.model.ts'
import { stageEndings } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { obeyWithin } from '@brigade/simulator/device/given-model.ts'
import { obeyOvenCall } from '@brigade/simulator/device/oven/oven-commands.ts'
import { beginCooking } from '@brigade/simulator/device/oven/oven-program.ts'
import { newOven, type Oven } from '@brigade/simulator/device/oven/oven-state.ts'
import { pressOvenKey, stepOven } from '@brigade/simulator/device/oven/oven.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { contentOf, type DemoRecipe } from './dishes/demo-recipe.ts'
import { demoRecipes } from './demo-recipes.ts'
import { demoIngredients } from './dishes/filing.ts'

const ids = new Map(Object.keys(demoIngredients).map((key, index) => [key, String(index + 1)]))
const written = (recipe: DemoRecipe): RecipeContent =>
  contentOf(recipe, { productIds: ['1'], pictureFileId: null, idOf: (one) => ids.get(one) ?? '' })
const nameOf = (recipe: DemoRecipe): string => recipe.texts.en[0]

test('there are thirty, eight of them in six languages and the others in Chinese and English, without gaps', () => {
  assert.equal(demoRecipes.length, 30)
  const contents = demoRecipes.map(written)
  assert.deepEqual(
    [6, 2].map((count) => contents.filter(({ languages }) => languages.length === count).length),
    [8, 22],
  )
  for (const content of contents) assert.deepEqual(gapsOf(content), [])
  const states = new Set(demoRecipes.map(({ state }) => state))
  assert.deepEqual(states, new Set([undefined, 'changed', 'unpublished']))
  const used = new Set<string>(demoRecipes.flatMap(({ ingredients }) => ingredients.map(([key]) => key)))
  assert.deepEqual(
    Object.keys(demoIngredients).filter((key) => !used.has(key)),
    [],
  )
})

for (const recipe of demoRecipes)
  test(`${nameOf(recipe)} is what an editor could save and publish for our ovens, without a note`, () => {
    const content = written(recipe)
    const parsed = RecipeDraft.safeParse({ ...content, categoryId: '1', publish: false, note: '' })
    assert.deepEqual(parsed.error?.issues ?? [], [])
    const notes = [...contentNotes(content), ...panelNotes(content, undefined)]
    assert.deepEqual([...pauseProblems(content), ...fitsProduct(content, combiOven), ...notes], [])
    const { minutes, coreC } = recipe
    for (const { description } of Object.values(content.texts)) {
      assert.match(description, new RegExp(String.raw`\b${minutes} (?:min|分钟)`))
      if (coreC !== undefined) assert.ok(description.includes(`${coreC} °C`), description)
    }
  })

test('where the probe ends a stage the piece is a middling one, for which the editor estimates the time', () => {
  for (const recipe of demoRecipes)
    if (recipe.stages.some(({ coreTargetC }) => coreTargetC !== null)) assert.equal(recipe.thickness, 1, nameOf(recipe))
})

// Cooked ---------------------------------------------------------------------------------------------------------------

const alone = { ambientC: 24, hour: 12, people: false }

type Ended = Readonly<{ minutes: number; coreC: number }>

/** Preheated, loaded with the probe in, and cooked to the end; somebody presses the key at each pause. */
function cooked({ stages }: RecipeContent, { thickness }: DemoRecipe): { oven: Oven; ends: Ended[] } {
  let oven = newOven(1)
  const params = { ProgramId: 1, ProgramName: 'Demo', Stages: stages.map((stage) => sentStage(stage)) }
  const call = { id: '1', kind: 'service', identifier: 'StartProgram', params, way: 'async', messageId: '' } as const
  assert.equal(obeyWithin(combiOven, call, (allowed) => obeyOvenCall(oven, allowed)).code, 200)
  oven = stepOven(oven, alone, 15 * minuteMs).oven
  beginCooking(oven, thickness)
  oven.probePlugged = true
  const ends: Ended[] = []
  for (let seconds = 0; oven.workState === 'cooking' && seconds < 6 * 3600; seconds += 1) {
    const before = { stage: oven.stage, minutes: oven.stageElapsedMs / minuteMs }
    oven = stepOven(oven, alone, 1000).oven
    if (oven.stage !== before.stage || oven.workState !== 'cooking')
      ends.push({ minutes: before.minutes, coreC: oven.coreC })
    if (oven.pause !== null) pressOvenKey(oven)
  }
  return { oven, ends }
}

const isWithinATenth = (is: number, expected: number): boolean => Math.abs(is - expected) <= expected / 10

for (const recipe of demoRecipes)
  test(`the simulated oven cooks ${nameOf(recipe)}: each stage ends by its own rule, time and core as its text says`, () => {
    const { minutes, coreC } = recipe
    const content = written(recipe)
    const { oven, ends } = cooked(content, recipe)
    assert.equal(oven.workState, 'completed')
    // The values are those that the oven reported.
    assert.deepEqual(
      oven.stageEnds.map(({ By }) => stageEndings.find(({ value }) => value === By)?.key),
      content.stages.map(({ mode }) => mode),
    )
    assert.equal(ends.length, content.stages.length)
    for (const [index, stage] of content.stages.entries()) {
      const end = ends[index] ?? assert.fail()
      if (stage.minutes !== null) assert.ok(Math.abs(end.minutes - stage.minutes) < 0.1, `${index}: ${end.minutes} min`)
      if (stage.coreTargetC !== null)
        assert.ok(Math.abs(end.coreC - stage.coreTargetC) < 0.5, `${index}: core ${end.coreC}`)
    }
    const taken = oven.programElapsedMs / minuteMs
    assert.ok(isWithinATenth(taken, minutes), `${taken} min, ${minutes} expected`)
    if (coreC !== undefined) assert.ok(isWithinATenth(oven.coreC, coreC), `core ${oven.coreC}, ${coreC} expected`)
  })
