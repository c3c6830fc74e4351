import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referenceColumns } from '@brigade/contract/system/log/references.ts'
import { fieldWords } from './field-words.ts'

test('each field that refers to something has words in both languages', () => {
  const wordless = referenceColumns.filter((column) => !fieldWords[column]?.en || !fieldWords[column].zh)
  assert.deepEqual(wordless, [])
})
