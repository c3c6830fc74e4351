import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changed, historyOf, redone, undone } from './draft-history.ts'

test('letters typed into one field are one step, and another field is the next', () => {
  let history = changed(changed(changed(historyOf('a'), 'ab', 'name'), 'abc', 'name'), 'abcd', 'description')
  history = undone(history)
  assert.equal(history.now, 'abc')
  history = undone(history)
  assert.equal(history.now, 'a')
  assert.equal(undone(history).now, 'a')
  assert.equal(redone(redone(history)).now, 'abcd')
})

test('a change after an undo forgets what was undone', () => {
  const history = changed(undone(changed(historyOf(1), 2)), 3)
  assert.deepEqual([history.now, redone(history).now], [3, 3])
})
