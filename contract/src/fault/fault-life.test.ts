import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterAct, afterEnd, isStale, latestShelving, raiseStep, type Life } from './fault-life.rules.ts'
import { severities } from './record.model.ts'
import { dayMs } from '../time.ts'

const life = (others: Partial<Life> = {}): Life => ({
  condition: 'active',
  handling: 'new',
  severity: 'major',
  ...others,
})

test('a fault is acknowledged once, and what is closed takes no act but reopening', () => {
  const acknowledged = afterAct(life(), 'acknowledge')
  assert.deepEqual(acknowledged, life({ handling: 'acknowledged' }))
  assert.equal(afterAct(life({ handling: 'in-hand' }), 'acknowledge'), undefined)
  const closed = life({ condition: 'eliminated', handling: 'closed' })
  for (const act of ['acknowledge', 'assign', 'eliminate', 'close'] as const)
    assert.equal(afterAct(closed, act), undefined)
  assert.deepEqual(afterAct(closed, 'reopen'), life())
})

test('only what is eliminated is closed', () => {
  assert.equal(afterAct(life({ handling: 'in-hand' }), 'close'), undefined)
  const closed = afterAct(life({ condition: 'eliminated', handling: 'in-hand' }), 'close')
  assert.equal(closed?.handling, 'closed')
})

test('minor faults and notices close by themselves once eliminated and acknowledged, in either order', () => {
  for (const severity of severities) {
    const closes = severity === 'minor' || severity === 'notice'
    const last = [
      afterEnd(life({ severity, handling: 'acknowledged' })),
      afterAct(life({ severity, condition: 'eliminated' }), 'acknowledge'),
      afterAct(life({ severity, handling: 'acknowledged' }), 'eliminate'),
    ]
    assert.deepEqual(
      last.map((after) => after?.handling === 'closed'),
      [closes, closes, closes],
      severity,
    )
    assert.equal(afterEnd(life({ severity })).handling, 'new', 'unacknowledged, it stays')
  }
})

test('a report continues an open record, or one closed at most 15 minutes ago', () => {
  assert.equal(raiseStep(true, null, 0), 'again')
  assert.equal(raiseStep(false, 0, 900_000), 'continues')
  assert.equal(raiseStep(false, 0, 900_001), 'new')
  assert.equal(raiseStep(false, null, 0), 'new')
})

test('a critical fault is shelved for a day at most, the others for seven', () => {
  assert.equal(latestShelving('critical', 0), dayMs)
  assert.equal(latestShelving('minor', 0), 7 * dayMs)
})

test('a record is stale after a day without acknowledgement, or a week active', () => {
  const day = dayMs
  assert.equal(isStale({ ...life(), raisedAtMs: 0 }, day - 1), false)
  assert.equal(isStale({ ...life(), raisedAtMs: 0 }, day), true)
  assert.equal(isStale({ ...life({ handling: 'in-hand' }), raisedAtMs: 0 }, 7 * day - 1), false)
  assert.equal(isStale({ ...life({ handling: 'in-hand' }), raisedAtMs: 0 }, 7 * day), true)
  assert.equal(isStale({ ...life({ condition: 'eliminated', handling: 'closed' }), raisedAtMs: 0 }, 9 * day), false)
})
