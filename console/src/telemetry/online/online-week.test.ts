import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOfDay } from '../../platform/time/days.ts'
import { daysOf, knownMsOf, shareOf, sinceKnown, stretchesOf } from './online-week.ts'

const nowMs = new Date(2026, 2, 12, 14, 0).getTime()
const fromMs = startOfDay(nowMs, 6)
const at = (ms: number) => new Date(ms).toISOString()
const base = { isWhole: true, online: true, onlineChangedAt: null, fromMs, nowMs }

test('the state before the first entry of the week is its opposite', () => {
  const turn = fromMs + 10 * hourMs
  const stretches = stretchesOf({ ...base, entries: [{ time: at(turn), online: true }] })
  assert.deepEqual(stretches, [
    { from: fromMs, to: turn, online: false },
    { from: turn, to: nowMs, online: true },
  ])
})

test('time before the oldest entry read is unknown when older entries exist', () => {
  const turn = fromMs + 10 * hourMs
  const stretches = stretchesOf({ ...base, isWhole: false, entries: [{ time: at(turn), online: true }] })
  assert.equal(stretches[0]?.online, null)
  assert.equal(shareOf(stretches), 1)
})

test('a refused connection changes no state', () => {
  const stretches = stretchesOf({
    ...base,
    entries: [
      { time: at(nowMs - hourMs), online: null },
      { time: at(nowMs - 2 * hourMs), online: true },
    ],
  })
  assert.deepEqual(stretches.at(-1), { from: nowMs - 2 * hourMs, to: nowMs, online: true })
})

test('a device without entries has had its present state since it last changed', () => {
  const changed = nowMs - 30 * hourMs
  const stretches = stretchesOf({ ...base, entries: [], online: false, onlineChangedAt: at(changed) })
  assert.deepEqual(stretches, [
    { from: fromMs, to: changed, online: true },
    { from: changed, to: nowMs, online: false },
  ])
})

test('a change newer than the clock of the screen counts for no time', () => {
  const stretches = stretchesOf({ ...base, entries: [], onlineChangedAt: at(nowMs + 30_000) })
  assert.deepEqual(stretches, [{ from: fromMs, to: nowMs, online: false }])
  assert.equal(shareOf(stretches), 0)
})

test('a week is seven days of the viewer, each with its own share', () => {
  const noon = startOfDay(nowMs, 1) + 12 * hourMs
  const days = daysOf(stretchesOf({ ...base, entries: [{ time: at(noon), online: true }] }), nowMs)
  assert.equal(days.length, 7)
  assert.equal(days[0]?.share, 0)
  assert.equal(days[5]?.share, 0.5)
  assert.equal(days[6]?.share, 1)
  assert.equal(days[6]?.stretches.at(-1)?.to, nowMs)
})

test('a device registered a quarter of an hour ago is known for a quarter of an hour, and the time before is a state of its own', () => {
  const registered = nowMs - hourMs / 4
  const entries = [{ time: at(nowMs - hourMs / 5), online: true }]
  const stretches = sinceKnown({ ...base, entries }, { registeredMs: registered, sinceMs: registered })
  assert.deepEqual(stretches[0], { from: fromMs, to: registered, online: null, isBefore: true })
  assert.equal(knownMsOf(stretches), hourMs / 4)
  assert.equal(shareOf(stretches), 0.8)
  const days = daysOf(stretches, nowMs)
  assert.deepEqual(days.map(({ share, knownMs }) => [share, knownMs]).slice(-2), [
    [null, 0],
    [0.8, hourMs / 4],
  ])
  assert(days.every((day) => day.stretches.length > 0))
})

test('of a device that was registered long before its connections are known, the days before are not known, and count in no share', () => {
  const known = fromMs + 30 * hourMs
  const entries = [
    { time: at(nowMs - hourMs), online: true },
    { time: at(nowMs - 2 * hourMs), online: false },
    { time: at(known), online: true },
  ]
  const stretches = sinceKnown({ ...base, entries }, { registeredMs: fromMs - 900 * hourMs, sinceMs: known })
  assert.deepEqual(stretches[0], { from: fromMs, to: known, online: null })
  assert.equal(knownMsOf(stretches), nowMs - known)
  assert.equal(shareOf(stretches), (nowMs - known - hourMs) / (nowMs - known))
  const both = sinceKnown({ ...base, entries }, { registeredMs: known - 10 * hourMs, sinceMs: known })
  assert.deepEqual(both.slice(0, 2), [
    { from: fromMs, to: known - 10 * hourMs, online: null, isBefore: true },
    { from: known - 10 * hourMs, to: known, online: null },
  ])
})
