import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeEdits } from './merge-edits.ts'

const base = { name: 'Fjord', principal: 'Ada', contact: '1' }

test('takes the changes that only the other made, and keeps those that only I made', () => {
  const { merged, taken, clashes } = mergeEdits(base, { ...base, name: 'Fjord 2' }, { ...base, contact: '2' })
  assert.deepEqual(merged, { name: 'Fjord 2', principal: 'Ada', contact: '2' })
  assert.deepEqual(taken, ['contact'])
  assert.deepEqual(clashes, [])
})

test('keeps mine where both changed a field, and names it', () => {
  const { merged, clashes } = mergeEdits(base, { ...base, principal: 'Bo' }, { ...base, principal: 'Cy' })
  assert.equal(merged.principal, 'Bo')
  assert.deepEqual(clashes, ['principal'])
})

test('sees no clash where both changed a field to the same', () => {
  const { merged, taken, clashes } = mergeEdits(base, { ...base, contact: '3' }, { ...base, contact: '3' })
  assert.equal(merged.contact, '3')
  assert.deepEqual([taken, clashes], [[], []])
})

test('lists with the same content are no change', () => {
  const listed = { ...base, models: ['1', '2'] }
  const { merged, taken, clashes } = mergeEdits(
    listed,
    { ...listed, models: ['1', '2'], name: 'Fjord 2' },
    { ...listed, models: ['1', '3'] },
  )
  assert.deepEqual(merged, { ...base, name: 'Fjord 2', models: ['1', '3'] })
  assert.deepEqual([taken, clashes], [['models'], []])
})
