import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted, type JobDetail } from '@brigade/contract/job/job.model.ts'
import { z } from 'zod'
import { make } from '../../../testing/make.ts'
import type { MadeAccount } from '../../../testing/make-account.ts'
import { addressOf, startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { until } from '../../../testing/until.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const ended = (id: string): Promise<JobDetail> =>
  until(`job ${id} to end`, async () => {
    const job = (await app.ask(jobApi.detail, { id }, { token: admin.token })).envelope.data
    return job.finishedAt === null ? undefined : job
  })

async function check(table: string | ArrayBuffer, { token }: MadeAccount = admin) {
  const form = new FormData()
  form.append('file', new Blob([table]), typeof table === 'string' ? 'codes.csv' : 'codes.xlsx')
  const url = app.url + faultCodeApi.checkCodeImport.path
  const response = await fetch(url, { method: 'POST', headers: { authorization: token }, body: form })
  return { status: response.status, data: z.object({ data: z.unknown() }).parse(await response.json()).data }
}
async function imported(table: string | ArrayBuffer): Promise<JobDetail> {
  const { jobId } = JobStarted.parse((await check(table)).data)
  const checked = await ended(jobId)
  assert.equal(checked.status, 'succeeded', JSON.stringify(checked))
  const body = { checkedJobId: jobId }
  return ended((await app.ask(faultCodeApi.importCodes, body, { token: admin.token })).envelope.data.jobId)
}
const codesOf = async (productId: string) =>
  (await app.ask(faultCodeApi.codes, { productId }, { token: admin.token })).envelope.data.list

const head = 'Product key,Event,Code,Severity,Category,"Name, English","Name, Chinese","What to do, English"'

test('what is exported is imported again: nothing new, nothing lost, in either language', async () => {
  const product = await make.product(app)
  const rows = [`${product.productKey},Fault,X1,critical,Fan,Fan failed,风机故障,Look at it`]
  assert.deepEqual((await imported([head, ...rows].join('\n'))).counts, { added: 1, updated: 0 })
  const before = await codesOf(product.id)
  for (const language of ['en', 'zh']) {
    const url = addressOf(app.url, faultCodeApi.exportCodes, { productId: product.id, format: 'csv' })
    const headers = { authorization: admin.token, 'accept-language': language }
    const text = await (await fetch(url, { headers })).text()
    const job = await imported(text)
    assert.deepEqual([job.counts, job.failed], [{ added: 0, updated: 1 }, 0], text)
    const asXlsx = addressOf(app.url, faultCodeApi.exportCodes, { productId: product.id, format: 'xlsx' })
    const again = await imported(await (await fetch(asXlsx, { headers })).arrayBuffer())
    assert.deepEqual([again.counts, again.failed], [{ added: 0, updated: 1 }, 0], 'xlsx')
  }
  const ids = '1,2'
  const chosen = addressOf(app.url, faultCodeApi.exportCodes, { productId: product.id, ids, format: 'csv' })
  const none = await (await fetch(chosen, { headers: { authorization: admin.token } })).text()
  assert.equal(none.trim().split('\n').length, 1, 'only those chosen of what the filters find')
  const same = (rows_: typeof before) => rows_.map(({ updatedAt: _at, ...row }) => row)
  assert.deepEqual(same(await codesOf(product.id)), same(before))
})

test('rows of unknown products, severities and categories, without names or repeated are refused, each with its reasons', async () => {
  const { productKey, id } = await make.product(app)
  const job = await imported(
    [
      head,
      'nobody,Fault,X1,critical,Fan,Name,名称,',
      `${productKey},Fault,X2,dire,Ghosts,Name,名称,`,
      `${productKey},Fault,X3,minor,Door,,,`,
      `${productKey},Fault,X4,次要,门,Name,名称,`,
      `${productKey},Fault,X4,minor,Door,Name,名称,`,
    ].join('\n'),
  )
  assert.deepEqual([job.counts, job.failed, job.errors.length], [{ added: 1, updated: 0 }, 4, 6])
  assert.deepEqual(
    (await codesOf(id)).map(({ code, severity, category }) => [code, severity, category]),
    [['X4', 'minor', 'door']],
  )
})

test('an empty word stays as it is, a hyphen erases it, a name cannot be erased', async () => {
  const { productKey, id } = await make.product(app)
  await imported([head, `${productKey},Fault,X5,major,Door,Name,名称,Shut it`].join('\n'))
  assert.deepEqual((await imported([head, `${productKey},Fault,X5,major,Door,Name,名称,`].join('\n'))).counts, {
    added: 0,
    updated: 1,
  })
  assert.equal((await codesOf(id))[0]?.remedy.en, 'Shut it')
  const erased = await imported([head, `${productKey},Fault,X5,major,Door,Name,名称,-`].join('\n'))
  assert.deepEqual(erased.counts, { added: 0, updated: 1, erased: 1 })
  assert.equal((await codesOf(id))[0]?.remedy.en, '')
  const refused = await imported([head, `${productKey},Fault,X5,major,Door,-,名称,`].join('\n'))
  assert.deepEqual(
    refused.errors.map(({ column, message }) => `${column}: ${message}`),
    ['Name, English: A hyphen erases the value, and this one is required'],
  )
})

test('an import leaves pictures and columns that the file lacks as they are, and is for the platform’s own staff', async () => {
  const { productKey, id } = await make.product(app)
  await imported([head, `${productKey},Fault,X9,major,Door,Name,名称,Shut it`].join('\n'))
  await imported(
    [
      'Product key,Event,Code,Severity,Category,"Name, English","Name, Chinese"',
      `${productKey},Fault,X9,minor,Door,New,新`,
    ].join('\n'),
  )
  const [row] = await codesOf(id)
  assert.deepEqual([row?.severity, row?.name.en, row?.remedy.en], ['minor', 'New', 'Shut it'])
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  const outsider = await make.account(app, { operationCodes: ['fault-code:import'], organisationId })
  assert.equal((await check(head, outsider)).status, 403)
})
