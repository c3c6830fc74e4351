import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitted, type Measured } from './fit-columns.ts'

const column = (has: number, needs: number, isFixed = false): Measured => ({ has, needs, isFixed })

test('columns that cut nothing stay as they are', () => {
  assert.equal(fitted([column(100, 80), column(120, 120)], false), undefined)
})

test('a column that is cut gets what its neighbours have over, and the table stays as wide', () => {
  const widths = fitted([column(48, 0, true), column(100, 130), column(200, 100), column(100, 90)], false)
  assert.ok(widths !== undefined)
  assert.deepEqual(widths[0], 48)
  assert.equal(widths[1], 130)
  assert.equal(Math.round(widths.reduce((all, one) => all + one, 0)), 448)
  assert.ok((widths[2] ?? 0) >= 100 && (widths[3] ?? 0) >= 90)
})

test('where less is over than is lacking, it is shared by what each lacks, and nothing that fitted is cut', () => {
  const widths = fitted([column(100, 400), column(100, 200), column(120, 80)], false)
  assert.deepEqual(widths?.map(Math.round), [130, 110, 80])
  assert.equal(fitted([column(100, 400), column(80, 80)], false), undefined)
})

test('a table that scrolls sideways grows first, up to a limit', () => {
  assert.deepEqual(fitted([column(100, 150), column(200, 200), column(48, 0, true)], true), [150, 200, 48])
  assert.deepEqual(fitted([column(100, 900), column(200, 100)], true), [460, 100])
  assert.equal(fitted([column(360, 900)], true), undefined)
})
