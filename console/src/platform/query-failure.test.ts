import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isToBeSaid } from './query-failure.ts'

const [away, busy, gone, broken] = [
  { isTransport: true, status: 0 },
  { isTransport: false, status: 503 },
  { isTransport: false, status: 404 },
  { isTransport: false, status: 500 },
]
const asked = { isQuiet: false, looksAgain: false, hasData: true, wasSaid: false }
const all = [away, busy, gone, broken]
const said = (how: Partial<typeof asked>) => all.map((error) => isToBeSaid(error, { ...asked, ...how }))

test('a read that fails is said; a quiet one only where what was read before would seem new, and is not gone', () => {
  assert.deepEqual(said({}), [true, true, true, true])
  assert.deepEqual(said({ isQuiet: true }), [true, true, false, true])
  assert.deepEqual(said({ isQuiet: true, hasData: false }), [false, false, false, false])
})

test('what looks again by itself says a failure once, and quietly none that passes', () => {
  assert.deepEqual(said({ looksAgain: true }), [true, true, true, true])
  assert.deepEqual(said({ looksAgain: true, wasSaid: true }), [false, false, false, false])
  assert.deepEqual(said({ looksAgain: true, isQuiet: true }), [false, false, false, true])
  assert.deepEqual(said({ looksAgain: true, isQuiet: true, wasSaid: true }), [false, false, false, false])
})
