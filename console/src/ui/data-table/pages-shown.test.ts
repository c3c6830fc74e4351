import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagesShown } from './pages-shown.ts'

test('shows every page where there are few', () => {
  assert.deepEqual(pagesShown(1, 1), [1])
  assert.deepEqual(pagesShown(2, 5), [1, 2, 3, 4, 5])
})

test('shows the first four and the last from the beginning of a long list', () => {
  assert.deepEqual(pagesShown(1, 129), [1, 2, 3, 4, 'gap', 129])
  assert.deepEqual(pagesShown(3, 129), [1, 2, 3, 4, 'gap', 129])
})

test('shows the neighbours of a page in the middle, with a gap on each side', () => {
  assert.deepEqual(pagesShown(60, 129), [1, 'gap', 59, 60, 61, 'gap', 129])
})

test('never puts a gap in the place of a single page', () => {
  assert.deepEqual(pagesShown(4, 129), [1, 2, 3, 4, 5, 'gap', 129])
  assert.deepEqual(pagesShown(126, 129), [1, 'gap', 125, 126, 127, 128, 129])
})
