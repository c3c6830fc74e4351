import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksOf, type Happened } from './curve-marks.ts'

const words = {
  faults: 'Faults',
  doors: 'Door open',
  commands: 'Commands',
  upgrades: 'Upgrades',
}
const marking = { fromMs: 0, toMs: 300_000, nowMs: 300_000, locale: 'en', words } as const
const iso = (ms: number) => new Date(ms).toISOString()
const nothing: Happened = { faults: [], doors: undefined, commands: [], upgrades: [] }
const stretchesOf = (happened: Partial<Happened>, key: string) =>
  marksOf({ ...nothing, ...happened }, marking).find((mark) => mark.key === key)?.stretches

test('a fault is marked from when it was raised until it was over, or to the end while it lasts', () => {
  const fault = { code: 'E05', identifier: 'Fault', name: { en: 'Door switch', zh: '门开关' } }
  const faults = [
    { ...fault, raisedAt: iso(-50_000), eliminatedAt: iso(20_000), closedAt: iso(90_000) },
    { ...fault, raisedAt: iso(100_000), eliminatedAt: null, closedAt: null },
    { ...fault, raisedAt: iso(-50_000), eliminatedAt: iso(-20_000), closedAt: null },
  ]
  assert.deepEqual(stretchesOf({ faults }, 'faults'), [
    { from: 0, to: 20_000, label: 'E05 Door switch' },
    { from: 100_000, to: 300_000, label: 'E05 Door switch' },
  ])
})

test('a door is open from its report until it is shut, from before the span on, and no longer than is known', () => {
  const doors = {
    identifier: 'DoorState',
    time: [10_000, 40_000, 60_000, 200_000],
    min: [0, 1, 0, 1],
    max: [0, 1, 0, 1],
    mean: [0, 1, 0, 1],
    gaps: [{ from: 250_000, to: 300_000 }],
    held: [],
    before: { time: -5000, value: 1 },
  }
  assert.deepEqual(stretchesOf({ doors }, 'doors'), [
    { from: 0, to: 10_000 },
    { from: 40_000, to: 60_000 },
    { from: 200_000, to: 250_000 },
  ])
})

test('a command is marked at its instant, wide enough to be seen, and reading values is none', () => {
  const command = { identifier: '', params: { SetTemp: 180 }, createdAt: iso(30_000) }
  const commands = [
    { ...command, kind: 'property.set' as const },
    { ...command, kind: 'property.get' as const },
  ]
  assert.deepEqual(stretchesOf({ commands }, 'commands'), [{ from: 30_000, to: 31_000, label: 'SetTemp' }])
})

test('an upgrade is marked from its offer to its end', () => {
  const upgrades = [
    { target: '01.04.03', offeredAt: iso(10_000), endedAt: iso(70_000) },
    { target: '01.04.04', offeredAt: null, endedAt: null },
  ]
  assert.deepEqual(stretchesOf({ upgrades }, 'upgrades'), [{ from: 10_000, to: 70_000, label: '01.04.03' }])
})
