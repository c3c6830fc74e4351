import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network-of.ts'

test('addresses of one /64 are one, however they are written, and of version 4 each is its own', () => {
  const same = ['2001:db8::1', '2001:db8::ffff:1', '2001:0db8:0:0:12:34:56:78', '2001:DB8:0::9', '2001:db8::1%eth0']
  assert.deepEqual([...new Set(same.map(networkOf))], ['2001:db8:0:0::/64'])
  assert.equal(networkOf('2001:db8:0:1::1'), '2001:db8:0:1::/64')
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.deepEqual(['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7'].map(networkOf), [
    '203.0.113.7',
    '203.0.113.7',
    '203.0.113.7',
  ])
})
