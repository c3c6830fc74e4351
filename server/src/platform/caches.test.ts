import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheKey, openCaches } from './caches.ts'

test('a cache is one per program, and a value read before it was dropped does not enter the new one', () => {
  const names = cacheKey(() => new Map<string, string>())
  const others = cacheKey(() => new Map<string, string>())
  const caches = openCaches()
  const before = caches.of(names)
  before.set('1', 'North')
  caches.of(others).set('1', 'South')
  assert.equal(caches.of(names), before)
  assert.equal(openCaches().of(names).size, 0)

  caches.forget([names])
  before.set('2', 'Stale')
  assert.equal(caches.of(names).size, 0)
  assert.equal(caches.of(others).get('1'), 'South')
})

test('while notifications cannot arrive nothing is cached', () => {
  const names = cacheKey(() => new Map<string, string>())
  let isListening = true
  const caches = openCaches(() => isListening)
  caches.of(names).set('1', 'North')
  isListening = false
  caches.of(names).set('1', 'South')
  assert.equal(caches.of(names).size, 0)
  isListening = true
  assert.equal(caches.of(names).get('1'), 'North')
})
