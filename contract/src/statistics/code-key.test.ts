import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOfKey, undescribedName } from './code-key.rules.ts'

test('a code that nobody has described is named by its code, also one with the separator in it, else by its event', () => {
  assert.deepEqual(['Fault|E05', 'Fault|E|5', 'HighTemp|', 'HighTemp'].map(undescribedName), [
    'E05',
    'E|5',
    'HighTemp',
    'HighTemp',
  ])
  assert.deepEqual(codeOfKey('Fault|E|5'), { identifier: 'Fault', code: 'E|5' })
})
