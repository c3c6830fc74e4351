import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moved, narrowed, optionsIn, withLetters } from './select-options.ts'

const option = (label: string, disabled = false) => ({ value: label, label, disabled })
const kinds = [
  option('Oven', true),
  option('Blast chiller'),
  option('Cooler'),
  option('Cabinet'),
  option('Other', true),
]

test('arrows go round the ends of a list and past what cannot be chosen', () => {
  const from = (at: number, key: string) => moved(kinds, at, key)
  assert.deepEqual([from(-1, 'ArrowDown'), from(3, 'ArrowDown'), from(1, 'ArrowUp'), from(-1, 'ArrowUp')], [1, 1, 3, 3])
  assert.deepEqual([from(2, 'Home'), from(2, 'End'), from(2, 'PageUp')], [1, 3, undefined])
})

test('where nothing can be chosen, a key leads nowhere', () => {
  assert.deepEqual([moved([], -1, 'ArrowDown'), moved([option('Oven', true)], -1, 'Home')], [-1, -1])
})

test('letters go to the next option that begins with them, the same letter again to the one after it', () => {
  assert.deepEqual(
    [
      withLetters(kinds, -1, 'c'),
      withLetters(kinds, 2, 'cc'),
      withLetters(kinds, 3, 'ccc'),
      withLetters(kinds, 2, 'cab'),
    ],
    [2, 3, 2, 3],
  )
  assert.deepEqual([withLetters(kinds, 1, 'o'), withLetters(kinds, 1, 'x'), withLetters([], -1, 'o')], [1, 1, -1])
})

test('what is typed narrows the options wherever it stands in them, and a group without any goes', () => {
  const groups = [
    { group: 'Warm', items: [option('Oven')] },
    { group: 'Cold', items: [option('Blast chiller'), option('Cooler')] },
  ]
  assert.deepEqual(
    narrowed(groups, ' COOL ').map((each) => ('group' in each ? each.group : '')),
    ['Cold'],
  )
  assert.deepEqual(
    optionsIn(narrowed(groups, 'oo')).map(({ label }) => label),
    ['Cooler'],
  )
  assert.equal(optionsIn(narrowed(groups, '')).length, 3)
})
