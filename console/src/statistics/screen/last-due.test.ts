import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastDue } from './last-due.ts'

const hours = [1, 7, 13, 19]
const due = (zone: string, now: string): string => new Date(lastDue(zone, Date.parse(now), hours)).toISOString()

test('the last run was due at the latest of its hours in the zone of the statistics', () => {
  assert.equal(due('Asia/Shanghai', '2026-11-24T05:00:00Z'), '2026-11-24T05:00:00.000Z')
  assert.equal(due('Asia/Shanghai', '2026-11-24T04:59:59Z'), '2026-11-23T23:00:00.000Z')
  assert.equal(due('Asia/Kolkata', '2026-11-24T08:00:00Z'), '2026-11-24T07:30:00.000Z')
  assert.equal(due('Asia/Kathmandu', '2026-11-24T08:00:00Z'), '2026-11-24T07:15:00.000Z')
})

test('the night that has an hour twice still has its runs', () => {
  assert.equal(due('Europe/Berlin', '2026-10-25T00:30:00Z'), '2026-10-24T23:00:00.000Z')
})
