import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '../../platform/locale.ts'
import { curveText } from './curve.text.ts'
import { marksOf, type Happened } from './curve-marks.ts'

const words = wordsIn(curveText, 'en')
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

const door = { identifier: 'DoorState', held: [], before: null, gaps: [] }

test('a door is open from its report until it is shut, from before the span on, and no longer than is known', () => {
  const series = {
    ...door,
    time: [10_000, 40_000, 60_000, 200_000],
    min: [0, 1, 0, 1],
    max: [0, 1, 0, 1],
    mean: [0, 1, 0, 1],
    gaps: [{ from: 250_000, to: 300_000 }],
    before: { time: -5000, value: 1 },
  }
  assert.deepEqual(stretchesOf({ doors: { series, bucketMs: 0 } }, 'doors'), [
    { from: 0, to: 10_000 },
    { from: 40_000, to: 60_000 },
    { from: 200_000, to: 250_000 },
  ])
})

test('in buckets a door was open for a share of each, and until the next report only if the last one left it open', () => {
  const series = {
    ...door,
    // Opened and shut; opened and left open; shut two buckets later.
    time: [0, 120_000, 240_000],
    min: [0, 1, 0],
    max: [1, 1, 0],
    mean: [0.5, 1, 0],
    timeMean: [0.1, 0.5, 0.25],
    last: [0, 1, 0],
  }
  assert.deepEqual(stretchesOf({ doors: { series, bucketMs: 60_000 } }, 'doors'), [
    { from: 0, to: 60_000, share: 0.1, label: '6 s of 1 min' },
    { from: 120_000, to: 180_000, share: 0.5, label: '30 s of 1 min' },
    { from: 180_000, to: 240_000 },
    { from: 240_000, to: 300_000, share: 0.25, label: '15 s of 1 min' },
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
