import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberIn } from './number-text.ts'

test('a number is read with a decimal comma as with a point, and with thousands of any language', () => {
  const read = {
    '2.2': 2.2,
    '2,2': 2.2,
    '365': 365,
    '365,0': 365,
    '-0,5': -0.5,
    '−3,25': -3.25,
    '0,125': 0.125,
    '1,095.5': 1095.5,
    '1.095,5': 1095.5,
    '1 095': 1095,
    '1 095,25': 1095.25,
    "1'095": 1095,
    '1,234,567': 1_234_567,
    '1.234.567': 1_234_567,
    '１２，５': 12.5,
    '1.095': 1.095,
    '12345,678': 12_345.678,
    '.5': 0.5,
  }
  for (const [text, value] of Object.entries(read)) assert.equal(numberIn(text), value, text)
})

test('a comma before three digits is ambiguous, and what is no number is none', () => {
  for (const text of ['1,095', '12,500', '-1,095', '１，０９５']) assert.equal(numberIn(text), 'ambiguous', text)
  for (const text of [
    '',
    'x',
    '1e3',
    '0x10',
    '1,,2',
    '1,23,456',
    '1.2,3.4',
    '1.23,4,5',
    ',',
    '.',
    '1 2',
    'NaN',
    'Infinity',
    '9'.repeat(400),
  ])
    assert.equal(numberIn(text), undefined, text)
})

test('whatever is written with a decimal comma is what the point says, or ambiguous', () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  let state = seed
  const random = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % below
  for (let round = 0; round < 2000; round += 1) {
    const text = `${random(5000)}.${String(random(100_000)).slice(0, 1 + random(5))}`
    const read = numberIn(text.replace('.', ','))
    if (read !== 'ambiguous') assert.equal(read, Number(text), `${text}, seed ${seed}`)
  }
})
