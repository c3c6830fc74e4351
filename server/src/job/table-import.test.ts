import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted, type JobDetail } from '@brigade/contract/job/job.model.ts'
import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { z } from 'zod'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

/** Rules that all imports of tables share (table-import.ts), tested on each of them. */

let app: TestApp
let token: string
let product: Readonly<{ id: string; productKey: string }>
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  product = await make.product(app)
})
after(() => app.stop())

type Import = Readonly<{
  name: string
  check: Endpoint
  en: readonly string[]
  zh: readonly string[]
  row: (n: number) => readonly string[]
  /** The zero-based column whose value a file may contain only once. */
  key: number
  /** The column that a hyphen cannot erase. */
  kept?: number
  missing: string
  /** The import belongs to one product, and accepts an unknown column as long as it is empty. */
  isOfProduct?: true
}>

const imports: readonly Import[] = [
  {
    name: 'customers',
    check: customerApi.checkImport,
    en: ['Name', 'Person in charge'],
    zh: ['客户名称', '负责人'],
    row: (n) => [`Harbour ${n}`, 'Lin'],
    key: 0,
    kept: 0,
    missing: 'These columns are missing: Name',
  },
  {
    name: 'people',
    check: appUserApi.checkImport,
    en: ['Phone', 'Nickname'],
    zh: ['手机号', '昵称'],
    row: (n) => [`1390000000${n}`, `Lin ${n}`],
    key: 0,
    kept: 1,
    missing: 'These columns are missing: Phone',
  },
  {
    name: 'codes',
    check: faultCodeApi.checkCodeImport,
    en: ['Code', 'Product key', 'Event', 'Severity', 'Category', 'Name, English', 'Name, Chinese'],
    zh: ['故障码', '产品标识', '事件标识符', '级别', '故障类型', '英文名称', '中文名称'],
    row: (n) => [`T${n}`, product.productKey, 'Fault', 'major', 'fan', `Fan ${n}`, `风机 ${n}`],
    key: 0,
    kept: 5,
    missing: 'These columns are missing: Code',
  },
  {
    name: 'words',
    check: languageApi.checkLanguageImport,
    en: ['Key', 'German'],
    zh: ['词条键', '德语'],
    row: (n) => [keys[n] ?? '', `Wort ${n}`],
    key: 0,
    missing: 'The column with the key of the word is missing',
    isOfProduct: true,
  },
  {
    name: 'devices',
    check: importExportCalls.oven.checkUninstalledImport,
    en: ['SN', 'Name', 'Product key'],
    zh: ['SN', '设备名称', '产品标识'],
    row: (n) => [`TBL-000${n}`, `Oven ${n}`, product.productKey],
    key: 0,
    kept: 1,
    missing: 'These columns are missing: SN',
  },
  {
    name: 'credentials',
    check: importExportCalls.oven.checkTriples,
    en: ['DeviceName', 'ProductKey'],
    zh: ['DeviceName', 'ProductKey'],
    row: (n) => [`TRI-000${n}`, product.productKey],
    key: 0,
    missing: 'These columns are missing: DeviceName',
  },
]

let keys: readonly string[] = []
before(async () => {
  const { envelope } = await app.ask(languageApi.languageWords, { productId: product.id, language: 'de' }, { token })
  keys = envelope.data.words.map(({ key }) => key)
  assert.ok(keys.length > 3)
})

const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(',')

async function checked({ check, isOfProduct }: Import, lines: readonly string[]): Promise<JobDetail> {
  const form = new FormData()
  if (isOfProduct) form.append('productId', product.id)
  form.append('file', new Blob([lines.join('\r\n')]), 'table.csv')
  const response = await fetch(app.url + check.path, { method: 'POST', headers: { authorization: token }, body: form })
  const { data } = z.object({ data: JobStarted }).parse(await response.json())
  return until('the check to end', async () => {
    const job = (await app.ask(jobApi.detail, { id: data.jobId }, { token, language: 'en' })).envelope.data
    return job.finishedAt === null ? undefined : job
  })
}
const outcome = ({ status, done, failed, error, errors }: JobDetail) => ({
  status,
  done,
  failed,
  error: error ?? '',
  errors: errors.map(({ row, column, message }) => `${row} ${column}: ${message}`),
})

for (const each of imports) {
  const { name, en, zh, row, key, kept, missing, isOfProduct } = each

  test(`an import of ${name} reads headers in either language and any order, past a byte order mark and blank rows`, async () => {
    const passes = { status: 'succeeded', done: 2, failed: 0, error: '', errors: [] }
    for (const head of [en, zh]) {
      const lines = [`\ufeff${quoted(head)}`, '', quoted(row(1)), quoted(head.map(() => '')), quoted(row(2))]
      assert.deepEqual(outcome(await checked(each, lines)), passes)
      const turned = [head, row(1), row(2)].map((cells) => quoted(cells.toReversed()))
      assert.deepEqual(outcome(await checked(each, turned)), passes)
    }
  })

  test(`an import of ${name} refuses a row that repeats another, and names that one`, async () => {
    const lines = [en, row(1), row(2), row(1)].map(quoted)
    const { failed, errors } = outcome(await checked(each, lines))
    assert.equal(failed, 1)
    assert.equal(errors.length, 1)
    assert.match(errors[0] ?? '', new RegExp(`^4 ${en[key]}: .*[Rr]ow 2\\b`))
  })

  test(`an import of ${name} refuses a column that is missing, comes twice or is unknown, before its first row`, async () => {
    const without = [en, row(1)].map((cells) => quoted(cells.filter((_, index) => index !== key)))
    assert.equal(outcome(await checked(each, without)).error, missing)
    const twice = [en, row(1)].map((cells) => quoted([...cells, cells[key] ?? '']))
    assert.equal(outcome(await checked(each, twice)).error, `These columns appear more than once: ${en[key]}`)
    const unknown = outcome(await checked(each, [quoted([...en, 'Shelf']), quoted([...row(1), 'lower'])]))
    assert.match(
      isOfProduct ? (unknown.errors[0] ?? '') : unknown.error,
      isOfProduct ? /^2 Shelf: / : /unknown: Shelf$/,
    )
    assert.equal(outcome(await checked(each, [quoted(en)])).status, 'failed')
  })

  if (kept !== undefined)
    test(`an import of ${name} refuses a hyphen for what cannot be erased`, async () => {
      const hyphen = row(1).map((cell, index) => (index === kept ? '-' : cell))
      assert.deepEqual(outcome(await checked(each, [en, hyphen].map(quoted))).errors, [
        `2 ${en[kept]}: A hyphen erases the value, and this one is required`,
      ])
    })
}
