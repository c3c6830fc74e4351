import { dayMs, hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompareSearch, comparedSpan } from './compare-search.ts'

const now = Date.parse('2026-11-29T10:20:00Z')
const spanOf = (address: object) => comparedSpan(CompareSearch.parse(address), now)

test('a comparison is of the last seven days by hour, up to the end of this hour', () => {
  const found = spanOf({})
  assert.deepEqual([found.span, found.by, found.toMs - found.fromMs], ['7d', 'hour', 7 * dayMs])
  assert.equal(new Date(found.toMs).toISOString(), '2026-11-29T11:00:00.000Z')
})

test('a span of more than 1,000 hours is by day, and says so unless that was asked for', () => {
  const { by, isWidened } = spanOf({ span: '90d' })
  assert.deepEqual([by, isWidened], ['day', true])
  assert.equal(spanOf({ span: '90d', by: 'day' }).isWidened, false)
  const own = { startTime: '2026-10-19T00:00:00Z', endTime: '2026-11-28T23:59:59.999Z' }
  assert.deepEqual([spanOf(own).by, spanOf(own).isWidened], ['hour', false])
})

test('days of its own end with the last hour of the last day, never later than this hour, and are never empty', () => {
  const own = spanOf({ startTime: '2026-11-01T00:00:00Z', endTime: '2026-11-03T23:59:59.999Z' })
  assert.equal(new Date(own.toMs).toISOString(), '2026-11-04T00:00:00.000Z')
  const ahead = spanOf({ startTime: '2027-01-01T00:00:00Z', endTime: '2027-01-02T00:00:00Z' })
  assert(ahead.toMs > ahead.fromMs)
  const long = spanOf({ startTime: '2001-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' })
  assert.equal(long.toMs - long.fromMs, 24_000 * hourMs)
})
