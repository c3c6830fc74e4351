import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importHeads } from '../../../server/src/customer/transfer/customer-columns.ts'
import { readTextTables } from './text-tables.ts'

/**
 * Words that the product no longer uses: only their author understood them, or their meaning was not the intended one.
 */

/** These match only as a whole text. */
const oldTexts = new Set([
  'Describe a code',
  'Sets of organisations',
  'Higher or other',
  'Reached',
  'For whom',
  'How',
  'Offers a minute',
  'Reports now',
  'Eliminated',
  'In hand',
  'To anybody',
  'Stale',
  'Same on this device',
  'All readings',
  'Without a call',
  'Kept by',
  'Add row',
  'Principal',
  'Zone',
  'Belongs to',
  'Mean by time',
  'Without reports',
  'Every report as Excel',
  'Every report as CSV',
  'Overview and shadow',
  'What happens',
  'Fit with the models',
  'Held version',
  'Wanted',
  'Keep recipe',
  'Waits',
  '档案',
  '概览与影子',
])
/** Anywhere in a text. A hyphen before a number is not a minus. */
const oldParts =
  /[Tt]riples|\bin all$|reach nobody|Changed by the program|No checkpoint leaves|Set Set|No other device on this version|Acknowledge: 1|自动熔断|已存筛选|拆机|(?<![\w.,:/}\]-])-\d/

/** Every text of a table with its place; one with parameters is rendered with `1`. */
function textsIn(value: unknown, place: string): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value === 'function') {
    try {
      return [[place, String(Reflect.apply(value, undefined, [new Proxy({}, { get: () => 1 })]))]]
    } catch {
      return []
    }
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => textsIn(inner, `${place}.${key}`))
}

const oldIn = (table: unknown, place: string): string[] =>
  textsIn(table, place)
    .filter(([, text]) => oldTexts.has(text) || oldParts.test(text))
    .map(([at, text]) => `${at}: ${text}`)

test('no table of words says what the product called otherwise before', async () => {
  const tables = [...(await readTextTables()), { file: 'customer-columns.ts', table: importHeads }]
  assert.deepEqual(
    tables.flatMap(({ file, table }) => oldIn(table, file)),
    [],
  )
})

test('an old word is found, and a new one is not', () => {
  const planted = {
    old: { en: 'Principal', zh: '负责人' },
    part: { en: (p: { n: number }) => `${p.n} devices in all`, zh: '不会自动熔断' },
    minus: { en: 'Below -18 °C', zh: '' },
    good: { en: 'Person in charge of RC-700, 2026-01-02, −18 °C', zh: '设备档案' },
  }
  assert.deepEqual(oldIn(planted, 'planted'), [
    'planted.old.en: Principal',
    'planted.part.en: 1 devices in all',
    'planted.part.zh: 不会自动熔断',
    'planted.minus.en: Below -18 °C',
  ])
})
