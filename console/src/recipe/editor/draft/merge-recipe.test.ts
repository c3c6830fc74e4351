import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeRecipe } from './merge-recipe.ts'
import { newRecipe, withMovedStage, withNewStage, withStage, withText, type TypedRecipe } from './typed-recipe.ts'

const base = withNewStage(newRecipe('en'), 'STEAM')
const hotter = (typed: TypedRecipe, index: number, temperatureC: number): TypedRecipe => {
  const stage = typed.stages[index]
  assert(stage !== undefined)
  return withStage(typed, index, { ...stage, temperatureC })
}

test('what two people changed in different places is all there', () => {
  const mine = withText(withMovedStage(base, 1, 0), 'en', 'name', 'Duck')
  const { merged, clashes } = mergeRecipe(base, mine, hotter(base, 1, 99))
  assert.deepEqual(clashes, [])
  assert.deepEqual(
    merged.stages.map(({ key, temperatureC, mode }) => [key, temperatureC, mode]),
    [
      [2, 99, 'timed'],
      [1, 180, 'timed'],
    ],
  )
  assert.equal(merged.texts.en?.name, 'Duck')
})

test('what both changed is to be decided, and mine stands until then', () => {
  const { merged, clashes } = mergeRecipe(base, hotter(base, 0, 200), hotter(base, 0, 210))
  assert.equal(merged.stages[0]?.temperatureC, 200)
  assert.deepEqual(
    clashes.map(({ path, mine, theirs }) => [path, mine, theirs]),
    [['stages.0.temperatureC', 200, 210]],
  )
})
