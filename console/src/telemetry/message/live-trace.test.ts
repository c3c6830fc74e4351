import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessageRow } from '@brigade/contract/telemetry/message.model.ts'
import { cleared, emptyStream, goneOn, matching, maxKept, paused, withMessages } from './live-trace.ts'

const message = (seq: number, part: Partial<MessageRow> = {}): MessageRow => ({
  seq: String(seq),
  time: '2026-03-12T08:00:00.000Z',
  direction: 'up',
  topic: '/sys/a1/oven/thing/event/property/post',
  payload: `{"params":{"ChamberTemp":${seq}}}`,
  code: 200,
  outcome: 'stored',
  through: '',
  dropped: [],
  ...part,
})
const many = (count: number, from = 1) => Array.from({ length: count }, (_, index) => message(from + index))
const seqs = (rows: readonly MessageRow[]) => rows.map(({ seq }) => Number(seq))

test('the newest message is listed first', () => {
  const stream = withMessages(withMessages(emptyStream, many(2)), [message(3)])
  assert.deepEqual(seqs(stream.rows), [3, 2, 1])
})

test('no more are kept than a person reads, and the oldest go', () => {
  const stream = withMessages(withMessages(emptyStream, many(maxKept)), [message(maxKept + 1)])
  assert.equal(stream.rows.length, maxKept)
  assert.equal(stream.rows[0]?.seq, String(maxKept + 1))
  assert.equal(stream.rows.at(-1)?.seq, '2')
})

test('a message that is reported again is updated in its place', () => {
  const first = withMessages(emptyStream, [message(1, { outcome: 'stored' }), message(2)])
  const stream = withMessages(first, [message(1, { outcome: 'repeated' })])
  assert.deepEqual(seqs(stream.rows), [2, 1])
  assert.equal(stream.rows[1]?.outcome, 'repeated')
})

test('messages that arrive during a pause wait, in their order', () => {
  const still = withMessages(withMessages(paused(withMessages(emptyStream, [message(1)])), [message(2)]), [message(3)])
  assert.deepEqual(seqs(still.rows), [1])
  assert.equal(still.waiting.length, 2)
  const on = goneOn(still)
  assert.deepEqual(seqs(on.rows), [3, 2, 1])
  assert.equal(on.isPaused, false)
})

test('clearing removes shown and waiting messages, and keeps the pause', () => {
  const stream = cleared(withMessages(paused(withMessages(emptyStream, many(3))), [message(4)]))
  assert.deepEqual(stream, { rows: [], waiting: [], isPaused: true })
})

test('a filter matches topic and payload, in either case, and the direction', () => {
  const rows = [message(1), message(2, { direction: 'down', topic: '/sys/a1/oven/thing/service/property/set' })]
  assert.deepEqual(seqs(matching(rows, 'SERVICE', null)), [2])
  assert.deepEqual(seqs(matching(rows, 'chambertemp":1', null)), [1])
  assert.deepEqual(seqs(matching(rows, '', 'down')), [2])
})
