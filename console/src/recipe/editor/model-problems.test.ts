import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecipeProblem } from '@brigade/contract/recipe/recipe.model.ts'
import { modelProblems, type Placed } from './model-problems.ts'

const oven = (id: string) => ({ id, name: { en: `Oven ${id}`, zh: `烤箱 ${id}` } })
const refusal = (id: string, path: string, nearest: number | null = null): RecipeProblem => ({
  path,
  message: `${path} of ${id}`,
  product: oven(id),
  nearest,
})

test('each model that refuses a field outside the stages is named at it, and with all its reasons at the models', () => {
  const found = [
    refusal('1', 'preheat.temperatureC'),
    refusal('2', 'preheat.temperatureC'),
    refusal('2', 'stages'),
    refusal('3', 'productIds'),
  ]
  const { placed, unfit } = modelProblems(found, [])
  const at = (path: string) => placed.filter((each) => each.path === path).map(({ productId }) => productId)
  assert.deepEqual([at('preheat.temperatureC'), at('stages'), at('productIds')], [['1', '2'], ['2'], ['3']])
  assert.deepEqual(
    [...unfit],
    [
      ['1', ['preheat.temperatureC of 1']],
      ['2', ['preheat.temperatureC of 2', 'stages of 2']],
      ['3', ['productIds of 3']],
    ],
  )
})

test('a figure that a model refuses has the nearest one that it takes', () => {
  const { placed } = modelProblems([refusal('1', 'stages.0.fan', 80), refusal('2', 'stages.0.mode')], [])
  assert.deepEqual(
    placed.map(({ mend }) => mend),
    [80, undefined],
  )
})

test('what the form found by itself is not named twice, and what a model refuses there still is', () => {
  const own: Placed[] = [{ path: 'preheat.temperatureC', message: 'Enter the preheat temperature' }]
  const general = { path: 'preheat.temperatureC', message: 'the same', product: null, nearest: null }
  const { placed } = modelProblems([general, refusal('1', 'preheat.temperatureC')], own)
  assert.deepEqual(
    placed.map(({ message }) => message),
    ['preheat.temperatureC of 1'],
  )
})
