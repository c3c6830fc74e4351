import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithin, onceIn, rates, windowCounts } from './budgets.ts'
import { recentMap } from './recent-map.ts'

test('of more keys than a bounded map keeps, the one that was idle longest goes first', () => {
  const map = recentMap<string, number>(3)
  for (const [at, key] of ['a', 'b', 'c'].entries()) map.set(key, at)
  assert.equal(map.get('a'), 0)
  map.set('b', 7)
  map.set('d', 3)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => map.get(key)),
    [0, 7, undefined, 3],
  )
  assert.equal(map.size(), 3)
})

test('beside more devices than are kept, one that loops is held and all others pass', () => {
  const most = 1000
  const budgets = rates({ atOnce: 6000, perSecond: 200, most })
  let [looped, refused] = [0, 0]
  for (let second = 0; second < 10; second += 1)
    for (let device = 0; device < most * 1.2; device += 1) {
      const nowMs = second * 1000 + (device * 1000) / (most * 1.2)
      if (!budgets.take(String(device), nowMs)) refused += 1
      // Five thousand messages a second between those of the others.
      for (let n = 0; n < 5000 / (most * 1.2); n += 1) if (budgets.take('loop', nowMs)) looped += 1
    }
  assert.equal(refused, 0)
  assert(looped >= 6000 && looped <= 6000 + 10 * 200, `${looped} of the loop passed`)
})

test('a clock that is set back refuses nobody for longer than before, and gives nobody more', () => {
  const budgets = rates({ atOnce: 10, perSecond: 1, most: 10 })
  const counts = windowCounts({ windowMs: minuteMs, most: 10 })
  const isDue = onceIn({ spanMs: minuteMs, most: 10 })
  const late = 10 * hourMs
  for (let n = 0; n < 10; n += 1) assert(budgets.take('device', late))
  assert.equal(counts.add('address', late), 1)
  assert(isDue('line', late))

  const back = late - 2 * hourMs
  assert.equal(budgets.take('device', back), false)
  assert(budgets.take('device', back + 1000))
  assert.equal(budgets.take('device', back + 1000), false)
  assert.equal(counts.countOf('address', back), 1)
  assert.equal(counts.endsInMs('address', back), 60_000)
  assert.equal(counts.countOf('address', back + 60_000), 0)
  assert.equal(isDue('line', back), false)
  assert(isDue('line', back + 60_000))
})

test('what was noted at a time ahead of now is not taken for fresh', () => {
  assert(isWithin(1000, 1000, 10))
  assert(isWithin(1000, 1009, 10))
  assert(!isWithin(1000, 1010, 10))
  assert(!isWithin(1000, 999, 10))
})

test('counts of a window begin anew after it, can be taken back, and leave nothing behind at zero', () => {
  const counts = windowCounts({ windowMs: 1000, most: 10 })
  assert.deepEqual([counts.add('a', 0), counts.add('a', 400), counts.countOf('a', 999)], [1, 2, 2])
  assert.equal(counts.endsInMs('a', 400), 600)
  counts.takeBack('a', 500)
  assert.equal(counts.countOf('a', 500), 1)
  assert.equal(counts.countOf('a', 1000), 0)
  counts.takeBack('a', 1000)
  assert.equal(counts.add('a', 1000), 1)
})
