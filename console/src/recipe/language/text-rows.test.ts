import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapsIn, nextGap, textRows, withTextAt } from './text-rows.ts'

const stages = [
  { key: 4, pauseBefore: true },
  { key: 2, pauseBefore: false },
]
const base = { name: 'Duck', description: '', stages: { '4': 'Brush', '2': 'Rest' } }

test('the next gap is the next text that the base has and the language has not, going round', () => {
  const rows = textRows({ stages }, base, { name: 'Ente', description: '', stages: {} })
  assert.deepEqual(
    rows.map(({ key, stage }) => [key, stage]),
    [
      ['name', null],
      ['description', null],
      ['stages.4', 1],
      ['stages.2', 2],
    ],
  )
  assert.equal(gapsIn(rows), 2)
  assert.deepEqual(
    [nextGap(rows, null), nextGap(rows, 'stages.4'), nextGap(rows, 'stages.2')],
    ['stages.4', 'stages.2', 'stages.4'],
  )
})

test('no gap is left once every text of the base is there', () => {
  const texts = withTextAt(
    withTextAt({ name: 'Ente', description: '', stages: {} }, 'stages.4', 'Pinseln'),
    'stages.2',
    'Ruhen',
  )
  assert.equal(nextGap(textRows({ stages }, base, texts), 'name'), null)
})
