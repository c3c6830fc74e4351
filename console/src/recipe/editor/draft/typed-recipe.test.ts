import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  newRecipe,
  textsIn,
  withCopiedStage,
  withLanguage,
  withMovedStage,
  withNewStage,
  withText,
  withoutLanguage,
  withoutStage,
} from './typed-recipe.ts'

const two = withText(withNewStage(newRecipe('en'), 'STEAM'), 'en', '2', 'Skin side up')

test('the words of a stage follow it when stages change places', () => {
  const moved = withMovedStage(two, 1, 0)
  assert.deepEqual(
    moved.stages.map(({ key, pattern }) => [key, pattern]),
    [
      [2, 'STEAM'],
      [1, 'ROAST'],
    ],
  )
  assert.equal(textsIn(moved, 'en').stages['2'], 'Skin side up')
})

test('a stage that is taken away takes its words in every language with it', () => {
  const both = withText(withLanguage(two, 'zh'), 'zh', '2', '皮朝上')
  const without = withoutStage(both, 1)
  assert.deepEqual([textsIn(without, 'en').stages, textsIn(without, 'zh').stages], [{}, {}])
})

test('a copied stage stands behind its original, with a key and words of its own', () => {
  const copied = withCopiedStage(two, 1)
  assert.deepEqual(
    copied.stages.map(({ key }) => key),
    [1, 2, 3],
  )
  assert.equal(textsIn(copied, 'en').stages['3'], 'Skin side up')
})

test('at most 14 stages', () => {
  let typed = newRecipe('en')
  for (let n = 0; n < 20; n += 1) typed = withNewStage(typed, 'FRY')
  assert.equal(typed.stages.length, 14)
})

test('the base language stays, another goes with its texts', () => {
  const both = withText(withLanguage(two, 'de'), 'de', 'name', 'Ente')
  assert.deepEqual(withoutLanguage(both, 'en').languages, ['en', 'de'])
  const one = withoutLanguage(both, 'de')
  assert.deepEqual([one.languages, Object.keys(one.texts)], [['en'], ['en']])
})
