import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestVersion } from './suggest-version.ts'

test('the middle number of a version is raised, the first where something breaks', () => {
  assert.equal(suggestVersion({ name: '2.3.0', version: 7 }, false), '2.4.0')
  assert.equal(suggestVersion({ name: '2.3.9', version: 7 }, true), '3.0.0')
  assert.equal(suggestVersion({ name: '2.9', version: 7 }, false), '2.10.0')
})

test('the first version is 1.0.0, and one after a name without numbers follows the count of versions', () => {
  assert.equal(suggestVersion(null, false), '1.0.0')
  assert.equal(suggestVersion({ name: 'spring', version: 4 }, true), '5.0.0')
})
