import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, moodOf, percentText } from './change.ts'

test('a change is written with one decimal and its sign', () => {
  assert.deepEqual(changeOf(1284, 1187), { kind: 'by', percent: ((1284 - 1187) / 1187) * 100 })
  assert.equal(percentText(8.17), '+8.2%')
  assert.equal(percentText(-0.5), '−0.5%')
  assert.equal(percentText(1234.56), '+1,234.6%')
})

test('a change that rounds to zero has no sign', () => {
  assert.equal(percentText(0), '0.0%')
  assert.equal(percentText(-0.04), '0.0%')
  assert.equal(moodOf({ kind: 'by', percent: -0.04 }, 'more'), 'even')
})

test('a change from zero is new; if one of the figures was not taken, no change is written', () => {
  assert.deepEqual(changeOf(3, 0), { kind: 'new' })
  assert.deepEqual(changeOf(0, 0), { kind: 'by', percent: 0 })
  assert.deepEqual(changeOf(null, 3), { kind: 'none' })
  assert.deepEqual(changeOf(3, null), { kind: 'none' })
})

test('more faults are worse, more devices better, and some figures are neither', () => {
  assert.equal(moodOf({ kind: 'by', percent: 5 }, 'less'), 'bad')
  assert.equal(moodOf({ kind: 'by', percent: 5 }, 'more'), 'good')
  assert.equal(moodOf({ kind: 'new' }, 'less'), 'bad')
  assert.equal(moodOf({ kind: 'by', percent: -5 }, null), 'even')
})
