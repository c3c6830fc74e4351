import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isToBeShown } from './query-failure.ts'

const [away, busy, gone, broken] = [
  { isTransport: true, status: 0 },
  { isTransport: false, status: 503 },
  { isTransport: false, status: 404 },
  { isTransport: false, status: 500 },
]
const context = { isQuiet: false, looksAgain: false, hasData: true, wasShown: false }
const all = [away, busy, gone, broken]
const shown = (how: Partial<typeof context>) => all.map((error) => isToBeShown(error, { ...context, ...how }))

test('a failed read is reported; a quiet one only if the data read before would seem current and is still shown', () => {
  assert.deepEqual(shown({}), [true, true, true, true])
  assert.deepEqual(shown({ isQuiet: true }), [true, true, false, true])
  assert.deepEqual(shown({ isQuiet: true, hasData: false }), [false, false, false, false])
})

test('an automatic reload reports a failure once, and a quiet one reports no temporary failure', () => {
  assert.deepEqual(shown({ looksAgain: true }), [true, true, true, true])
  assert.deepEqual(shown({ looksAgain: true, wasShown: true }), [false, false, false, false])
  assert.deepEqual(shown({ looksAgain: true, isQuiet: true }), [false, false, false, true])
  assert.deepEqual(shown({ looksAgain: true, isQuiet: true, wasShown: true }), [false, false, false, false])
})
