import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonGaps, heldOf, newGaps, silencesOf, without, type Gap } from './silence.rules.ts'
import { minuteMs } from '../time.ts'

const at = (minute: number) => minute * minuteMs
const every = (minutes: number, from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / minutes) }, (_, index) => at(from + index * minutes))
const span = { from: 0, to: at(600) }
const gaps = (...all: readonly (readonly [from: number, to: number])[]): Gap[] =>
  all.map(([from, to]) => ({ from: at(from), to: at(to) }))
const minutesOf = (all: readonly Gap[]) => all.map(({ from, to }) => [from / minuteMs, to / minuteMs])
const silences = (times: readonly number[], offline: readonly Gap[] = []) => minutesOf(silencesOf(times, offline, span))

test('a device is there for an hour after each message, however often it sends some', () => {
  for (const minutes of [1, 5, 45, 60]) assert.deepEqual(silences(every(minutes, 0, 600)), [], `${minutes}`)
  assert.deepEqual(silences([...every(5, 0, 101), ...every(20, 200, 600)]), [[160, 200]])
  assert.deepEqual(silences([at(100)]), [
    [0, 100],
    [160, 600],
  ])
  assert.deepEqual(silences([]), [[0, 600]])
})

test('a device whose connection ended is silent from then on until its next message, and a short break is none', () => {
  const messages = [...every(5, 0, 101), ...every(5, 121, 600)]
  assert.deepEqual(silences(messages, gaps([102, 120])), [[102, 121]])
  assert.deepEqual(silences(messages, gaps([102, 103.5])), [])
  // There is no connection at the end of the span, and none at its beginning.
  assert.deepEqual(silences(every(5, 0, 571), gaps([571, 600])), [[571, 600]])
  assert.deepEqual(silences(every(5, 31, 600), gaps([-100, 30])), [[0, 31]])
})

test('values of a time without a connection that came later show that the device was there', () => {
  assert.deepEqual(silences(every(5, 0, 600), gaps([102, 400])), [])
  // Values were stored only for a while: an hour after the last of them it is silent.
  assert.deepEqual(silences([...every(5, 0, 200), ...every(5, 402, 600)], gaps([102, 400])), [[255, 402]])
  // The clock of the device is slightly ahead: the last message before the end of the connection was not stored for
  // later.
  assert.deepEqual(silences([...every(5, 0, 101), at(102.5), ...every(5, 402, 600)], gaps([102, 400])), [[102.5, 402]])
})

test('every message makes silences shorter or fewer', () => {
  let state = 7
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const total = (all: readonly Gap[]) => all.reduce((sum, { from, to }) => sum + to - from, 0)
  for (let round = 0; round < 300; round += 1) {
    const cuts = Array.from({ length: 6 }, () => Math.floor(next() * 600)).toSorted((a, b) => a - b)
    const offline = gaps([cuts[0] ?? 0, cuts[1] ?? 0], [cuts[2] ?? 0, cuts[3] ?? 0], [cuts[4] ?? 0, cuts[5] ?? 0])
    const times = Array.from({ length: Math.floor(next() * 40) }, () => at(Math.floor(next() * 600)))
    const rising = (some: readonly number[]) => [...new Set(some)].toSorted((a, b) => a - b)
    const before = silencesOf(rising(times), offline, span)
    const after = silencesOf(rising([...times, at(Math.floor(next() * 600))]), offline, span)
    assert(total(without(after, before)) === 0, `round ${round}`)
  }
})

test('a reading is known again with its next report, a setting as soon as its device is there', () => {
  const reports = [...every(5, 0, 101), ...every(5, 250, 600)]
  const known = (resumes: boolean, isKnown: boolean, times = reports) => {
    const finder = newGaps(gaps([102, 200]), span, { resumes, isKnown })
    for (const time of times) finder.add(time)
    return minutesOf(finder.end())
  }
  assert.deepEqual([known(false, true), known(true, true)], [[[102, 250]], [[102, 200]]])
  // Nothing is known before the first report, unless one from before the span holds.
  assert.deepEqual(known(true, false, [at(30)]), [
    [0, 30],
    [102, 200],
  ])
  assert.deepEqual(known(false, false, []), [[0, 600]])
  assert.deepEqual(known(false, true, []), [[102, 600]])
})

test('of a report of which only the bucket is known a silence may end in that bucket', () => {
  const finder = newGaps(gaps([102, 203]), span, { resumes: false, isKnown: true })
  for (const bucket of [0, 60, 180, 240]) finder.add(at(bucket), at(bucket + 60))
  assert.deepEqual(minutesOf(finder.end()), [[102, 203]])
})

test('a reading is held until the last message before its next report, a setting until that report; neither in a gap', () => {
  const reports = [0, 5, 65, 300].map((minute) => ({ from: at(minute), to: at(minute) }))
  const held = (resumes: boolean, own: readonly Gap[], messages: readonly number[]) =>
    minutesOf(heldOf(reports, { span, gaps: own, resumes, messages }))
  assert.deepEqual(held(false, [], [at(3), at(40), at(66), at(290)]), [
    [5, 40],
    [65, 290],
    [300, 600],
  ])
  // Ten minutes are no holding.
  assert.deepEqual(held(false, gaps([310, 600]), [at(15), at(66)]), [])
  assert.deepEqual(held(true, gaps([100, 200], [400, 600]), []), [
    [5, 65],
    [65, 100],
    [200, 300],
    [300, 400],
  ])
})

test('nothing is known where no series has reports', () => {
  const common = commonGaps([gaps([0, 100], [200, 300]), gaps([50, 250])])
  assert.deepEqual(minutesOf(common), [
    [50, 100],
    [200, 250],
  ])
  assert.deepEqual(commonGaps([]), [])
})
