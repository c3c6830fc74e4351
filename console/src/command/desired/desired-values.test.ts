import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shadow } from '@brigade/contract/telemetry/shadow.model.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { firstTyped, movedDesires, readDesired } from './desired-values.ts'

const since = '2026-03-12T08:00:00.000Z'
const fan: Property = {
  identifier: 'FanSpeed',
  name: { en: 'Fan speed', zh: '风机转速' },
  required: false,
  accessMode: 'rw',
  dataType: { type: 'int', min: 30, max: 100, step: 10, unit: '%' },
}
const same = (n: number): number => n
const units = {
  system: 'metric',
  temperatureUnit: '°C',
  temperature: same,
  temperatureSpan: same,
  toCelsius: same,
  unit: (stored: string) => stored,
} as const
const desired = (value: number) => ({ value, since, version: 1, commandId: null })
const entry = (value: number, wanted: number | null) => ({
  identifier: 'FanSpeed',
  value,
  deviceTime: since,
  serverTime: since,
  desired: wanted === null ? null : desired(wanted),
})
const shadow = (part: Partial<Shadow>): Shadow => ({
  version: 1,
  reportedAt: since,
  list: [],
  wanted: [],
  refused: [],
  free: [],
  ...part,
})

test('a field begins with the desired value, otherwise with the reported one', () => {
  assert.equal(firstTyped(fan, shadow({ list: [entry(60, 80)] }), units), '80')
  assert.equal(firstTyped(fan, shadow({ list: [entry(60, null)] }), units), '60')
  assert.equal(firstTyped(fan, shadow({ wanted: [{ identifier: 'FanSpeed', ...desired(90) }] }), units), '90')
  assert.equal(firstTyped(fan, shadow({}), units), '')
})

test('a value that the device reports already can be desired too', () => {
  assert.deepEqual(readDesired([fan], { FanSpeed: '60' }, units), { values: { FanSpeed: 60 }, problems: {} })
})

test('values outside the thing model are not sent', () => {
  const { values, problems } = readDesired([fan], { FanSpeed: '35' }, units)
  assert.deepEqual(values, {})
  assert.equal(problems['FanSpeed']?.reason, 'step')
  assert.equal(readDesired([fan], {}, units).problems['FanSpeed']?.reason, 'missing')
})

test('a desired value that was set, changed or removed has changed; a mere report changes none', () => {
  const none = shadow({ list: [entry(60, null)] })
  assert.deepEqual(movedDesires(none, shadow({ list: [entry(70, null)] })), [])
  assert.deepEqual(movedDesires(none, shadow({ list: [entry(60, 80)] })), ['FanSpeed'])
  assert.deepEqual(movedDesires(shadow({ list: [entry(60, 80)] }), shadow({ list: [entry(60, 90)] })), ['FanSpeed'])
  assert.deepEqual(movedDesires(shadow({ list: [entry(60, 80)] }), none), ['FanSpeed'])
  assert.deepEqual(movedDesires(none, shadow({ ...none, wanted: [{ identifier: 'Light', ...desired(1) }] })), ['Light'])
})
