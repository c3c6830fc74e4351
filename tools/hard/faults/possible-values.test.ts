import assert from 'node:assert/strict'
import { test } from 'node:test'
import { possiblyHeld } from './possible-values.ts'
import type { ReportedValue } from './read-records.ts'

/** Reported at `at` by the computer's clock, a second before it was acknowledged, by a device with a wrong clock. */
const reportedValue = (value: number, at: number, offMs = 0): ReportedValue => ({
  identifier: 'ChamberTemp',
  value,
  time: at + offMs,
  at,
  acknowledgedAt: at + 1000,
  acknowledgedFrom: at + 1000,
  isAnswered: true,
  life: 1,
})
const lost = (one: ReportedValue): ReportedValue => ({ ...one, acknowledgedAt: null })
const held = (...reportedValues: ReportedValue[]) =>
  possiblyHeld(reportedValues, ({ acknowledgedAt }) => acknowledgedAt !== null).map(({ value }) => value)

test('the last value that was acknowledged is held', () => {
  assert.deepEqual(held(reportedValue(1, 0), reportedValue(2, 10_000)), [2])
})

test('an unacknowledged value may be held or not', () => {
  assert.deepEqual(held(reportedValue(1, 0), lost(reportedValue(2, 10_000))), [1, 2])
  assert.deepEqual(held(reportedValue(1, 0), lost(reportedValue(2, 10_000)), reportedValue(3, 20_000)), [3])
})

test('a value of a clock that fell behind does not take the place of a later one', () => {
  assert.deepEqual(held(reportedValue(1, 100_000), reportedValue(2, 110_000, -60_000)), [1])
})

test('a value of a slow clock is held where the value before may never have been received', () => {
  assert.deepEqual(held(lost(reportedValue(1, 100_000)), reportedValue(2, 110_000, -60_000)), [2, 1])
})

test('a value of a fast clock is replaced by the value reported after it was received', () => {
  assert.deepEqual(held(reportedValue(1, 100_000, 60_000), reportedValue(2, 110_000)), [2])
})

test('of a clock that ran ahead either may be held where a broker kept both', () => {
  const both = [reportedValue(1, 100_000, 60_000), reportedValue(2, 110_000, 60_000)] as const
  const isSure = () => true
  assert.deepEqual(
    possiblyHeld(both, isSure, 20_000).map(({ value }) => value),
    [1, 2],
  )
  assert.deepEqual(
    possiblyHeld(both, isSure).map(({ value }) => value),
    [2],
  )
  const right = [reportedValue(1, 100_000), reportedValue(2, 110_000)]
  assert.deepEqual(
    possiblyHeld(right, isSure, 20_000).map(({ value }) => value),
    [2],
  )
})

test('if the moment of receiving decides, either value may be held', () => {
  assert.deepEqual(held(reportedValue(1, 100_000, 60_000), reportedValue(2, 100_500)), [1, 2])
})
