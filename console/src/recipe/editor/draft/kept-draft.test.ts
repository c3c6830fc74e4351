import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenDraft, readDraft, type KeptDraft } from './kept-draft.ts'
import { newRecipe } from './typed-recipe.ts'

const at = (keptAt: string): KeptDraft => ({
  typed: newRecipe('en'),
  start: newRecipe('en'),
  updatedAt: null,
  keptAt,
})
const [early, late] = [at('2026-11-24T10:00:00.000Z'), at('2026-11-24T11:00:00.000Z')]

test('what another device typed later goes on, and what this one has not sent yet is not lost', () => {
  assert.equal(chosenDraft(null, late), late)
  assert.equal(chosenDraft({ draft: early, isSent: true }, late), late)
  assert.equal(chosenDraft({ draft: early, isSent: false }, late), late)
  assert.equal(chosenDraft({ draft: late, isSent: false }, early), late)
  assert.equal(chosenDraft({ draft: late, isSent: false }, null), late)
})

test('what was sent and is on the server no more was saved or discarded elsewhere', () => {
  assert.equal(chosenDraft({ draft: late, isSent: true }, null), null)
  assert.equal(chosenDraft(null, null), null)
})

test('without an answer of the server this browser’s goes on', () => {
  assert.equal(chosenDraft({ draft: early, isSent: true }, undefined), early)
  assert.equal(chosenDraft(null, undefined), null)
})

test('what is no draft is none', () => {
  for (const text of ['', 'null', '[]', '{}', '{"typed":1,"start":{},"keptAt":""}']) assert.equal(readDraft(text), null)
  assert.deepEqual(readDraft(JSON.stringify(early)), early)
})
