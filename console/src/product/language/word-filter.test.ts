import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductWord } from '@brigade/contract/product/language/language.model.ts'
import { countsOf, groupsOf, shownWords } from './word-filter.ts'

const word = (key: string, more: Partial<ProductWord> = {}): ProductWord => ({
  key,
  kind: 'function',
  of: 'SetTemp',
  en: key,
  zh: '词',
  text: '',
  published: '',
  ...more,
})
const words = [
  word('Set temperature', { text: 'Solltemperatur', published: 'Solltemperatur' }),
  word('Off', { kind: 'item', text: 'Aus', published: '' }),
  word('E01', { kind: 'fault', of: 'E01' }),
  word('E02', { kind: 'fault', of: 'E02' }),
  word('Title', { kind: 'template', of: 'params-info' }),
]
const all = { show: 'all', kind: undefined, keyword: '' } as const
const keys = (shown: readonly ProductWord[]) => shown.map(({ key }) => key)

test('words are counted that are missing and that changed since publishing', () => {
  assert.deepEqual(countsOf(words), { all: 5, missing: 3, changed: 1 })
  assert.deepEqual(keys(shownWords(words, { ...all, show: 'changed' })), ['Off'])
})

test('a word is found by any of its languages and by its identifier, within the kind', () => {
  assert.deepEqual(keys(shownWords(words, { ...all, keyword: ' SOLL ' })), ['Set temperature'])
  assert.deepEqual(keys(shownWords(words, { ...all, keyword: 'settemp' })), ['Set temperature', 'Off'])
  assert.deepEqual(keys(shownWords(words, { ...all, keyword: 'settemp', kind: 'item' })), ['Off'])
})

test('the texts of one function are grouped together, and so are all faults', () => {
  assert.deepEqual(
    groupsOf(words).map(({ key, words: within }) => [key, within.length]),
    [
      ['function SetTemp', 2],
      ['fault', 2],
      ['template params-info', 1],
    ],
  )
})
