import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found } from '../planted.ts'
import { checkRepeatedWords } from './repeated-words.ts'

const dictionary = {
  'contract/src/word.text.ts': "export const word = {\n  cancel: { en: 'Cancel', zh: '取消' },\n} as const\n",
}
const table = (line: string): string => `export const text = words({\n  ${line},\n})\n`

test('an entry that repeats a word of the dictionary is found, and a reference is not', () => {
  const tree = {
    ...dictionary,
    'console/src/device/a.text.ts': table("no: { en: 'Cancel', zh: '取消' }"),
    'console/src/device/b.text.ts': table('no: word.cancel'),
    'console/src/device/c.text.ts': table("no: { en: 'Cancel', zh: '取消任务' }"),
  }
  assert.deepEqual(found(checkRepeatedWords, tree), ['console/src/device/a.text.ts:2 repeated-words'])
})

test('what three tables say alike belongs in the dictionary; what two say may be chance', () => {
  const line = table("edit: {\n    en: 'Edit',\n    zh: '编辑',\n  }")
  const two = { ...dictionary, 'console/src/a/a.text.ts': line, 'contract/src/b/b.text.ts': line }
  assert.deepEqual(found(checkRepeatedWords, two), [])
  assert.deepEqual(found(checkRepeatedWords, { ...two, 'console/src/c/c.text.ts': line }), [
    'console/src/a/a.text.ts:2 repeated-words',
    'contract/src/b/b.text.ts:2 repeated-words',
    'console/src/c/c.text.ts:2 repeated-words',
  ])
})
