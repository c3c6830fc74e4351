import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedSource } from '../field/cascade/cascade-source.ts'
import { draftOf, draftOfPath, isFiltered, keyOf, namesOf, optionsWith, pathOf, type Filter } from './filter.ts'

type Names = 'keyword' | 'startTime' | 'endTime' | 'province' | 'city' | 'region' | 'day' | 'year' | 'customerId'
const label = 'A filter'
const source = fixedSource(['test'], 3, [])
const zone = { kind: 'cascader', names: ['province', 'city', 'region'], label, source } as const
const filters: readonly Filter<Names>[] = [
  { kind: 'text', name: 'keyword', label },
  { kind: 'date-range', from: 'startTime', to: 'endTime', label },
  zone,
  { kind: 'date', name: 'day', label },
  { kind: 'year', name: 'year', label },
  { kind: 'remote-select', name: 'customerId', label, source },
]

test('each kind sends its own names', () => {
  assert.deepEqual(filters.flatMap(namesOf), [
    'keyword',
    'startTime',
    'endTime',
    'province',
    'city',
    'region',
    'day',
    'year',
    'customerId',
  ])
  assert.equal(keyOf(zone), 'province-city-region')
})

test('values of the address are filled into the fields, and an empty value sets no filter', () => {
  const draft = draftOf(filters, { keyword: '', year: 2026, province: '330000', pageNum: 2 })
  assert.equal(draft['keyword'], undefined)
  assert.equal(draft['year'], '2026')
  assert.equal(draft['province'], '330000')
  assert.equal('pageNum' in draft, false)
  assert.equal(isFiltered(filters, { pageNum: 2, keyword: '' }), false)
  assert.equal(isFiltered(filters, { city: '330100' }), true)
})

test('a path fills its names from the top, and empties those below its end', () => {
  assert.deepEqual(draftOfPath(zone.names, ['330000', '330100']), {
    province: '330000',
    city: '330100',
    region: undefined,
  })
  assert.deepEqual(draftOfPath(zone.names, []), { province: undefined, city: undefined, region: undefined })
})

test('names are converted back to a path, with a place for each level that an address leaves out', () => {
  assert.deepEqual(pathOf(zone.names, { province: '330000', city: '330100' }), ['330000', '330100'])
  assert.deepEqual(pathOf(zone.names, { city: '330100' }), ['', '330100'])
  assert.deepEqual(pathOf(zone.names, {}), [])
})

test('a value of the address that a select does not offer is an option of it, by its words where it has some', () => {
  const group = { group: 'Group', items: [{ value: 'inner', label: 'Inner' }] }
  const select = { options: [{ value: 'open', label: 'Open' }, group], others: [{ value: 'over', label: 'Over' }] }
  for (const value of [undefined, 'open', 'inner']) assert.equal(optionsWith(select, value), select.options)
  assert.deepEqual(optionsWith(select, 'over').at(-1), { value: 'over', label: 'Over' })
  assert.deepEqual(optionsWith({ options: [] }, 'other'), [{ value: 'other', label: 'other' }])
})
