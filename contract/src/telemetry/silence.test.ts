import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonGaps, gapsBetween, holdsOf, isReportedOnChange } from './silence.rules.ts'
import { minuteMs } from '../time.ts'

const at = (minute: number) => minute * minuteMs
const every = (minutes: number, from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / minutes) }, (_, index) => at(from + index * minutes))
const span = { from: 0, to: at(600) }
const minutesOf = (gaps: readonly { from: number; to: number }[]) =>
  gaps.map(({ from, to }) => [from / minuteMs, to / minuteMs])

test('a gap is more than three times the usual interval without a report', () => {
  const reports = (silent: number) => [...every(10, 0, 200), ...every(10, 190 + silent, 600)]
  assert.deepEqual(minutesOf(gapsBetween(reports(30), span)), [])
  assert.deepEqual(minutesOf(gapsBetween(reports(40), span)), [[190, 230]])
})

test('a device that begins to report more seldom, or more often, leaves no gap', () => {
  assert.deepEqual(gapsBetween([...every(1, 0, 100), ...every(30, 100, 600)], span), [])
  assert.deepEqual(gapsBetween([...every(30, 0, 480), ...every(1, 480, 600)], span), [])
})

test('one silence does not change the interval, and neither do many', () => {
  const hourly = Array.from({ length: 10 }, (_, hour) => every(1, hour * 60, hour * 60 + 30)).flat()
  assert.deepEqual(minutesOf(gapsBetween(hourly, span)).slice(0, 2), [
    [29, 60],
    [89, 120],
  ])
  assert.equal(gapsBetween(hourly, span).length, 10)
})

test('seconds of silence are no gap, however quickly a device reports', () => {
  const quick = [...every(0.05, 0, 10), ...every(0.05, 11.5, 20)]
  assert.deepEqual(gapsBetween(quick, { from: 0, to: at(20) }), [])
})

test('the time before the first report and after the last is a gap too, and without reports the span is one', () => {
  assert.deepEqual(minutesOf(gapsBetween(every(1, 300, 400), span)), [
    [0, 300],
    [399, 600],
  ])
  assert.deepEqual(minutesOf(gapsBetween([], span)), [[0, 600]])
})

test('with too few reports to know their interval, each report counts for an hour', () => {
  assert.deepEqual(minutesOf(gapsBetween([at(100), at(300)], span)), [
    [0, 100],
    [100, 300],
    [300, 600],
  ])
  assert.deepEqual(holdsOf([at(100)]), [at(60)])
})

test('a gap between buckets begins where the last bucket with reports ends', () => {
  const buckets = [...every(5, 0, 200), ...every(5, 300, 600)]
  assert.deepEqual(minutesOf(gapsBetween(buckets, span, at(5))), [[200, 300]])
})

test('nothing is known where no series has reports', () => {
  const gaps = commonGaps([
    [
      { from: 0, to: 100 },
      { from: 200, to: 300 },
    ],
    [{ from: 50, to: 250 }],
  ])
  assert.deepEqual(gaps, [
    { from: 50, to: 100 },
    { from: 200, to: 250 },
  ])
  assert.deepEqual(commonGaps([]), [])
})

test('a value that is reported on change has no two equal neighbours and no interval in its times', () => {
  const times = [0, 1, 40, 41, 100, 160, 161].map(at)
  assert.equal(isReportedOnChange(times, [1, 2, 1, 2, 1, 2, 1]), true)
  assert.equal(isReportedOnChange(times, [1, 1, 2, 1, 2, 1, 2]), false)
  assert.equal(isReportedOnChange(every(5, 0, 60), every(5, 0, 60)), false)
})
