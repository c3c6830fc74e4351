import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortedRows } from './sorted-rows.ts'

const row = (id: string, mean: number | null, points = 1) => ({
  id,
  sn: `SN${id}`,
  name: `Oven ${id}`,
  min: mean,
  mean,
  max: mean,
  points,
  standing: 'compared' as const,
  unit: '',
})
const rows = [row('2', 5), row('10', null, 0), row('1', -3, 7)]
const idsBy = (sort: string | undefined) => sortedRows(rows, sort).map(({ id }) => id)

test('rows are in the order of the address, or by a column in both directions, those without a figure last in both', () => {
  assert.deepEqual(idsBy(undefined), ['2', '10', '1'])
  assert.deepEqual(idsBy('mean'), ['1', '2', '10'])
  assert.deepEqual(idsBy('-mean'), ['2', '1', '10'])
  assert.deepEqual(idsBy('-points'), ['1', '2', '10'])
  assert.deepEqual(idsBy('name'), ['1', '2', '10'])
})
