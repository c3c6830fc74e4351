import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasField, valueAt, withValueAt } from './field-path.ts'

const values = { name: { en: 'Deck', zh: '层炉' }, 'code.of': 'D-1', tags: ['a'], kind: null }

test('a path names a field, a part of a field, or a field with a dot in its own name', () => {
  assert.equal(valueAt(values, 'kind'), null)
  assert.equal(valueAt(values, 'name.zh'), '层炉')
  assert.equal(valueAt(values, 'code.of'), 'D-1')
  assert.equal(valueAt(values, 'kind.en'), undefined)
})

test('a value is replaced at its path and nothing else changes', () => {
  assert.deepEqual(withValueAt(values, 'name.en', 'Tall'), { ...values, name: { en: 'Tall', zh: '层炉' } })
  assert.deepEqual(withValueAt(values, 'code.of', 'D-2'), { ...values, 'code.of': 'D-2' })
  assert.deepEqual(withValueAt(values, 'tags', []), { ...values, tags: [] })
})

test('a part that is undefined is left out, as the contract knows no such part', () => {
  assert.deepEqual(withValueAt(values, 'name.en', undefined).name, { zh: '层炉' })
})

test('a refusal is shown at a field if the form has it, whatever part of it is named', () => {
  assert.deepEqual(
    ['name', 'name.de', 'code.of', 'price.en'].map((path) => hasField(values, path)),
    [true, true, true, false],
  )
})
