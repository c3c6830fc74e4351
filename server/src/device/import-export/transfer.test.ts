import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { deviceSorts } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted, type JobDetail } from '@brigade/contract/job/job.model.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { z } from 'zod'
import { jobHousekeeping } from '../../job/run-long-work.ts'
import { readTable } from '../../platform/excel/read-table.ts'
import type { TableCell } from '../../platform/excel/table.ts'
import { localFiles } from '../../platform/files/local-files.ts'
import { testPassword } from '../../testing/make-account.ts'
import { bareBook, relations, sheet, sheetName, zip } from '../../testing/malformed/hand-made-book.ts'
import { csv, heads } from '../../testing/malformed/device-file.ts'
import { make } from '../../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: string
let distributor: { id: string; name: string; token: string }
let hotel: { id: string; name: string }
let productKey: string
let productId: string

before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = (await make.account(app, { role: 'administrator' })).token
  const { id, name } = await make.organisation(app, { kind: 'distributor', name: 'Nordkocht' })
  distributor = { id, name, token: (await make.account(app, { role: 'administrator', organisationId: id })).token }
  hotel = await make.organisation(app, { name: 'Grand Quay Hotel', parentId: id })
  ;({ id: productId, productKey } = await make.product(app, { kind: 'oven' }))
})
after(() => app.stop())

const limits = { maxBytes: 20_000_000, maxRows: 100_000 }

async function bytesAt(endpoint: Endpoint, input: unknown, token: string, language = 'en'): Promise<Buffer> {
  const response = await fetch(addressOf(app.url, endpoint, input), {
    headers: { authorization: token, 'accept-language': language, 'time-zone': 'Asia/Shanghai' },
  })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

async function rowsOf(bytes: Buffer): Promise<TableCell[][]> {
  const rows: TableCell[][] = []
  for await (const { cells } of readTable(bytes, limits)) rows.push([...cells])
  return rows
}

const ended = (id: string, token: string): Promise<JobDetail> =>
  until(`job ${id} to end`, async () => {
    const job = (await app.ask(jobApi.detail, { id }, { token })).envelope.data
    return job.finishedAt === null ? undefined : job
  })

async function check(endpoint: Endpoint, file: string | Buffer, token = distributor.token) {
  const form = new FormData()
  const content = typeof file === 'string' ? file : new Uint8Array(file)
  form.append('file', new Blob([content]), 'devices.csv')
  const response = await fetch(app.url + endpoint.path, {
    method: 'POST',
    headers: { authorization: token, 'time-zone': 'Asia/Shanghai' },
    body: form,
  })
  const { data } = z.object({ data: JobStarted }).parse(await response.json())
  return ended(data.jobId, token)
}

async function importInstalled(file: string | Buffer, token = distributor.token) {
  const checked = await check(importExportCalls.oven.checkImport, file, token)
  const { envelope } = await app.ask(importExportCalls.oven.import, { checkedJobId: checked.id }, { token })
  return { checked, done: await ended(envelope.data.jobId, token) }
}

const reasons = (job: JobDetail) => job.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`)
const listed = async (keyword: string, token = distributor.token) =>
  (await app.ask(deviceCalls.oven.list, { keyword, pageSize: 80 }, { token })).envelope.data.list
const ofSn = async (sn: string, token = distributor.token) => {
  const [row] = (await listed(sn, token)).filter((device) => device.sn === sn)
  return (await app.ask(deviceCalls.oven.detail, { id: row?.id ?? '1' }, { token })).envelope.data
}

test('an import reports its effect, then adds devices at their organisations, with everything in the file', async () => {
  const file = csv([
    heads,
    [
      'IMP-0001',
      '宴会厅一号炉',
      productKey,
      '02a1b2c3d4e5',
      hotel.name,
      '浙江',
      '杭州市',
      '西湖区',
      '',
      '湖滨路 28 号',
      '经销商',
      distributor.name,
      '2026-03-01 09:30',
      '730',
      'Line 4',
      'by the door',
    ],
    [
      'IMP-0002',
      'Pass oven',
      productKey,
      '',
      hotel.name,
      '',
      '',
      '',
      'Hamburg',
      'Am Kai 14',
      '',
      '',
      '2026/3/2',
      '',
      '',
      '',
    ],
  ])
  const { checked, done } = await importInstalled(file)
  assert.deepEqual([checked.counts, checked.failed, reasons(checked)], [{ added: 2, updated: 0 }, 0, []])
  assert.deepEqual([done.status, done.counts], ['succeeded', { added: 2, updated: 0 }])
  const first = await ofSn('IMP-0001')
  assert.deepEqual(
    [first.name, first.mac, first.customer.name, first.installedAt, first.warrantyDays, first.factoryArea, first.note],
    ['宴会厅一号炉', '02:A1:B2:C3:D4:E5', hotel.name, '2026-03-01T01:30:00.000Z', 730, 'Line 4', 'by the door'],
  )
  assert.deepEqual(
    [first.zone.region, first.zone.place, first.channelType, first.channel?.name, first.warrantyUntil],
    ['330106', 'Xihu District, Hangzhou, Zhejiang', 'distributor', distributor.name, '2028-02-29T01:30:00.000Z'],
  )
  const second = await ofSn('IMP-0002')
  assert.deepEqual([second.zone.place, second.installedAt], ['Hamburg', '2026-03-01T16:00:00.000Z'])
  const log = (await app.ask(recordCalls.oven.changes, { id: first.id }, { token: admin })).envelope.data.list
  assert.deepEqual(log[0]?.action, 'imported')
  assert.deepEqual(
    log[0]?.fields.find(({ field }) => field === 'customer'),
    { field: 'customer', from: '', to: hotel.name },
  )
})

test('rows that cannot be are refused with every reason, and the others pass', async () => {
  await make.organisation(app, { name: 'Twin', parentId: hotel.id === '' ? '' : distributor.id })
  const agent = await make.organisation(app, { kind: 'agent', name: 'Agent 7', parentId: distributor.id })
  await make.organisation(app, { name: 'Twin', parentId: agent.id })
  const foreign = await make.device(app, { sn: 'FOREIGN-1' })
  const cooler = await make.product(app, { kind: 'cooler' })
  const row = (cells: Partial<Record<(typeof heads)[number], string>>) => {
    const usual: Record<string, string> = { Name: 'Oven', 'Product key': productKey, Customer: hotel.name }
    return heads.map((head) => cells[head] ?? (head === 'Installed at' ? '2026-01-05' : (usual[head] ?? '')))
  }
  const { checked, done } = await importInstalled(
    csv([
      heads,
      row({ SN: 'BAD-0001', MAC: 'xyz', 'Installed at': '2026-02-30', 'Warranty days': '-1', 'Channel type': 'gift' }),
      row({ SN: 'BAD 0002', Customer: 'Nobody', City: '杭州' }),
      row({ SN: 'GOOD-001' }),
      row({ SN: 'GOOD-001' }),
      row({ SN: foreign.sn }),
      row({ SN: 'BAD-0003', 'Product key': cooler.productKey }),
      row({ SN: 'BAD-0004', Customer: 'Twin' }),
      row({ SN: 'GOOD-002', Customer: 'Agent 7 / Twin' }),
      row({ SN: 'BAD-0005', Name: '', 'Installed at': '' }),
    ]),
  )
  assert.deepEqual(
    new Set(reasons(checked)),
    new Set([
      '2 MAC: A MAC address has 12 hex digits',
      '2 Installed at: Enter a date or time, such as 2026-03-01 or 2026-03-01 09:30',
      '2 Warranty days: Whole days, 0 to 3660',
      '2 Channel type: Use direct, distributor, agent or online',
      '3 SN: 4 to 32 letters, digits and _ . : @ -, beginning with a letter or digit',
      '3 City: Province, city and region do not fit together',
      '3 Customer: There is no such organisation',
      '5 SN: Row 4 of this file already has this SN',
      '6 SN: This SN belongs to a device that cannot be changed here: of another kind, another list or another organisation',
      '7 Product key: There is no such product of this kind',
      '8 Customer: Several organisations have this name: enter it with the one above it, as in “A / B”',
      '10 Name: This cannot be empty',
      '10 Installed at: This cannot be empty',
    ]),
  )
  assert.deepEqual([checked.counts, checked.failed], [{ added: 2, updated: 0 }, 7])
  assert.deepEqual([done.counts, done.failed, done.hasErrors], [{ added: 2, updated: 0 }, 7, true])
  assert.equal((await ofSn('GOOD-002')).customer.name, 'Twin')
  const errors = await rowsOf(await bytesAt(jobApi.errors, { id: done.id, format: 'csv' }, distributor.token))
  assert.equal(errors.length, 8)
  assert.deepEqual(errors[1]?.slice(0, 3), ['BAD-0001', 'Oven', productKey])
})

test('an export is imported again without a change, in either language and either form', async () => {
  for (const language of ['en', 'zh'] as const)
    for (const format of ['xlsx', 'csv'] as const) {
      const before = await ofSn('IMP-0001')
      const bytes = await bytesAt(importExportCalls.oven.export, { format }, distributor.token, language)
      const { done } = await importInstalled(bytes)
      assert.deepEqual([done.status, done.failed, done.counts?.['added'], reasons(done)], ['succeeded', 0, 0, []])
      assert.deepEqual(await ofSn('IMP-0001'), before)
    }
})

test('a known device takes the values of the file and keeps those without a column; only a transfer changes its customer', async () => {
  const before = await ofSn('IMP-0001')
  const { done } = await importInstalled(
    csv([
      ['SN', 'Note', 'Warranty days', 'Name', 'Province', 'City', 'Address', 'Channel'],
      ['IMP-0001', 'new note', '-', '', '', '', '', ''],
    ]),
  )
  assert.deepEqual(done.counts, { added: 0, updated: 1, erased: 1 })
  const after = await ofSn('IMP-0001')
  assert.deepEqual([after.note, after.warrantyDays, after.warrantyUntil], ['new note', null, null])
  assert.deepEqual([after.name, after.zone, after.channel], [before.name, before.zone, before.channel])
  const moved = await importInstalled(
    csv([
      ['SN', 'Customer'],
      ['IMP-0001', distributor.name],
    ]),
  )
  assert.deepEqual(reasons(moved.done), ['2 Customer: To change the organisation of a device, transfer it'])
})

test('imported devices are found by the initials of their names at once, new and changed ones', async () => {
  const named = (name: string) =>
    importInstalled(
      csv([
        ['SN', 'Name', 'Product key', 'Customer', 'Installed at'],
        ['IMP-HAN', name, productKey, hotel.name, '2026-04-01'],
      ]),
    )
  const found = async (keyword: string) => (await listed(keyword)).map(({ sn }) => sn)
  await named('二号蒸箱')
  assert.deepEqual(await found('ehzx'), ['IMP-HAN'])
  await importInstalled(
    csv([
      ['SN', 'Name'],
      ['IMP-HAN', '三号蒸箱'],
    ]),
  )
  assert.deepEqual([await found('ehzx'), await found('shzx')], [[], ['IMP-HAN']])
})

test('an empty cell changes nothing, a hyphen erases; what a device cannot be without is not erased', async () => {
  const before = await ofSn('IMP-0001')
  const columns = [
    'SN',
    'Name',
    'MAC',
    'Province',
    'City',
    'Region',
    'Address',
    'Channel type',
    'Channel',
    'Installed at',
    'Note',
  ]
  const erasing = await importInstalled(csv([columns, ['IMP-0001', '', '-', '-', '', '', '-', '-', '-', '', '-']]))
  assert.deepEqual([reasons(erasing.done), erasing.done.counts], [[], erasing.checked.counts])
  const after = await ofSn('IMP-0001')
  assert.deepEqual(
    [after.mac, after.zone.province, after.zone.city, after.address, after.channelType, after.channel, after.note],
    ['', '', '', '', null, null, ''],
  )
  assert.deepEqual([after.name, after.installedAt, after.customer], [before.name, before.installedAt, before.customer])
  const { done } = await importInstalled(csv([columns, ['IMP-0001', '-', '', '', '', '', '', '', '', '-', '']]))
  assert.deepEqual(reasons(done).toSorted(), [
    '2 Installed at: A hyphen erases the value, and this one is required',
    '2 Name: A hyphen erases the value, and this one is required',
  ])
})

test('a serial number that a spreadsheet has changed registers no other device: zeros of a format are read, cut digits refused', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="11"/><xf numFmtId="14"/></cellXfs></styleSheet>'
  const words = (...texts: string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  const device = (row: number, style: number, sn: string, name = `<c t="inlineStr"><is><t>Oven</t></is></c>`) =>
    `<row r="${row}"><c s="${style}"><v>${sn}</v></c>${name}${words(productKey, hotel.name, '2026-04-01')}</row>`
  const rows = [
    `<row r="1">${words('SN', 'Name', 'Product key', 'Customer', 'Installed at')}</row>`,
    device(2, 1, '4711'),
    device(3, 0, '1234567890123456789'),
    device(4, 2, '120000'),
    device(5, 3, '46000'),
    device(6, 0, '1025030318', '<c t="e"><v>#N/A</v></c>'),
  ]
  const parts = bareBook.map((part) =>
    part.name.endsWith('workbook.xml.rels')
      ? { ...part, data: relations(['r1', 'worksheet', 'worksheets/sheet1.xml'], ['r3', 'styles', 'styles.xml']) }
      : part,
  )
  const file = zip([...parts, { name: 'xl/styles.xml', data: styles }, { name: sheetName, data: sheet(rows.join('')) }])
  const { done } = await importInstalled(file)
  assert.deepEqual([done.status, done.counts, done.failed], ['succeeded', { added: 1, updated: 0 }, 4])
  assert.deepEqual(reasons(done).toSorted(), [
    '3 SN: The spreadsheet has cut this number: format the column as text and enter it again',
    '4 SN: The spreadsheet has made a number with an exponent of it: format the column as text and enter it again',
    '5 SN: The spreadsheet has made a date or a time of it: format the column as text and enter it again',
    '6 Name: The cell shows the error of a formula',
  ])
  assert.deepEqual([(await ofSn('00004711')).name, (await listed('1025030318')).length], ['Oven', 0])
})

test('days of warranty are read as sheets of any language write them, and refused by column where that says two things', async () => {
  const written = ['365,0', '３６５', '1 095', '1,095', '2,2']
  const row = (days: string, at: number) => [`DAYS-${at}`, 'Oven', productKey, hotel.name, '2026-03-01', days]
  const { checked } = await importInstalled(
    csv([['SN', 'Name', 'Product key', 'Customer', 'Installed at', 'Warranty days'], ...written.map(row)]),
  )
  assert.deepEqual(checked.counts, { added: 3, updated: 0 })
  assert.deepEqual(
    reasons(checked).map((reason) => reason.slice(0, 24)),
    ['5 Warranty days: 1,095 i', '6 Warranty days: Whole d'],
  )
  assert.deepEqual([(await ofSn('DAYS-0')).warrantyDays, (await ofSn('DAYS-2')).warrantyDays], [365, 1095])
})

test('stock that is imported, then imported as installed, is in the device list', async () => {
  const checked = await check(
    importExportCalls.oven.checkUninstalledImport,
    csv([
      ['SN', 'Name', 'Product key', 'Organisation'],
      ['STOCK-01', 'Shelf', productKey, ''],
    ]),
  )
  const { envelope } = await app.ask(
    importExportCalls.oven.importUninstalled,
    { checkedJobId: checked.id },
    { token: distributor.token },
  )
  assert.deepEqual((await ended(envelope.data.jobId, distributor.token)).counts, { added: 1, updated: 0 })
  const stock = (await app.ask(deviceCalls.oven.uninstalled, { keyword: 'STOCK' }, { token: distributor.token }))
    .envelope.data
  assert.deepEqual(
    stock.list.map((row) => [row.sn, row.customer.name, row.installed]),
    [['STOCK-01', distributor.name, false]],
  )
  await importInstalled(
    csv([
      ['SN', 'Customer', 'Installed at'],
      ['STOCK-01', hotel.name, '2026-04-01'],
    ]),
  )
  const installed = await ofSn('STOCK-01')
  assert.deepEqual([installed.installed, installed.customer.name, installed.name], [true, hotel.name, 'Shelf'])
  const log = (await app.ask(recordCalls.oven.changes, { id: installed.id }, { token: admin })).envelope.data.list
  assert.deepEqual(
    log.map(({ action }) => action),
    ['installed', 'imported'],
  )
})

test('an export contains the list over all pages, in each order of the list', async () => {
  const place = await make.organisation(app, { name: 'Ordered' })
  for (let i = 0; i < 25; i += 1)
    await make.device(app, {
      sn: `ORD-${String((i * 7) % 25).padStart(3, '0')}`,
      name: `Oven ${i % 4}`,
      organisationId: place.id,
    })
  await app.db
    .updateTable('deviceState')
    .set({ lastSeenAt: new Date(app.clock.now()).toISOString() })
    .where('organisationId', '=', place.id)
    .where((is) => is(is.cast('deviceId', 'integer'), '>', 0))
    .where('deviceId', 'in', (query) => query.selectFrom('device').select('id').where('name', '=', 'Oven 1'))
    .execute()
  for (const sort of deviceSorts.flatMap((column) => [column, `-${column}`])) {
    const search = { customerId: place.id, sort }
    const shown = (await app.ask(deviceCalls.oven.list, { ...search, pageSize: 80 }, { token: admin })).envelope.data
      .list
    const [, ...rows] = await rowsOf(await bytesAt(importExportCalls.oven.export, { ...search, format: 'csv' }, admin))
    assert.deepEqual(
      rows.map(([sn]) => sn),
      shown.map(({ sn }) => sn),
      sort,
    )
    assert.equal(rows.length, 25)
  }
  const [one] = (await app.ask(deviceCalls.oven.list, { customerId: place.id }, { token: admin })).envelope.data.list
  await app.db
    .insertInto('deviceModule')
    .values({ deviceId: one?.id ?? '', module: 'WiFi', version: '1.4.2', reportedAt: new Date().toISOString() })
    .execute()
  const [head = [], row = []] = await rowsOf(
    await bytesAt(importExportCalls.oven.export, { customerId: place.id, format: 'csv' }, admin),
  )
  assert.deepEqual([row[head.indexOf('Wi-Fi firmware')], row[head.indexOf('App users')]], ['1.4.2', '0'])
  const { jobId } = (await app.ask(importExportCalls.oven.startExport, { customerId: place.id }, { token: admin }))
    .envelope.data
  const job = await ended(jobId, admin)
  assert.deepEqual([job.status, job.done, job.total, job.hasFile], ['succeeded', 25, 25, true])
})

test('a time of the hour that comes twice comes back from an export as the same time', async () => {
  const place = await make.organisation(app, { parentId: distributor.id })
  const times = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
  const made = []
  for (const installedAt of times.map((time) => Date.parse(time)))
    made.push(await make.device(app, { productId, organisationId: place.id, installedAt }))
  const headers = { authorization: admin, 'accept-language': 'en', 'time-zone': 'Europe/Berlin' }
  const exported = await fetch(
    addressOf(app.url, importExportCalls.oven.export, { customerId: place.id, format: 'csv' }),
    { headers },
  )
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await exported.arrayBuffer())]), 'devices.csv')
  const sent = { method: 'POST', headers, body: form }
  const answer = await (await fetch(app.url + importExportCalls.oven.checkImport.path, sent)).json()
  const { jobId: checkedJobId } = z.object({ data: JobStarted }).parse(answer).data
  assert.deepEqual(reasons(await ended(checkedJobId, admin)), [])
  // The stored device equals the row of the file.
  const later = new Date(app.clock.now()).toISOString()
  await app.db
    .updateTable('device')
    .set({ installedAt: later })
    .where(
      'id',
      'in',
      made.map(({ id }) => id),
    )
    .execute()
  const { jobId } = (await app.ask(importExportCalls.oven.import, { checkedJobId }, { token: admin })).envelope.data
  assert.equal((await ended(jobId, admin)).status, 'succeeded')
  const rows = await app.db
    .selectFrom('device')
    .select('installedAt')
    .where(
      'id',
      'in',
      made.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ installedAt }) => new Date(installedAt ?? '').toISOString()),
    times,
  )
})

test('triples are imported and exported in Alibaba’s form with the password, for no other account, and are not logged', async () => {
  const secret = 'Aa0123456789Aa0123456789'
  const file = `ProductKey,DeviceName,DeviceSecret\n${productKey},TRI-0001,${secret}\n${productKey},TRI-0002,\n${productKey},TRI-0003,short\n`
  const checked = await check(importExportCalls.oven.checkTriples, file)
  assert.deepEqual([checked.counts, checked.failed], [{ added: 2, updated: 0 }, 1])
  const ask = { checkedJobId: checked.id }
  const { token } = distributor
  const wrong = await app.ask(importExportCalls.oven.importTriples, { ...ask, password: 'wrong' }, { token })
  assert.deepEqual([wrong.status, Object.keys(wrong.envelope.data.fields ?? {})], [422, ['password']])
  const right = await app.ask(importExportCalls.oven.importTriples, { ...ask, password: testPassword }, { token })
  const done = await ended(right.envelope.data.jobId, token)
  assert.deepEqual(
    [done.counts, reasons(done)],
    [{ added: 2, updated: 0 }, ['4 DeviceSecret: 16 to 64 letters or digits']],
  )
  const errors = (await bytesAt(jobApi.errors, { id: done.id, format: 'csv' }, token)).toString()
  assert(errors.includes('TRI-0003') && !errors.includes('short'))

  const started = await app.ask(
    importExportCalls.oven.exportTriples,
    { uninstalled: { keyword: 'TRI-' }, password: testPassword },
    { token },
  )
  const job = await ended(started.envelope.data.jobId, token)
  const lines = (await bytesAt(jobApi.file, { id: job.id }, token)).toString().trimEnd().split('\n')
  assert.equal(lines[0], 'ProductKey,DeviceName,DeviceSecret')
  assert(lines.includes(`${productKey},TRI-0001,${secret}`))
  assert.equal(lines.length, 3)
  assert.equal((await app.ask(jobApi.detail, { id: job.id }, { token: admin })).status, 404)
  const logged = await app.db.selectFrom('operationBody').select(['request', 'response']).execute()
  assert(logged.length > 0 && !JSON.stringify(logged).includes(secret))
  const params = await app.db.selectFrom('job').select('params').where('id', '=', job.id).execute()
  assert(!JSON.stringify(params).includes(testPassword))
  const foreign = await make.device(app, { productId, productKey })
  const refused = await app.ask(
    importExportCalls.oven.exportTriples,
    { ids: [foreign.id], password: testPassword },
    { token },
  )
  assert.equal(refused.status, 404)
})

test('no secret is in a file longer than needed: in an imported one not at all, in an exported one for an hour', async () => {
  const { token } = distributor
  const files = localFiles(`${app.settings.dataDir}/files`)
  const filesOf = async (id: string) => {
    const job = await app.db
      .selectFrom('job')
      .select(['inputFileId', 'resultFileId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [job.inputFileId, job.resultFileId].filter((fileId) => fileId !== null)
  }
  const content = `ProductKey,DeviceName,DeviceSecret\n${productKey},TRI-0009,Cc0123456789Cc0123456789\n`
  const checked = await check(importExportCalls.oven.checkTriples, content)
  const [input = assert.fail('no file')] = await filesOf(checked.id)
  const lies = async (id: string) => (await files.get(id))?.toString('latin1') ?? ''
  assert.doesNotMatch(await lies(input), /Cc0123456789|DeviceSecret/)
  const ask = { checkedJobId: checked.id, password: testPassword }
  const imported = await ended(
    (await app.ask(importExportCalls.oven.importTriples, ask, { token })).envelope.data.jobId,
    token,
  )
  await until('the input to be gone', async () => (await files.get(input)) === null)
  assert.deepEqual([await filesOf(checked.id), await filesOf(imported.id)], [[], []])
  const again = await app.ask(importExportCalls.oven.importTriples, ask, { token })
  assert.deepEqual([again.status, again.envelope.data.key], [404, 'job.noFile'])

  const unused = await check(importExportCalls.oven.checkTriples, content)
  const chosen = { uninstalled: { keyword: 'TRI-0009' }, password: testPassword }
  const exported = await ended(
    (await app.ask(importExportCalls.oven.exportTriples, chosen, { token })).envelope.data.jobId,
    token,
  )
  const kept = [...(await filesOf(unused.id)), ...(await filesOf(exported.id))]
  assert.equal(kept.length, 2)
  for (const fileId of kept) assert.doesNotMatch(await lies(fileId), /Cc0123456789|DeviceSecret/)
  assert.equal(Date.parse(exported.expiresAt ?? ''), Date.parse(exported.finishedAt ?? '') + hourMs)
  const download = () => app.ask(jobApi.detail, { id: exported.id }, { token })
  assert.equal((await download()).status, 200)
  app.clock.advance(3_601_000)
  const late = await fetch(addressOf(app.url, jobApi.file, { id: exported.id }), { headers: { authorization: token } })
  assert.equal(late.status, 404)
  for (const job of jobHousekeeping({ db: app.db, clock: app.clock, files })) await job.run(undefined)
  for (const fileId of kept) assert.equal(await files.get(fileId), null)
  assert.equal((await download()).status, 404)
})

test('a file of secrets is handed out once, to the first caller, and then deleted', async () => {
  const { token } = distributor
  const files = localFiles(`${app.settings.dataDir}/files`)
  await make.device(app, { sn: 'TRI-ONCE', productId, productKey, organisationId: distributor.id })
  const chosen = { uninstalled: { keyword: 'TRI-' }, password: testPassword }
  const { id } = await ended(
    (await app.ask(importExportCalls.oven.exportTriples, chosen, { token })).envelope.data.jobId,
    token,
  )
  const { resultFileId } = await app.db
    .selectFrom('job')
    .select('resultFileId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // A HEAD request does not deliver the file, so it does not use it up.
  const request = { method: 'HEAD', headers: { authorization: token } }
  assert.equal((await fetch(addressOf(app.url, jobApi.file, { id }), request)).status, 404)
  const fetched = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const answer = await fetch(addressOf(app.url, jobApi.file, { id }), { headers: { authorization: token } })
      return { status: answer.status, text: await answer.text() }
    }),
  )
  assert.deepEqual(
    fetched.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404, 404],
  )
  assert.match(fetched.find(({ status }) => status === 200)?.text ?? '', /^ProductKey,DeviceName,DeviceSecret\n/)
  assert.equal((await app.ask(jobApi.detail, { id }, { token })).envelope.data.hasFile, false)
  await until('its bytes to be gone', async () => (await files.get(resultFileId ?? '')) === null)
})

test('serial numbers that differ in case alone are told with their row, and are devices of their own', async () => {
  const row = (sn: string) => `${sn},Oven ${sn},${productKey}`
  const file = [
    'SN,Name,Product key',
    row('CASE-0001'),
    row('CASE-0002'),
    row('case-0001'),
    row('Case-0002'),
    row('CASE-0003'),
  ]
  const job = await check(importExportCalls.oven.checkUninstalledImport, file.join('\r\n'))
  assert.deepEqual([job.counts, job.failed], [{ added: 5, updated: 0, alike: 2, alikeRow: 4 }, 0])
  const { envelope } = await app.ask(
    importExportCalls.oven.importUninstalled,
    { checkedJobId: job.id },
    { token: distributor.token },
  )
  const done = await ended(envelope.data.jobId, distributor.token)
  assert.deepEqual(done.counts, { added: 5, updated: 0, alike: 2, alikeRow: 4 })
  // A row that occurs twice in the file adds only one device.
  const again = await check(
    importExportCalls.oven.checkUninstalledImport,
    [...file.slice(0, 3), row('CASE-0003')].join('\r\n'),
  )
  assert.deepEqual(again.counts, { added: 0, updated: 3 })
  const triples = ['DeviceName,DeviceSecret,ProductKey', `CASED-01,,${productKey}`, `cased-01,,${productKey}`].join(
    '\r\n',
  )
  const checked = await check(importExportCalls.oven.checkTriples, triples)
  assert.deepEqual([checked.counts, reasons(checked)], [{ added: 2, updated: 0, alike: 1, alikeRow: 3 }, []])
})
