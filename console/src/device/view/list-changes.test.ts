import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveDevice } from '@brigade/contract/telemetry/live.model.ts'
import { addedSince, looksChanged, nothingWaiting, waitingAfter } from './list-changes.ts'

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
  const waiting = waitingAfter(nothingWaiting, device({}), device({ workState: 'cooking' }))
  assert.deepEqual([...waiting.changed], ['7'])
  assert.equal(waitingAfter(waiting, device({ workState: 'cooking' }), device({})), waiting)
  assert.equal(waitingAfter(nothingWaiting, device({}), device({ faultCode: '' })), nothingWaiting)
})

test('devices that newly match the filter wait to be added; those that the page still shows and that no longer match are not counted', () => {
  const filter = { online: true, state: 'cooking' } as const
  const cooking = device({ workState: 'cooking' })
  const shown = { list: [cooking, cooking], total: 40 }
  assert.equal(addedSince(filter, shown, 40), 0)
  assert.equal(addedSince(filter, shown, 43), 3)
  assert.equal(addedSince(filter, shown, 38), 0)
  const oneLeft = { list: [cooking, device({ online: false })], total: 40 }
  assert.equal(addedSince(filter, oneLeft, 39), 0)
  assert.equal(addedSince(filter, oneLeft, 40), 1)
})

test('a new temperature marks a preheating oven as changed but not one in standby', () => {
  const warm = { ...noFact, temperatureC: 120 }
  assert.ok(looksChanged('oven', device({ workState: 'preheating' }), device({ workState: 'preheating', fact: warm })))
  assert.ok(!looksChanged('oven', device({}), device({ fact: warm })))
})
