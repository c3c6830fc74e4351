import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tallyProcessorTime, type ProcessSample } from './processor-time.ts'

const sample = (pid: number, parent: number, own: number, waited = 0): ProcessSample => ({
  pid,
  startedAt: String(pid),
  parent,
  own,
  waited,
})
const init = sample(1, 0, 500)
const root = 10

function tally() {
  const { add, seconds } = tallyProcessorTime((pid) => pid === root)
  return (...samples: readonly ProcessSample[]) => {
    add([init, ...samples])
    return seconds()
  }
}

test('a process counts with everything below it, and with nothing beside it', () => {
  assert.equal(tally()(sample(10, 1, 1), sample(11, 10, 2), sample(12, 11, 4), sample(13, 1, 8)), 7)
})

test('a child that its parent waited for counts once', () => {
  const at = tally()
  at(sample(10, 1, 1), sample(11, 10, 2))
  assert.equal(at(sample(10, 1, 1, 3)), 4, 'it worked for another second after its last sample')
})

test('a child that began and ended between two samples counts when its parent has waited for it', () => {
  const at = tally()
  assert.equal(at(sample(10, 1, 1)), 1)
  assert.equal(at(sample(10, 1, 1, 5)), 6)
})

test('children of a parent that was killed before them count up to their last sample', () => {
  const at = tally()
  at(sample(10, 1, 1), sample(11, 10, 2), sample(12, 11, 30))
  assert.equal(at(sample(10, 1, 1, 2)), 33)
})

test('a process whose parent ended still counts, and so does what it starts later', () => {
  const at = tally()
  at(sample(10, 1, 1), sample(11, 10, 2), sample(12, 11, 30))
  assert.equal(at(sample(10, 1, 1, 2), sample(12, 1, 40), sample(14, 12, 5)), 48)
})

test('a number that another process has now is another process', () => {
  const at = tally()
  at(sample(10, 1, 1), sample(11, 10, 20))
  assert.equal(at(sample(10, 1, 1, 20), { ...sample(11, 10, 3), startedAt: 'later' }), 24)
})
