import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastPage } from './use-last-page.ts'

const page = (pageNum: number, total: number, rows = 0) => ({
  list: Array.from({ length: rows }),
  total,
  pageNum,
  pageSize: 10,
})

test('a page past the end leads to the last one there is', () => {
  assert.equal(lastPage(page(9, 23)), 3)
  assert.equal(lastPage(page(2, 10)), 1)
  assert.equal(lastPage(page(4, 0)), 1)
})

test('a page with rows is kept, and so is the first, which may be empty', () => {
  assert.equal(lastPage(page(3, 23, 3)), undefined)
  assert.equal(lastPage(page(1, 0)), undefined)
})

test('it leads on, and never in a circle, where the count was of a moment before', () => {
  assert.equal(lastPage(page(3, 30)), 2)
})
