import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookOf } from '../../ui/lines/lines-model.ts'
import { comparisonRows } from './comparison-csv.ts'

test('a file of a comparison has a row for each value, and none for a gap', () => {
  const line = { key: '7', name: 'Left oven', note: 'OV7', ...lookOf(0), whole: 2 }
  const lines = {
    label: '',
    unit: '°C',
    digits: 1,
    times: [1, 2],
    to: 3,
    format: String,
    lines: [{ ...line, values: [1 / 3, null], low: [0, null], high: [1, null] }],
  }
  const rows = [{ id: '7', sn: 'OV7', name: 'Left oven', min: 0, mean: 2, max: 1, points: 3, unit: '°C' }]
  const standing = 'compared' as const
  assert.deepEqual(comparisonRows({ lines, rows: rows.map((row) => ({ ...row, standing })) }, ['Time']), [
    ['Time'],
    ['1', 'OV7', 'Left oven', '0', '0.333', '1', '°C'],
  ])
})
