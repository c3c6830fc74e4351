import assert from 'node:assert/strict'
import { test } from 'node:test'
import { satisfies } from './node-range.mjs'

test('a version of Node is in a range from its lowest version on, and with ^ up to the next major version', () => {
  const range = '^20.19.0 || >=22.12.0'
  const versions = ['18.20.8', '20.18.3', '20.19.0', '20.20.2', '21.7.3', '22.11.9', '22.12.0', '26.10.0']
  assert.deepEqual(
    versions.filter((version) => satisfies(version, range)),
    ['20.19.0', '20.20.2', '22.12.0', '26.10.0'],
  )
  assert.equal(satisfies('20.9.0', '>=20.9.0'), true)
  assert.equal(satisfies('12.0.0', '>= 12.0.0'), true)
})

test('a range that is written in another way holds no version', () => {
  for (const range of ['~20.1.0', '20.x', '>=18 <21', '*', '']) assert.equal(satisfies('20.1.0', range), false, range)
})
