import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atTop, moveIn, moveOut, moveWithin, spotOf, valuesTo } from './cascade-moves.ts'

const node = (value: string, hasChildren: boolean) => ({ value, hasChildren })

test('a popup opens at the chosen entry, with its children', () => {
  assert.deepEqual(spotOf([], 3), atTop)
  assert.deepEqual(spotOf([node('a', true)], 3), { opened: ['a'], level: 0, cursor: 'a' })
  assert.deepEqual(spotOf([node('a', true), node('b', true), node('c', true)], 3), {
    opened: ['a', 'b'],
    level: 2,
    cursor: 'c',
  })
  assert.deepEqual(spotOf([node('a', true), node('b', false)], 3), { opened: ['a'], level: 1, cursor: 'b' })
})

test('up and down go round within a column and close those to its right', () => {
  const values = ['a', 'b', 'c']
  assert.equal(moveWithin(atTop, values, 'next').cursor, 'a')
  assert.equal(moveWithin(atTop, values, 'previous').cursor, 'c')
  const inB = { opened: ['b', 'x'], level: 0, cursor: 'b' }
  assert.deepEqual(moveWithin(inB, values, 'next'), { opened: [], level: 0, cursor: 'c' })
  assert.equal(moveWithin(inB, values, 'previous').cursor, 'a')
  assert.equal(moveWithin({ ...inB, cursor: 'c' }, values, 'next').cursor, 'a')
  assert.equal(moveWithin(inB, values, 'last').cursor, 'c')
  assert.equal(moveWithin(inB, values, 'first').cursor, 'a')
  assert.deepEqual(moveWithin(inB, [], 'next'), inB)
})

test('the right key moves to the column below, and the left key returns to the entry that was left', () => {
  const below = moveIn({ opened: [], level: 0, cursor: 'b' })
  assert.deepEqual(below, { opened: ['b'], level: 1, cursor: undefined })
  assert.deepEqual(moveOut({ ...below, cursor: 'x' }), { opened: ['b'], level: 0, cursor: 'b' })
  assert.deepEqual(moveIn(atTop), atTop)
  assert.deepEqual(moveOut(atTop), atTop)
})

test('the values down to one in a column are those opened before it', () => {
  assert.deepEqual(valuesTo({ opened: ['a', 'b'], level: 0, cursor: 'a' }, 1, 'z'), ['a', 'z'])
  assert.deepEqual(valuesTo(atTop, 0, 'z'), ['z'])
})
