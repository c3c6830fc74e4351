import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arranged, isShown, isStandard, moved, type TablePreferences } from './arrange-columns.ts'
import type { Column } from './column.ts'

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  title: key,
  cell: () => key,
  ...more,
})
const columns = [column('sn', { identifies: true }), column('name'), column('state'), column('mac', { isExtra: true })]
const keysIn = (order: string[]): string[] => arranged(columns, { order }).map(({ key }) => key)
const unset: TablePreferences = { shown: {}, isCompact: false }

test('columns are in the person’s order, after the identifying one; columns that are not named follow', () => {
  assert.deepEqual(keysIn([]), ['sn', 'name', 'state', 'mac'])
  assert.deepEqual(keysIn(['mac', 'state']), ['sn', 'mac', 'state', 'name'])
  assert.deepEqual(keysIn(['state', 'sn', 'gone']), ['sn', 'state', 'name', 'mac'])
})

test('a column is shown as its screen has it until the person chooses; the one that identifies always', () => {
  const shown = (preferences: TablePreferences) =>
    columns.filter((one) => isShown(one, preferences)).map(({ key }) => key)
  assert.deepEqual(shown(unset), ['sn', 'name', 'state'])
  assert.deepEqual(shown({ ...unset, shown: { mac: true, name: false, sn: false } }), ['sn', 'state', 'mac'])
})

test('a column moves one place at a time, past hidden ones too, and not over either end', () => {
  assert.deepEqual(moved(columns, 'state', -1), ['state', 'name', 'mac'])
  assert.deepEqual(moved(columns, 'state', 1), ['name', 'mac', 'state'])
  assert.equal(moved(columns, 'name', -1), undefined)
  assert.equal(moved(columns, 'mac', 1), undefined)
  assert.equal(moved(columns, 'sn', 1), undefined)
})

test('columns are standard until one is chosen, hidden or moved', () => {
  assert.equal(isStandard(unset), true)
  assert.equal(isStandard({ shown: {}, order: [] }), true)
  assert.equal(isStandard({ ...unset, shown: { mac: true } }), false)
  assert.equal(isStandard({ ...unset, order: ['state'] }), false)
})
