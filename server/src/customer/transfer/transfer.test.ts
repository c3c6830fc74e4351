// @both-databases: imports write in batches of statements.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import type { Endpoint, RequestOf } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted, type JobDetail } from '@brigade/contract/job/job.model.ts'
import { z } from 'zod'
import { readTable } from '../../platform/excel/read-table.ts'
import type { TableCell } from '../../platform/excel/table.ts'
import { make } from '../../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: string
let distributor: { id: string; name: string; token: string }

before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = (await make.account(app, { role: 'administrator' })).token
  const { id, name } = await make.organisation(app, { kind: 'distributor', name: '华南经销' })
  distributor = { id, name, token: (await make.account(app, { role: 'administrator', organisationId: id })).token }
})
after(() => app.stop())

const limits = { maxBytes: 20_000_000, maxRows: 100_000 }

async function tableAt(endpoint: Endpoint, input: unknown, token: string, language = 'en'): Promise<TableCell[][]> {
  const response = await fetch(addressOf(app.url, endpoint, input), {
    headers: { authorization: token, 'accept-language': language },
  })
  assert.equal(response.status, 200)
  const rows: TableCell[][] = []
  for await (const { cells } of readTable(Buffer.from(await response.arrayBuffer()), limits)) rows.push([...cells])
  return rows
}

const ended = (id: string, token: string, language = 'en'): Promise<JobDetail> =>
  until(`job ${id} to end`, async () => {
    const job = (await app.ask(jobApi.detail, { id }, { token, language })).envelope.data
    return job.finishedAt === null ? undefined : job
  })

const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

async function check(rows: readonly (readonly string[])[], token = distributor.token, language = 'en') {
  const form = new FormData()
  form.append('file', new Blob([csv(rows)]), 'customers.csv')
  const response = await fetch(app.url + customerApi.checkImport.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { data } = z.object({ data: JobStarted }).parse(await response.json())
  return ended(data.jobId, token, language)
}

async function importChecked(checkedJobId: string, token = distributor.token, language = 'en') {
  const { envelope } = await app.ask(customerApi.import, { checkedJobId }, { token })
  return ended(envelope.data.jobId, token, language)
}

const reasons = (job: JobDetail) =>
  new Set(job.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`))
const listed = async (search: RequestOf<typeof customerApi.list>, token = distributor.token) =>
  (await app.ask(customerApi.list, { pageSize: 80, ...search }, { token })).envelope.data.list
const ofName = async (name: string) => {
  const [customer] = (await listed({ keyword: name })).filter((row) => row.name === name)
  return (await app.ask(customerApi.detail, { id: customer?.id ?? '1' }, { token: distributor.token })).envelope.data
}

test('an export contains the list over all pages, in its order, as a job and at once', async () => {
  const { id: department1 } = await make.organisation(app, { kind: 'distributor', name: 'Exported' })
  for (let i = 0; i < 30; i += 1)
    await make.organisation(app, { name: `Kitchen ${i % 7} of ${i}`, parentId: department1 })
  const search = { department1, sort: 'name', keyword: 'Kitchen' } as const
  const shown: string[] = []
  for (const pageNum of [1, 2, 3]) {
    shown.push(...(await listed({ ...search, pageNum, pageSize: 10 }, admin)).map(({ name }) => name))
  }
  const [head, ...rows] = await tableAt(customerApi.export, { ...search, format: 'csv' }, admin)
  assert.deepEqual(head?.slice(0, 3), ['Name', 'Organisation', 'Person in charge'])
  assert.deepEqual(
    rows.map(([name]) => name),
    shown,
  )

  const { jobId } = (await app.ask(customerApi.startExport, { ...search, format: 'xlsx' }, { token: admin })).envelope
    .data
  const job = await ended(jobId, admin)
  assert.deepEqual([job.status, job.done, job.total, job.hasFile], ['succeeded', 30, 30, true])
  const [, ...made] = await tableAt(jobApi.file, { id: jobId }, admin)
  assert.deepEqual(
    made.map(([name]) => name),
    shown,
  )

  // Of what the filters find, those that were chosen; what they do not find is in no export of theirs.
  const found = await listed({ ...search, pageSize: 80 }, admin)
  const chosen = [found[4], found[2]].map((row) => row?.id ?? '')
  const { id: other } = await make.organisation(app, { name: 'Elsewhere', parentId: department1 })
  const some = { ...search, ids: [...chosen, other].join(','), format: 'csv' } as const
  const [, ...few] = await tableAt(customerApi.export, some, admin)
  assert.deepEqual(
    few.map(([name]) => name),
    [shown[2], shown[4]],
  )
})

test('an export names areas and states in the reader’s language, and nothing of other organisations', async () => {
  const zone = { province: '440000', city: '440100', region: '440106' }
  await app.ask(customerApi.add, { name: '珠江酒店', ...zone, note: '=1+1' }, { token: distributor.token })
  const own = async (language: string) =>
    (await tableAt(customerApi.export, { format: 'xlsx' }, distributor.token, language)).filter(
      ([name], index) => index === 0 || name === '珠江酒店',
    )
  const [head, row] = await own('zh')
  assert.deepEqual(head?.slice(0, 11), [
    '客户名称',
    '所属组织',
    '负责人',
    '联系方式',
    '省',
    '市',
    '区县',
    '详细地址',
    '备注',
    '状态',
    '设备数',
  ])
  assert.deepEqual(row?.slice(0, 11), [
    '珠江酒店',
    '华南经销',
    '',
    '',
    '广东省',
    '广州市',
    '天河区',
    '',
    '=1+1',
    '已启用',
    0,
  ])
  const [, english] = await own('en')
  assert.deepEqual(english?.slice(4, 10), ['Guangdong', 'Guangzhou', 'Tianhe District', '', '=1+1', 'Enabled'])
  const all = await tableAt(customerApi.export, { format: 'csv' }, distributor.token)
  assert.equal(all.length - 1, (await listed({})).length)
  const outside = { department1: '999999', format: 'csv' } as const
  const refused = await app.ask(customerApi.startExport, outside, { token: distributor.token })
  assert.deepEqual(Object.keys(refused.envelope.data.fields ?? {}), ['department1'])
})

test('a template has the header that an import reads, in either language', async () => {
  for (const [language, format] of [
    ['zh', 'csv'],
    ['en', 'xlsx'],
  ] as const) {
    const rows = await tableAt(customerApi.importTemplate, { format }, admin, language)
    assert.equal(rows.length, 1)
    const job = await check([(rows[0] ?? []).map(String), [`From a ${format} template`]])
    assert.deepEqual([job.status, job.failed], ['succeeded', 0])
  }
})

test('a check reports the effect of the rows and writes nothing; the import does it', async () => {
  await make.organisation(app, { name: 'Already there', parentId: distributor.id })
  const rows = [
    ['Name', 'Contact', 'Province', 'City', 'Region'],
    ['New one', '139', 'Guangdong', 'Guangzhou', 'Tianhe District'],
    ['already THERE', '138', '广东', '深圳市', ''],
    ['New two', '', '440000', '440100', '440106'],
    ['', 'nobody', '', '', ''],
  ]
  const checked = await check(rows)
  assert.deepEqual([checked.status, checked.done, checked.total, checked.failed], ['succeeded', 4, 4, 1])
  assert.deepEqual(checked.counts, { added: 2, updated: 1 })
  assert.deepEqual((await listed({ keyword: 'New ' })).length, 0)
  const before = await ofName('Already there')
  assert.equal(before.contact, '')

  const job = await importChecked(checked.id)
  assert.deepEqual(
    [job.status, job.failed, job.counts, job.fileName],
    ['succeeded', 1, checked.counts, 'customers.csv'],
  )
  assert.deepEqual(reasons(job), new Set(['5 Name: This cannot be empty']))
  const { parent, contact, province, city, region } = await ofName('New one')
  assert.deepEqual([parent?.id, contact, province, city, region], [distributor.id, '139', '440000', '440100', '440106'])
  const changed = await ofName('Already there')
  assert.deepEqual([changed.id, changed.contact, changed.city, changed.region], [before.id, '138', '440300', ''])
  assert.ok(changed.updatedAt > before.updatedAt)

  // A second import of the same file changes nothing, including the versions.
  const again = await importChecked(checked.id)
  assert.deepEqual(again.counts, { added: 0, updated: 3 })
  assert.equal((await ofName('Already there')).updatedAt, changed.updatedAt)
})

test('columns are in any order and either language, and values without a column stay', async () => {
  await app.ask(customerApi.add, { name: 'Partly', principal: 'Stays', contact: 'Goes' }, { token: distributor.token })
  const checked = await check([
    ['备注', ' contact* ', '客户名称', 'Devices', 'Added (Asia/Shanghai)'],
    ['Noted', 'Came', 'Partly', '12', '2026-01-01 00:00:00'],
  ])
  await importChecked(checked.id)
  const { principal, contact, note } = await ofName('Partly')
  assert.deepEqual([principal, contact, note], ['Stays', 'Came', 'Noted'])
})

test('an empty cell changes nothing and a hyphen erases, which the check counts; an error of a formula is no customer', async () => {
  const zone = { province: '440000', city: '440100', region: '440106' }
  for (const name of ['Kept whole', 'Erased', 'Moved', 'Hyphen'])
    await app.ask(
      customerApi.add,
      { name, principal: 'Lin', contact: '139', address: name === 'Hyphen' ? '-' : 'Road 1', note: 'n', ...zone },
      { token: distributor.token },
    )
  const checked = await check([
    ['Name', 'Person in charge', 'Contact', 'Province', 'City', 'Region', 'Address', 'Note'],
    ['Kept whole', '', '', '', '', '', '', ''],
    ['Erased', '-', '', '-', '', '', '-', ''],
    ['Moved', '', '138', 'Guangdong', 'Shenzhen', '', '', ''],
    ['Hyphen', '', '', 'Guangdong', '', '', '-', '-'],
    ['#N/A', '', '', '', '', '', '', ''],
    ['-', '', '', '', '', '', '', ''],
    ['Fresh', '-', '', '', '', '', '', ''],
    ['In Xiantao', '', '', '湖北省', '仙桃市', '', '', ''],
    ['In Humen', '', '', '广东', '东莞', '虎门镇', 'Road 7', ''],
  ])
  assert.deepEqual([checked.counts, checked.failed], [{ added: 3, updated: 4, erased: 7 }, 2])
  assert.deepEqual(
    reasons(checked),
    new Set([
      '6 Name: The cell shows the error of a formula',
      '7 Name: A hyphen erases the value, and this one is required',
    ]),
  )
  assert.deepEqual((await importChecked(checked.id)).counts, checked.counts)
  const shown = async (name: string) => {
    const { principal, contact, province, city, region, address, note } = await ofName(name)
    return [principal, contact, province, city, region, address, note]
  }
  assert.deepEqual(await shown('Kept whole'), ['Lin', '139', '440000', '440100', '440106', 'Road 1', 'n'])
  assert.deepEqual(await shown('Erased'), ['', '139', '', '', '', '', 'n'])
  assert.deepEqual(await shown('Moved'), ['Lin', '138', '440000', '440300', '', 'Road 1', 'n'])
  assert.deepEqual(await shown('Hyphen'), ['Lin', '139', '440000', '440100', '440106', '-', ''])
  assert.deepEqual(await shown('Fresh'), ['', '', '', '', '', '', ''])
  assert.deepEqual(await shown('In Xiantao'), ['', '', '420000', '429000', '429004', '', ''])
  assert.deepEqual(await shown('In Humen'), ['', '', '440000', '441900', '', '虎门镇Road 7', ''])
})

test('every bad row is listed with all its reasons, in the language of the caller', async () => {
  const rows = [
    ['客户名称', '所属组织', '省', '市', '区县', '备注'],
    ['', '没有这家', '', '', '', 'x'.repeat(121)],
    ['Area one', '', 'Atlantis', 'Guangzhou', '', ''],
    ['Area two', '', '', 'Guangzhou', '', ''],
    ['Area three', '', '广东', '南京', '', ''],
    ['Twice', '', '', '', '', ''],
    ['TWICE', '', '', '', '', ''],
    ['Sound', '华南经销', '', '', '', ''],
  ]
  const job = await check(rows)
  assert.deepEqual(
    reasons(job),
    new Set([
      '2 客户名称: This cannot be empty',
      '2 备注: Use at most 120 characters',
      '2 所属组织: There is no such organisation, or it cannot have customers',
      '3 省: There is no such area',
      '4 市: Province, city and region do not fit together',
      '5 市: There is no such area. Near it: Jiangsu Nanjing, Guangzhou Nansha District, Shaoguan Nanxiong',
      '7 客户名称: Row 6 of this file already has this name for the same organisation',
    ]),
  )
  assert.deepEqual([job.done, job.failed, job.counts], [7, 5, { added: 2, updated: 0 }])
  const inChinese = (await app.ask(jobApi.detail, { id: job.id }, { token: distributor.token, language: 'zh' }))
    .envelope.data
  assert.ok(reasons(inChinese).has('7 客户名称: 与本文件第 6 行重复：同一组织下名称相同'))
})

test('a header with an unknown column, or without a name column, is refused as a whole, with the columns named', async () => {
  const unknown = await check([
    ['Name', 'Colour', '口味'],
    ['Sound', 'red', ''],
  ])
  assert.deepEqual([unknown.status, unknown.error], ['failed', 'These columns are unknown: Colour, 口味'])
  const missing = await check([['Contact'], ['139']])
  assert.deepEqual([missing.status, missing.error], ['failed', 'These columns are missing: Name'])
  const repeated = await check([
    ['Name', '客户名称'],
    ['a', 'b'],
  ])
  assert.deepEqual([repeated.status, repeated.error], ['failed', 'These columns appear more than once: 客户名称'])
  const empty = await check([['Name']])
  assert.deepEqual([empty.status, empty.error], ['failed', 'There is nothing in this table'])
})

test('imported customers are placed under the caller, or under an organisation below that the row names', async () => {
  await make.organisation(app, { kind: 'agent', name: '佛山代理', parentId: distributor.id })
  await make.organisation(app, { kind: 'distributor', name: 'Somebody else' })
  for (const parentId of [distributor.id, (await make.organisation(app, { kind: 'distributor' })).id]) {
    await make.organisation(app, { kind: 'agent', name: 'Two of them', parentId })
  }
  const rows = [
    ['Name', 'Organisation'],
    ['Under mine', ''],
    ['Under my agent', '佛山代理'],
    ['Under another', 'Somebody else'],
    ['Under one of two', 'two of THEM'],
  ]
  const checked = await check(rows)
  assert.deepEqual(
    reasons(checked),
    new Set(['4 Organisation: There is no such organisation, or it cannot have customers']),
  )
  await importChecked(checked.id)
  assert.equal((await ofName('Under mine')).parent?.id, distributor.id)
  assert.equal((await ofName('Under my agent')).parent?.name, '佛山代理')
  assert.equal((await ofName('Under one of two')).parent?.name, 'Two of them')
  // The platform sees two organisations of that name.
  const ambiguous = await check(rows, admin)
  assert.ok(
    reasons(ambiguous).has(
      '5 Organisation: Several organisations have this name: give them different names, or add the customer by hand',
    ),
  )
})

test('a name has as many characters in an import as in the form, rare Han characters too', async () => {
  const name = '𠀀'.repeat(60)
  const checked = await check([['Name'], [name], ['𠀁'.repeat(61)]])
  assert.deepEqual(
    [checked.counts, reasons(checked)],
    [{ added: 1, updated: 0 }, new Set(['3 Name: Use at most 60 characters'])],
  )
  await importChecked(checked.id)
  assert.equal((await app.ask(customerApi.add, { name: '𠀂'.repeat(60) }, { token: distributor.token })).status, 200)
  assert.equal((await ofName(name)).name, name)
})

test('imported customers are found by the initials of their names at once', async () => {
  const checked = await check([['Name'], ['老盛昌汤包馆']])
  await importChecked(checked.id)
  assert.deepEqual(
    (await listed({ keyword: 'lsctbg' })).map(({ name }) => name),
    ['老盛昌汤包馆'],
  )
})

test('an export can be imported again, and changes nothing', async () => {
  const rows = (await tableAt(customerApi.export, { format: 'csv' }, distributor.token)).map((row) => row.map(String))
  const before = await listed({})
  const checked = await check(rows)
  assert.deepEqual(
    [checked.status, checked.failed, checked.counts],
    ['succeeded', 0, { added: 0, updated: before.length }],
  )
  const versions = await Promise.all(before.map(({ name }) => ofName(name)))
  await importChecked(checked.id)
  assert.deepEqual(await Promise.all(before.map(({ name }) => ofName(name))), versions)
})

test('an account cannot import a file that another account checked, nor one that was not checked', async () => {
  const checked = await check([['Name'], ['Mine to import']])
  const other = await app.ask(customerApi.import, { checkedJobId: checked.id }, { token: admin })
  assert.deepEqual([other.status, other.envelope.data.key], [404, 'job.unknown'])
  const failed = await check([['Colour'], ['red']])
  const unchecked = await app.ask(customerApi.import, { checkedJobId: failed.id }, { token: distributor.token })
  assert.equal(unchecked.status, 409)
})
