import assert from 'node:assert/strict'
import { test } from 'node:test'
import { branchIds, narrowed, rowTyped, shownRows, treeStep, type TreeNode } from './tree-rows.ts'

const node = (id: string, children: readonly TreeNode<string>[] = []): TreeNode<string> => ({ id, row: id, children })
const tree = [node('data', [node('wall')]), node('ovens', [node('list', [node('edit'), node('export')])]), node('help')]
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('shows the rows under open rows, each with its level and place', () => {
  const rows = shownRows(tree, new Set(['ovens', 'list']))
  assert.deepEqual(ids(rows), ['data', 'ovens', 'list', 'edit', 'export', 'help'])
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['closed', 'open', 'open', 'leaf', 'leaf', 'leaf'],
  )
  const last = rows.find(({ id }) => id === 'export')
  assert.deepEqual([last?.level, last?.place, last?.count, last?.parentId], [3, 2, 2, 'list'])
})

test('narrows to the rows that match and those above them', () => {
  const found = narrowed(tree, (row) => row === 'export')
  assert.deepEqual(ids(shownRows(found, new Set(branchIds(found)))), ['ovens', 'list', 'export'])
  assert.deepEqual(
    narrowed(tree, () => false),
    [],
  )
})

test('names the rows that hold others, down to a level', () => {
  assert.deepEqual(branchIds(tree), ['data', 'ovens', 'list'])
  assert.deepEqual(branchIds(tree, 1), ['data', 'ovens'])
})

test('moves, opens and closes by the arrow keys, Home and End', () => {
  const rows = shownRows(tree, new Set(['ovens']))
  assert.deepEqual(treeStep('ArrowDown', rows, 'data'), { focus: 'ovens' })
  assert.equal(treeStep('ArrowUp', rows, 'data'), null)
  assert.deepEqual(treeStep('ArrowRight', rows, 'data'), { toggle: 'data' })
  assert.deepEqual(treeStep('ArrowRight', rows, 'ovens'), { focus: 'list' })
  assert.equal(treeStep('ArrowRight', rows, 'help'), null)
  assert.deepEqual(treeStep('ArrowLeft', rows, 'ovens'), { toggle: 'ovens' })
  assert.deepEqual(treeStep('ArrowLeft', rows, 'list'), { focus: 'ovens' })
  assert.deepEqual(treeStep('End', rows, 'data'), { focus: 'help' })
  assert.deepEqual(treeStep('Home', rows, 'help'), { focus: 'data' })
})

test('finds the next row that begins with the typed text', () => {
  const rows = shownRows(tree, new Set(['ovens', 'list']))
  const named = (row: string) => row
  assert.equal(rowTyped(rows, 'data', 'e', named), 'edit')
  assert.equal(rowTyped(rows, 'edit', 'e', named), 'export')
  assert.equal(rowTyped(rows, 'edit', 'ex', named), 'export')
  assert.equal(rowTyped(rows, 'export', 'd', named), 'data')
  assert.equal(rowTyped(rows, 'export', 'z', named), undefined)
})
