import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveDevice } from '@brigade/contract/device/device.model.ts'
import { looksChanged, nothingWaiting, waitingAfter } from './list-changes.ts'

const noFact = { stage: null, stageCount: null, temperatureC: null, minutesLeft: null }
const device = (state: Partial<LiveDevice>): LiveDevice => ({
  id: '7',
  at: 0,
  installed: true,
  online: true,
  onlineChangedAt: null,
  workState: 'standby',
  faultCode: '',
  fact: noFact,
  lastSeenAt: null,
  ...state,
})

test('a device on the page that changed its state waits to be put in order', () => {
  const waiting = waitingAfter(nothingWaiting, {
    filter: {},
    before: device({}),
    after: device({ workState: 'cooking' }),
    isShown: true,
  })
  assert.deepEqual([...waiting.changed], ['7'])
})

test('a device that comes to match the filter waits to be added, and no longer when it leaves again', () => {
  const filter = { online: true, state: 'cooking' } as const
  const entered = waitingAfter(nothingWaiting, {
    filter,
    before: device({}),
    after: device({ workState: 'cooking' }),
    isShown: false,
  })
  assert.deepEqual([...entered.added], ['7'])
  const left = waitingAfter(entered, {
    filter,
    before: device({ workState: 'cooking' }),
    after: device({ online: false }),
    isShown: false,
  })
  assert.deepEqual([...left.added], [])
})

test('the first word about a device elsewhere changes nothing', () => {
  const waiting = waitingAfter(nothingWaiting, {
    filter: { online: true },
    before: undefined,
    after: device({}),
    isShown: false,
  })
  assert.equal(waiting, nothingWaiting)
})

test('a new temperature marks a preheating oven but not one that stands by', () => {
  const warm = { ...noFact, temperatureC: 120 }
  assert.ok(looksChanged('oven', device({ workState: 'preheating' }), device({ workState: 'preheating', fact: warm })))
  assert.ok(!looksChanged('oven', device({}), device({ fact: warm })))
})
