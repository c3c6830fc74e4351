import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disjointFilters } from './shared-filters.ts'

test('topics that match no other filter stay apart, and names of devices become wildcards', () => {
  assert.deepEqual(
    disjointFilters(['/ota/device/inform/{productKey}/{deviceName}', '/sys/{p}/{d}/thing/a', '/sys/{p}/{d}/thing/b']),
    ['/ota/device/inform/+/+', '/sys/+/+/thing/a', '/sys/+/+/thing/b'],
  )
})

test('a message that matches two filters is received by one', () => {
  assert.deepEqual(
    disjointFilters(['/sys/{p}/{d}/thing/event/property/post', '/sys/{p}/{d}/thing/event/{event}/post']),
    ['/sys/+/+/thing/event/+/post'],
  )
  assert.deepEqual(disjointFilters(['/a/{x}/b', '/a/c/{y}', '/a/{x}/#', '/b']), ['/a/+/#', '/b'])
  assert.deepEqual(disjointFilters(['/a/b/{y}', '/a/{x}/c']), ['/a/+/+'])
})

test('a level of which only a part is a name becomes a wildcard as a whole', () => {
  assert.deepEqual(disjointFilters(['/s/{service}_reply']), ['/s/+'])
})
