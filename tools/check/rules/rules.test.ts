import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTests } from './read-tests.ts'
import { checkRules } from './rules.ts'

const file = (path: string, text: string) => ({ path, text })
const files = [
  file(
    'server/src/a.test.ts',
    `test('one thing holds', () => proves())\nsuite('within', { concurrency: true }, () => { test("it's another", { skip: false }, (context) => proves(context)) })\n`,
  ),
  file(
    'e2e/b.spec.ts',
    'test(`a page shows it, in ${spoken}`, () => proves())\nfor (const count of counts) test(`of ${count} rows all`, () => proves())\n',
  ),
  // This is not a test, so its text proves nothing.
  file('server/src/a.ts', "test('in product code', () => proves())\n"),
]
const page = (...rows: readonly string[]) => ['# Rules', '', '## 2 Screens', '', ...rows].join('\n')
const found = (text: string, least = 0) =>
  checkRules(files, text, least).map(({ line, message }) => `${line} ${message}`)

test('names of tests are read in every spelling; what differs between runs is one sign', () => {
  assert.deepEqual(
    files.slice(0, 2).map((each) => readTests(each).map(({ name }) => name)),
    [
      ['one thing holds', "it's another"],
      ['a page shows it', 'of … rows all'],
    ],
  )
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

test('a test that the suite leaves out, leaves out somewhere, or that finds nothing proves no rule, nor one of two of one name', () => {
  const planted: Readonly<Record<string, string>> = {
    'is skip': `test.skip('x', () => proves())`,
    'is todo': `test.todo('x', () => proves())`,
    'has skip': `test('x', { skip: true }, () => proves())`,
    'has todo': `test('x', { todo: 'later' }, () => proves())`,
    'has skip under a condition': `test('x', { skip: process.platform !== 'linux' }, () => proves())`,
    'stands in a suite that is skip': `describe.skip('all', () => { suite('within', () => { test('x', () => proves()) }) })`,
    'stands in a suite that has todo': `suite('all', { todo: true }, () => { test('x', () => proves()) })`,
    'stands in a suite that has skip under a condition': `suite('all', { skip: whyNot() }, () => { test('x', () => proves()) })`,
    'runs under a condition': `if (process.env.ALL) test('x', () => proves())`,
    'calls context.skip': `test('x', async (context) => { if (isBusy()) return context.skip(); proves() })`,
    'has no body': `test('x')`,
    'is empty': `test('x', () => { /* proves() */ })`,
  }
  for (const [why, text] of Object.entries(planted)) {
    const problems = checkRules(
      [file('server/src/x.test.ts', text)],
      page('| 2.01 | It holds. | `server/src/x.test.ts` x |'),
      0,
    )
    assert.deepEqual(
      problems.map(({ message }) => message),
      [`2.01 is proved by a test of server/src/x.test.ts that ${why}: x`],
      text,
    )
  }
  const others: Readonly<Record<string, readonly [path: string, text: string]>> = {
    'one of 2 tests of one name in server/src/x.test.ts: x': [
      'server/src/x.test.ts',
      `test('x', () => proves())\nsuite('again', () => { test('x', () => proves()) })`,
    ],
    'a test that is gone from server/src/x.test.ts: x': ['server/src/x.test.ts', `// test('x', () => proves())`],
    'server/src/x.spec.ts, which the suite does not run': ['server/src/x.spec.ts', `test('x', () => proves())`],
    'console/src/x.test.tsx, which the suite does not run': ['console/src/x.test.tsx', `test('x', () => proves())`],
    'console/dist/x.test.ts, which the suite does not run': ['console/dist/x.test.ts', `test('x', () => proves())`],
  }
  for (const [why, [path, text]] of Object.entries(others)) {
    const problems = checkRules([file(path, text)], page(`| 2.01 | It holds. | \`${path}\` x |`), 0)
    assert.deepEqual(
      problems.map(({ message }) => message),
      [`2.01 is proved by ${why}`],
      text,
    )
  }
})
