import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareRuns } from './share-runs.ts'

/** Runs that end when a test resolves them. */
function controlled() {
  const ends: PromiseWithResolvers<number>[] = []
  const share = shareRuns<number>()
  const ask = (key = 'a') =>
    share(key, () => {
      const end = Promise.withResolvers<number>()
      ends.push(end)
      return end.promise
    })
  return { ask, ends }
}

test('a caller during a run shares the run after it, and there is one at a time', async () => {
  const { ask, ends } = controlled()
  const first = ask()
  const others = [ask(), ask(), ask()]
  assert.equal(ends.length, 1)
  ends[0]?.resolve(1)
  assert.equal(await first, 1)
  ends[1]?.resolve(2)
  assert.deepEqual(await Promise.all(others), [2, 2, 2])
  assert.equal(ends.length, 2)
  const later = ask()
  ends[2]?.resolve(3)
  assert.equal(await later, 3)
})

test('a failed run fails for its callers, and the next one runs', async () => {
  const { ask, ends } = controlled()
  const first = ask()
  const second = ask()
  ends[0]?.reject(new Error('gone'))
  await assert.rejects(first, /gone/)
  ends[1]?.resolve(2)
  assert.equal(await second, 2)
})

test('different things run beside each other', () => {
  const { ask, ends } = controlled()
  void ask('a')
  void ask('b')
  assert.equal(ends.length, 2)
})
