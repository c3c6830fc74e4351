import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRules, testNames } from './rules.ts'

const file = (path: string, text: string) => ({ path, text })
const files = [
  file('server/src/a.test.ts', "test('one thing holds', () => {})\ntest(\"it's another\", () => {})\n"),
  file('e2e/b.spec.ts', 'test(`a page shows it, in ${spoken}`, () => {})\n  test(`of ${count} rows all`, () => {})\n'),
  // Not a test: its words prove nothing.
  file('server/src/a.ts', "test('in product code', () => {})\n"),
]
const page = (...rows: readonly string[]) => ['# Rules', '', '## 2 Screens', '', ...rows].join('\n')
const found = (text: string, least = 0) =>
  checkRules(files, text, least).map(({ line, message }) => `${line} ${message}`)

test('names of tests are read in every spelling; what differs between runs is one sign', () => {
  assert.deepEqual(files.map(testNames).slice(0, 2), [
    ['one thing holds', "it's another"],
    ['a page shows it', 'of … rows all'],
  ])
})

test('a rule with tests that are there is right', () => {
  const rows = [
    '| 2.01 | It holds. | `server/src/a.test.ts` one thing holds<br>`e2e/b.spec.ts` a page shows it |',
    '| 2.03 | All. | `e2e/b.spec.ts` of … rows all |',
  ]
  assert.deepEqual(found(page(...rows)), [])
})

test('a rule without a test, with a test or a file that is gone, and one that a product file only names are found', () => {
  const rows = [
    '| 2.01 | Nothing. |  |',
    '| 2.02 | Renamed. | `server/src/a.test.ts` one thing held |',
    '| 2.03 | Removed. | `server/src/c.test.ts` one thing holds |',
    '| 2.04 | No test. | `server/src/a.ts` in product code |',
    '| 2.05 | Words alone. | see the tests |',
  ]
  assert.deepEqual(found(page(...rows)), [
    '5 2.01 has no test',
    '6 2.02 is proved by a test that is gone from server/src/a.test.ts: one thing held',
    '7 2.03 is proved by server/src/c.test.ts, which is gone',
    '8 2.04 is proved by server/src/a.ts, which is gone',
    '9 2.05 names no test: see the tests',
  ])
})

test('numbers rise within their own section, none twice, and a page that lost its rules is found', () => {
  const proof = '`server/src/a.test.ts` one thing holds'
  const rows = ['2.02', '2.01', '2.01', '3.04'].map((number) => `| ${number} | It holds. | ${proof} |`)
  assert.deepEqual(found(page(...rows), 5), [
    '1 4 rules, at least 5 expected',
    '6 2.01 follows 2.02',
    '7 2.01 follows 2.01',
    '8 3.04 stands in section 2',
  ])
})
