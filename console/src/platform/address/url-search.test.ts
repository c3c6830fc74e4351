import { Flag, filter } from '@brigade/contract/field.ts'
import { searchOf } from '@brigade/contract/paging.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch, urlSearch } from './url-search.ts'

const Search = searchOf({ online: filter(Flag) }, ['name'])
const readAll = (text: string) => urlSearch(Search)(parseSearch(text))
const read = (text: string) => readAll(text).search

test('reads a list’s query from an address', () => {
  assert.deepEqual(read('?online=false&pageNum=3&pageSize=25&sort=-name'), {
    online: false,
    pageNum: 3,
    pageSize: 25,
    sort: '-name',
  })
})

test('leaves invalid parameters out, keeps the rest, and says which are its own and wrong', () => {
  const { search, understood, wrong } = readAll('?online=perhaps&pageNum=3&colour=red&pageSize=7')
  assert.deepEqual(search, { pageNum: 3, pageSize: 10 })
  assert.deepEqual([understood, wrong.toSorted()], [['pageNum'], ['online', 'pageSize']])
})

test('a name that is given twice is none of its values, and stays in the address', () => {
  const { search, wrong } = readAll('?online=true&online=false')
  assert.deepEqual([search, wrong], [{ pageNum: 1, pageSize: 10 }, ['online']])
  assert.equal(stringifySearch(parseSearch('?online=true&online=false')), '?online=true&online=false')
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
