import { Flag, filter } from '@brigade/contract/field.ts'
import { searchOf } from '@brigade/contract/paging.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch, urlSearch } from './url-search.ts'

const Search = searchOf({ online: filter(Flag) }, ['name'])
const read = (text: string) => urlSearch(Search)(parseSearch(text))

test('reads a list’s query from an address', () => {
  assert.deepEqual(read('?online=false&pageNum=3&pageSize=25&sort=-name'), {
    online: false,
    pageNum: 3,
    pageSize: 25,
    sort: '-name',
  })
})

test('drops invalid parameters and keeps the rest', () => {
  assert.deepEqual(read('?online=perhaps&pageNum=3&colour=red&pageSize=7'), { pageNum: 3, pageSize: 10 })
})

test('writes an address without empty values and without paging at its defaults', () => {
  assert.equal(stringifySearch({ pageNum: 1, pageSize: 10, online: undefined, sort: '' }), '')
  assert.equal(stringifySearch({ pageNum: 2, online: false }), '?pageNum=2&online=false')
})

test('the address of any page but the first contains the page size, so that a colleague with another page size sees the same rows', () => {
  assert.equal(stringifySearch({ pageNum: 2, pageSize: 10 }), '?pageNum=2&pageSize=10')
})

test('keeps figures that look like numbers as they were written', () => {
  assert.deepEqual(parseSearch('?keyword=00123'), { keyword: '00123' })
})
