import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ovenAnswers } from '@brigade/contract/recipe/oven-document.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { z } from 'zod'
import { newAppliance } from '../appliance.ts'
import type { Call } from '../call/calls.ts'
import { recipeShelf, type RecipeShelf } from './recipe-shelf.ts'

const call = (identifier: string, params: Call['params']): Call => ({
  id: '1',
  kind: 'service',
  identifier,
  params,
  way: 'async',
  messageId: '',
})
const sent = (id: string) => ({ id, version: 1, own: false, document: '{}' })
const own = (id: string) => ({ id, version: 1, own: true, document: null })
const Listed = z.object({ Total: z.number(), Recipes: z.array(z.unknown()) })
const listed = async (shelf: RecipeShelf, page: number) =>
  Listed.parse((await shelf.obey(call(recipeFunctions.list, { Page: page })))?.data)

test('an oven has sixty places: one recipe more is refused, and a newer version of a stored one is not refused for lack of a place', async () => {
  const shelf = recipeShelf(
    'full',
    Array.from({ length: 60 }, (_, at) => sent(`RCP-${at}`)),
  )
  const save = (id: string) =>
    shelf.obey(
      call(recipeFunctions.save, {
        Id: id,
        Version: 2,
        Url: 'http://127.0.0.1:1/none',
        Size: 2,
        Sign: '',
        SignMethod: 'SHA256',
      }),
    )
  assert.equal((await save('RCP-more'))?.code, ovenAnswers.full)
  assert.equal((await save('RCP-7'))?.code, ovenAnswers.fetchFailed)
})

test('by seed some ovens are nearly full of recipes that were made at them, and the others have a few', () => {
  const counts = Array.from({ length: 200 }, (_, seed) => recipeShelf(String(seed), undefined).kept().length)
  assert.deepEqual([counts.filter((n) => n === 58).length > 5, counts.filter((n) => n <= 3).length > 150], [true, true])
  assert.deepEqual(recipeShelf('1', undefined).kept(), recipeShelf('1', undefined).kept())
})

test('its list is sent in pages of thirty, and recipes made at it are never removed for the server', async () => {
  const shelf = recipeShelf('list', [...Array.from({ length: 31 }, (_, at) => sent(`RCP-${at}`)), own('P-1')])
  const [first, second] = [await listed(shelf, 1), await listed(shelf, 2)]
  assert.deepEqual([first.Total, first.Recipes.length, second.Recipes.length], [32, 30, 2])
  const before = shelf.values()[recipeFunctions.heldDigest]
  await shelf.obey(call(recipeFunctions.remove, { Id: 'P-1' }))
  assert.deepEqual([shelf.kept().length, shelf.values()[recipeFunctions.heldDigest]], [32, before])
  await shelf.obey(call(recipeFunctions.remove, { Id: 'RCP-3' }))
  assert.equal(shelf.kept().length, 31)
  assert.notEqual(shelf.values()[recipeFunctions.heldDigest], before)
})

test('its recipes are part of its life: it has them after a restart, and none after a factory reset', () => {
  const born = { seed: 'life', firmware: '01.00.00', freezer: false }
  const saved = { shelf: [sent('RCP-1'), own('P-1')] }
  const oven = newAppliance('oven', { ...born, saved })
  const again = newAppliance('oven', { ...born, saved: JSON.parse(JSON.stringify(oven.life())) })
  assert.deepEqual(again.shelf?.kept(), saved.shelf)
  assert.equal(again.obey(call('FactoryReset', {})).code, 200)
  assert.deepEqual(again.shelf?.kept(), [])
})
