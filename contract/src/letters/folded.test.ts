import assert from 'node:assert/strict'
import { test } from 'node:test'
import { containsTyped } from './folded.ts'

test('what was typed is found in full and half width, in either case, and between spaces', () => {
  for (const typed of ['duck', 'ＤＵＣＫ', '　Ｄｕｃｋ ', '(浦东', '（浦东', '００７', ''])
    assert.ok(containsTyped(['Roast Ｄuck', '海底捞（浦东店）', '007'], typed), typed)
  assert.ok(!containsTyped(['Roast duck'], 'goose'))
  assert.ok(!containsTyped([], 'duck'))
})
