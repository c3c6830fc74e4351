import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonFault } from './json-fault.ts'
import { lineDifference, shownLines } from './line-difference.ts'

test('an object has no fault, any other JSON has one', () => {
  assert.equal(jsonFault('{"a": 1}'), null)
  for (const text of ['[1]', '1', 'null', '"text"']) assert.deepEqual(jsonFault(text), { kind: 'noObject' })
})

test('a fault is reported by its line and column', () => {
  const text = '{\n  "a": 1,\n  "b": oops\n}'
  assert.deepEqual(jsonFault(text), { kind: 'at', line: 3, column: 8, position: text.indexOf('oops') })
})

test('a truncated text is reported by its last line', () => {
  assert.deepEqual(jsonFault('{\n  "a": 1\n'), { kind: 'cutOff', line: 2, position: 10 })
  assert.deepEqual(jsonFault('{"a": "b'), { kind: 'cutOff', line: 1, position: 8 })
  assert.deepEqual(jsonFault(''), { kind: 'cutOff', line: 1, position: 0 })
})

test('each common mistake is reported at its place', () => {
  const slips = [
    ['{"a": 1,}', 8],
    ['{"a" 1}', 5],
    ['{"a": 1 "b": 2}', 8],
    ["{'a': 1}", 1],
    ['{"a": [1, 2}', 11],
    ['{"a": 01}', 7],
    ['{"a": 1}}', 8],
    ['{"a": tru}', 6],
    ['{"a": "\t"}', 6],
  ] as const
  for (const [text, position] of slips) {
    const fault = jsonFault(text)
    assert.deepEqual(fault, { kind: 'at', line: 1, column: position + 1, position }, text)
  }
})

const changes = (before: string, after: string) =>
  lineDifference(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)

test('added, removed and unchanged lines are reported in their order', () => {
  assert.deepEqual(changes('a\nb\nc\nd', 'a\nc\nx\nd'), [' a', '-b', ' c', '+x', ' d'])
  assert.deepEqual(changes('', 'a'), ['+a'])
  assert.deepEqual(changes('a\na', 'a'), [' a', '-a'])
})

test('of equal lines only those near a change are shown', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n')
  const shown = shownLines(lineDifference(before, before.replace('line 10', 'other')))
  assert.deepEqual(
    shown.map((line) => (line.kind === 'skipped' ? line.count : line.kind)),
    [8, 'same', 'same', 'removed', 'added', 'same', 'same', 7],
  )
})
