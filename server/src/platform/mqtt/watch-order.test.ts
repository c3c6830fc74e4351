import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../log.ts'
import { watchOrder } from './watch-order.ts'

/** The messages of these publishers arrive, each with the number of its place in all. */
function arriving(publishers: readonly string[]) {
  const counted = { disorders: 0 }
  const watch = watchOrder({ log: createLog({ level: 'silent' }), onDisorder: () => (counted.disorders += 1) })
  const entries = publishers.map((publisher) => ({ turn: watch.arrived(publisher) }))
  const begins = (...numbers: number[]) => watch.begins(numbers.flatMap((n) => entries[n] ?? []))
  const acknowledge = (...numbers: number[]) => {
    for (const { turn } of numbers.flatMap((n) => entries[n] ?? [])) watch.acknowledged(turn)
  }
  return { counted, begins, acknowledge }
}

test('messages of several publishers in one batch after another are in order', () => {
  const { counted, begins, acknowledge } = arriving(['a', 'b', 'a', 'b', 'a'])
  begins(0, 2)
  begins(1)
  acknowledge(1)
  begins(3)
  acknowledge(0, 2, 3)
  begins(4)
  acknowledge(4)
  assert.equal(counted.disorders, 0)
})

test('two batches of one publisher at once are a disorder, even if they end in order', () => {
  const { counted, begins, acknowledge } = arriving(['a', 'a'])
  begins(0)
  begins(1)
  acknowledge(0, 1)
  assert.equal(counted.disorders, 1)
})

test('a message that is written while an earlier one waits is a disorder', () => {
  const { counted, begins, acknowledge } = arriving(['a', 'a'])
  begins(1)
  acknowledge(1)
  begins(0)
  acknowledge(0)
  assert.equal(counted.disorders, 1)
})

test('acknowledgements out of order are a disorder, even of one batch', () => {
  const { counted, begins, acknowledge } = arriving(['a', 'a', 'a'])
  begins(0, 1, 2)
  acknowledge(0, 2, 1)
  assert.equal(counted.disorders, 1)
})
