import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withHyphen, withMinus } from '@brigade/contract/minus.rules.ts'
import { formatNumber } from './format.ts'

test('a number below zero is shown with a true minus, nothing that rounds to zero has one, and what is copied from a screen is read', () => {
  assert.deepEqual(
    [formatNumber(-18.25, 1), formatNumber(-1234.5), formatNumber(-0.04, 1), formatNumber(-0), formatNumber(7, 1)],
    ['−18.3', '−1,234.5', '0.0', '0', '7.0'],
  )
  assert.equal(formatNumber(null), '-')
  assert.equal(Number(withHyphen(formatNumber(-18.25, 2))), -18.25)
  assert.equal(withMinus('-24'), '−24')
})
