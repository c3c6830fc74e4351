import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeContent } from './merge-content.ts'

const item = (id: string, property: string, more: object = {}) => ({ id, property, emphasis: false, ...more })
const content = (...items: readonly object[]) => ({ groups: [{ id: 'g1', title: { en: 'Now', zh: '当前' }, items }] })

test('places that only one of two people changed are all kept', () => {
  const base = content(item('a', 'Temp'), item('b', 'Fan'))
  const mine = content(item('a', 'Temp', { emphasis: true }), item('b', 'Fan'))
  const theirs = content(item('a', 'Temp'), item('b', 'Humidity'))
  assert.deepEqual(mergeContent(base, mine, theirs), {
    merged: content(item('a', 'Temp', { emphasis: true }), item('b', 'Humidity')),
    taken: ['groups.0.items.1.property'],
    clashes: [],
  })
})

test('if both changed one place, mine is kept and the place is reported', () => {
  const base = content(item('a', 'Temp'))
  const { merged, clashes } = mergeContent(base, content(item('a', 'Mine')), content(item('a', 'Theirs')))
  assert.deepEqual(merged, content(item('a', 'Mine')))
  assert.deepEqual(clashes, [{ path: 'groups.0.items.0.property', mine: 'Mine', theirs: 'Theirs' }])
})

test('moving and typing do not meet: entries are known by their id', () => {
  const base = content(item('a', 'Temp'), item('b', 'Fan'))
  const mine = content(item('b', 'Fan'), item('a', 'Temp'))
  const theirs = content(item('a', 'Temp'), item('b', 'Humidity'))
  assert.deepEqual(mergeContent(base, mine, theirs).merged, content(item('b', 'Humidity'), item('a', 'Temp')))
})

test('additions of both are kept, and an entry that one removed is removed unless the other changed it', () => {
  const base = content(item('a', 'Temp'), item('b', 'Fan'), item('c', 'Door'))
  const mine = content(item('a', 'Temp'), item('c', 'Door'), item('m', 'Mine'))
  const theirs = content(item('a', 'Temp'), item('b', 'Fan', { emphasis: true }), item('t', 'Theirs'))
  const { merged, clashes } = mergeContent(base, mine, theirs)
  assert.deepEqual(merged, content(item('a', 'Temp'), item('t', 'Theirs'), item('m', 'Mine')))
  assert.deepEqual(
    clashes.map(({ path, mine: my }) => [path, my]),
    [['groups.0.items.1', undefined]],
  )
})

test('a label that one of them removed is removed', () => {
  const label = { label: { en: 'Heat', zh: '热' } }
  const { merged } = mergeContent(
    content(item('a', 'Temp', label)),
    content(item('a', 'Temp')),
    content(item('a', 'Temp', label), item('t', 'Theirs')),
  )
  assert.deepEqual(merged, content(item('a', 'Temp'), item('t', 'Theirs')))
})
