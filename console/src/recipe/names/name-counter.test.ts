import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameCounter } from './name-counter.ts'

test('a name counts in full-width characters where it has one, else in half-width ones', () => {
  assert.equal(nameCounter(''), '0 / 48')
  assert.equal(nameCounter('Crisp roast duck'), '16 / 48')
  assert.equal(nameCounter('脆皮烤鸭'), '4 / 16')
  assert.equal(nameCounter('烤鸭 2'), '3 / 16')
  assert.equal(nameCounter('脆'.repeat(17)), '17 / 16')
})
