import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBudgets } from './budgets.ts'
import { checkTimeLimits } from './time-limits.ts'

const told = (problems: readonly Readonly<{ path: string; line: number; message: string }>[]) =>
  problems.map(({ path, line, message }) => `${path}:${line} ${message.split(':')[0]}`)
const tree = (files: Readonly<Record<string, string>>) => Object.entries(files).map(([path, text]) => ({ path, text }))

const limitHead =
  '| limit | value | waits for | counts the slowness of | when it passes | where |\n|---|---|---|---|---|---|\n'
const limitRow = (name: string, value: string, path: string) => `| \`${name}\` | ${value} | a | b | c | \`${path}\` |\n`

test('a new time is found wherever it is named or written down', () => {
  const path = 'server/src/link/new.ts'
  const text = `const dayMs = 86_400_000
const patienceMs = 4000
const minMs = 2 * dayMs
const options = { connectTimeout: 20_000, silentSeconds: 9 }
function ask(waitMs = 300) {}
setTimeout(act, 1500)
const signal = AbortSignal.timeout(5000)
afterAttending(700, act)
const lease = sql\`clock_timestamp() + interval '15 s'\`
const next = sql\`at + interval '1 millisecond'\`
const stored = Number(value)
`
  const files = tree({
    [path]: text,
    'server/src/link/new.test.ts': 'const patienceMs = 4000',
    'server/src/testing/x.ts': 'const patienceMs = 4000',
    'console/src/ui/x.tsx': 'const silenceMs = 5',
    'tools/start.mjs': 'const waitMs = 5',
  })
  const names = [
    'patienceMs',
    'minMs',
    'connectTimeout',
    'silentSeconds',
    'waitMs',
    'setTimeout(1500)',
    'timeout(5000)',
    'afterAttending(700)',
    "interval '15 s'",
  ]
  const isNew = (at: string, name: string) => `${at} ${name} is neither in docs/time-limits.md nor in other-times.ts`
  assert.deepEqual(
    told(checkTimeLimits(files, limitHead, {})).toSorted(),
    [
      ...names.map((name, index) => isNew(`${path}:${[2, 3, 4, 4, 5, 6, 7, 8, 9][index]}`, name)),
      isNew('console/src/ui/x.tsx:1', 'silenceMs'),
      isNew('tools/start.mjs:1', 'waitMs'),
    ].toSorted(),
  )
})

test('a row names what is there with its value, and what waits for nobody is there too', () => {
  const path = 'server/src/link/new.ts'
  const files = tree({
    [path]: 'const patienceMs = 4000\nconst leaseSeconds = 15\nconst keepAlives = 1.5\nconst pauseMs = 100\n',
  })
  const rows =
    limitHead +
    limitRow('patienceMs', '4 s', path) +
    limitRow('leaseSeconds', '15 s', path) +
    limitRow('keepAlives', '1.5 keep-alives', path)
  assert.deepEqual(told(checkTimeLimits(files, rows, { [path]: ['pauseMs'] })), [])
  assert.deepEqual(
    told(
      checkTimeLimits(files, rows.replace('4 s', '5 s') + limitRow('goneMs', '1 s', path), {
        [path]: ['pauseMs', 'restMs'],
      }),
    ),
    [
      'docs/time-limits.md:3 patienceMs is 4000 ms',
      `docs/time-limits.md:6 goneMs is not in ${path}`,
      `tools/check/limits/other-times.ts:1 restMs is not in ${path} any more`,
    ],
  )
})

const budgetHead =
  '| name | of whom | how many | beyond it | remembers | test | where |\n|---|---|---|---|---|---|---|\n'
const budgetRow = (name: string, test: string, path: string) =>
  `| \`${name}\` | a | b | c | d | \`${test}\` | \`${path}\` |\n`

test('a new budget is found, also one that is made by hand', () => {
  const path = 'server/src/link/new.ts'
  const text = `type Seen = Readonly<{
  count: number
  sinceMs: number
}>

const tries = windowCounts({ windowMs: 60_000, most: 10 })
const seen = new Map<string, Seen>()
const noted = new Map<string, { at: number }>()
const warnedAt = new Map<string, number>()
const names = new Map<string, string>()
const asked = new Map(rows.map((row) => [row.id, { at: 1 }]))
const state: State = { watched: new Map() }
type State = { watched: Map<string, Readonly<{ until: number }>> }
`
  const files = tree({
    [path]: text,
    'contract/src/link/new.endpoints.ts': 'export const api = { ask: get({ perMinute: 60 }) }',
    'server/src/testing/x.ts': 'const tries = windowCounts({})',
  })
  assert.deepEqual(
    told(checkBudgets(files, budgetHead, {})),
    [
      `${path}:6 windowCounts`,
      `${path}:7 seen`,
      `${path}:8 noted`,
      `${path}:9 warnedAt`,
      `${path}:12 watched`,
      'contract/src/link/new.endpoints.ts:1 perMinute',
    ].map((found) => `${found} remembers by key and has no row in docs/budgets.md`),
  )
})

test('a budget’s row names a test that is there, and a budget that is', () => {
  const path = 'server/src/link/new.ts'
  const files = tree({
    [path]: 'const tries = windowCounts({})\nconst seenAt = new Map<string, number>()\n',
    'server/src/link/new.test.ts': "test('the eleventh is refused', () => {})",
    'contract/src/link/new.endpoints.ts': 'export const api = { ask: get({ perMinute: 60 }) }',
  })
  const proved = 'server/src/link/new.test.ts: the eleventh is refused'
  const rows = budgetHead + budgetRow('windowCounts', proved, path) + budgetRow('perMinute', proved, 'contract/src')
  assert.deepEqual(told(checkBudgets(files, rows, { [path]: ['seenAt'] })), [])
  assert.deepEqual(
    told(
      checkBudgets(files, `${rows.replace('eleventh', 'tenth')}${budgetRow('rates', proved, path)}`, {
        [path]: ['seenAt', 'goneAt'],
      }),
    ),
    [
      'docs/budgets.md:3 server/src/link/new.test.ts has no test “the tenth is refused”',
      `docs/budgets.md:5 rates is not in ${path}`,
      `tools/check/limits/budgets.ts:1 goneAt is not in ${path} any more`,
    ],
  )
})
