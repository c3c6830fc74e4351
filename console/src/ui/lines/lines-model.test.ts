import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookOf, nearestLine, placeAt, stretchesOf } from './lines-model.ts'

const look = { name: '', note: '', ...lookOf(0), low: [], high: [], whole: null }

test('a line is broken where it has no value, and one value alone is a part of its own', () => {
  assert.deepEqual(stretchesOf([1, 2, null, null, 3, null]), [
    [
      [0, 1],
      [1, 2],
    ],
    [[4, 3]],
  ])
  assert.deepEqual(stretchesOf([null]), [])
})

test('the line that is nearest to a place is found among those that have a value there', () => {
  const lines = [
    { ...look, key: 'cold', values: [3, null] },
    { ...look, key: 'warm', values: [9, 40] },
  ]
  assert.equal(nearestLine({ lines }, 0, 4), 'cold')
  assert.equal(nearestLine({ lines }, 1, 4), 'warm')
  assert.equal(nearestLine({ lines }, 2, 4), undefined)
})

test('an instant belongs to the time that began last, and to none before the first', () => {
  const times = [100, 200, 350]
  assert.deepEqual(
    [99, 100, 349, 9000].map((at) => placeAt({ times }, at)),
    [-1, 0, 1, 2],
  )
})

test('eighteen lines look different from one another', () => {
  const looks = Array.from({ length: 18 }, (_, index) => JSON.stringify(lookOf(index)))
  assert.equal(new Set(looks).size, 18)
})
