// @both-databases: filters, orders and totals of a list are SQL.
// @icu: search, order and figures of a list depend on the locale.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { batchCalls } from '@brigade/contract/command/batch/batch.endpoints.ts'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import type { WorkState } from '@brigade/contract/device/device.model.ts'
import { workStateNumberOf } from '@brigade/contract/device/device.rules.ts'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { telemetryCalls, uninstalledApi } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

type Search = RequestOf<typeof deviceCalls.oven.list>

let app: TestApp
let token: string
let hotel: { id: string; name: string }
let bakery: { id: string; name: string }

/** Sets the state as the link would. */
async function setState(id: string, online: boolean, workState?: WorkState, reported?: Record<string, number>) {
  const at = new Date(app.clock.now()).toISOString()
  await app.db
    .updateTable('deviceState')
    .set({ online, onlineChangedAt: at, ...(workState && { workState: workStateNumberOf(workState), lastSeenAt: at }) })
    .where('deviceId', '=', id)
    .execute()
  if (reported === undefined) return
  const ms = app.clock.now()
  const entries = Object.entries(reported).map(([identifier, v]) => [identifier, { v, t: ms, s: ms }])
  await app.db
    .updateTable('deviceShadow')
    .set({ reported: JSON.stringify(Object.fromEntries(entries)), reportedAt: at })
    .where('deviceId', '=', id)
    .execute()
}

async function page(search: Search, as = token, endpoint = deviceCalls.oven.list) {
  const { status, envelope } = await app.ask(endpoint, search, { token: as })
  assert.equal(status, 200, envelope.msg)
  return envelope.data
}
const found = async (search: Search, as = token) =>
  (await page({ sort: 'sn', ...search }, as)).list.map((row) => row.sn)

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  hotel = await make.organisation(app, { name: '杭州湖滨大酒店' })
  bakery = await make.organisation(app, { name: 'Maison Berthier' })
  const now = app.clock.now()
  const atHotel = { organisationId: hotel.id, province: '330000', city: '330100', address: '湖滨路 28 号' }
  const atBakery = { organisationId: bakery.id, place: 'Lyon', address: 'Rue Mercière 8' }
  const inUse = { installedAt: now - 10 * dayMs, warrantyDays: 365 }
  const a = await make.device(app, {
    ...atHotel,
    ...inUse,
    sn: 'BX-A',
    name: '面包房左炉',
    mac: '02:AA:10:00:00:01',
    createdAt: now - 1000,
  })
  const b = await make.device(app, { ...atHotel, sn: 'BX-B', name: '宴会厅一号炉', createdAt: now - 2000 })
  await make.device(app, {
    ...atBakery,
    sn: 'BX-C',
    name: 'Pass oven 100%',
    installedAt: now - 400 * dayMs,
    warrantyDays: 365,
    createdAt: now - 3000,
  })
  await make.device(app, { ...atBakery, sn: 'BX-D', name: 'In its box', installed: false })
  await make.device(app, { ...atBakery, sn: 'RC-A', name: '面包房冷柜', kind: 'cooler' })
  await setState(a.id, true, 'cooking', { ChamberTemp: 181.5, CurStage: 2, StageCount: 5, StageRemaining: 90 })
  // The last state before the disconnect is not the present state.
  await setState(b.id, false, 'cooking')
})
after(() => app.stop())

test('lists the installed devices of the kind, newest first, with the columns of their rows', async () => {
  const { list, total, totalCapped, pageNum, pageSize } = await page({})
  assert.deepEqual(
    list.map((row) => row.sn),
    ['BX-A', 'BX-B', 'BX-C'],
  )
  assert.deepEqual(
    { total, totalCapped, pageNum, pageSize },
    { total: 3, totalCapped: undefined, pageNum: 1, pageSize: 10 },
  )
  const row = list[0]
  assert.equal(row?.customer.name, '杭州湖滨大酒店')
  assert.equal(row?.address, '湖滨路 28 号, Hangzhou, Zhejiang')
  assert.equal(row?.workState, 'cooking')
  assert.deepEqual(row?.fact, { stage: 2, stageCount: 5, temperatureC: 181.5, minutesLeft: 2 })
  assert.equal(row?.warranty, 'in')
  assert.match(row?.product.name.zh ?? '', /^型号/)
  assert.equal(list[2]?.address, 'Rue Mercière 8, Lyon')
})

test('lists refrigeration devices on their own path', async () => {
  const { list } = await page({}, token, deviceCalls.cooler.list)
  assert.deepEqual(
    list.map((row) => row.sn),
    ['RC-A'],
  )
})

test('finds a device by any two Chinese characters of its name, and only within its kind', async () => {
  assert.deepEqual(await found({ keyword: '左炉' }), ['BX-A'])
  assert.deepEqual(await found({ keyword: '包房' }), ['BX-A'])
  assert.deepEqual(await found({ keyword: '号炉' }), ['BX-B'])
  assert.deepEqual(await found({ keyword: '炉左' }), [])
})

test('finds by any part of serial number, name or MAC, in either case, and matches patterns literally', async () => {
  assert.deepEqual(await found({ keyword: 'x-c' }), ['BX-C'])
  assert.deepEqual(await found({ keyword: 'PASS oven' }), ['BX-C'])
  assert.deepEqual(await found({ keyword: 'aa:10' }), ['BX-A'])
  assert.deepEqual(await found({ keyword: '0%' }), ['BX-C'])
  assert.deepEqual(await found({ keyword: '%%' }), [])
  assert.deepEqual(await found({ keyword: 'B__' }), [])
})

test('a single character is the start of a serial number', async () => {
  assert.deepEqual(await found({ keyword: 'b' }), ['BX-A', 'BX-B', 'BX-C'])
  assert.deepEqual(await found({ keyword: 'x' }), [])
})

test('filters by connection; a state is one of a device that is online', async () => {
  assert.deepEqual(await found({ online: true }), ['BX-A'])
  assert.deepEqual(await found({ online: false }), ['BX-B', 'BX-C'])
  assert.deepEqual(await found({ state: 'cooking' }), ['BX-A'])
  assert.deepEqual(await found({ state: 'cooking', online: true }), ['BX-A'])
  assert.deepEqual(await found({ state: 'washing' }), [])
})

test('refuses offline together with a state, at the state', async () => {
  const { status, envelope } = await app.ask(
    deviceCalls.oven.list,
    { online: false, state: 'cooking' },
    { token, language: 'zh' },
  )
  assert.equal(status, 422)
  assert.equal(envelope.data.fields?.['state'], '离线设备没有工作状态')
})

test('every call about the devices that a list finds is refused for the same filters as the list: map, export, triples, batch', async () => {
  const found = { online: false, state: 'cooking' } as const
  const word = 'An offline device has no working state'
  const password = testPassword
  const answers = [
    [await app.ask(deviceCalls.oven.map, found, { token }), 'state'],
    [await app.ask(importExportCalls.oven.export, found, { token }), 'state'],
    [await app.ask(importExportCalls.oven.startExport, found, { token }), 'state'],
    [await app.ask(importExportCalls.oven.exportTriples, { installed: found, password }, { token }), 'installed.state'],
    [await app.ask(batchCalls.oven.askBatch, { found }, { token }), 'found.state'],
    [
      await app.ask(
        batchCalls.oven.startBatch,
        { kind: 'property.set', params: { FanSpeed: 40 }, found, password },
        { token },
      ),
      'found.state',
    ],
  ] as const
  assert.deepEqual(
    answers.map(([{ status, envelope }, field]) => [status, envelope.data.fields?.[field]]),
    answers.map(() => [422, word]),
  )
})

test('filters by customer, product, series, warranty, address and installation', async () => {
  const [row] = (await page({ keyword: 'BX-A' })).list
  const detail = await app.ask(deviceCalls.oven.detail, { id: row?.id ?? '' }, { token })
  assert.deepEqual(await found({ customerId: bakery.id }), ['BX-C'])
  assert.deepEqual(await found({ productId: row?.product.id }), ['BX-A', 'BX-B', 'BX-C'])
  assert.deepEqual(await found({ seriesId: detail.envelope.data.series.id, online: true }), ['BX-A'])
  assert.deepEqual(await found({ productId: '999999' }), [])
  assert.deepEqual(await found({ warranty: 'in' }), ['BX-A'])
  assert.deepEqual(await found({ warranty: 'over' }), ['BX-C'])
  assert.deepEqual(await found({ warranty: 'unregistered' }), ['BX-B'])
  assert.deepEqual(await found({ address: '湖滨路' }), ['BX-A', 'BX-B'])
  assert.deepEqual(await found({ address: 'rue mer' }), ['BX-C'])
  const lately = new Date(app.clock.now() - 30 * dayMs).toISOString()
  assert.deepEqual(await found({ startTime: lately }), ['BX-A'])
  assert.deepEqual(await found({ endTime: lately }), ['BX-C'])
})

test('an empty filter in a URL filters nothing', async () => {
  const response = await fetch(`${app.url}/api/web/device/page?keyword=&online=&state=`, {
    headers: { authorization: token },
  })
  assert.equal(response.status, 200)
})

test('refuses an unknown filter, so that a misspelt one never answers with everything', async () => {
  const response = await fetch(`${app.url}/api/web/device/page?customer=1`, { headers: { authorization: token } })
  assert.equal(response.status, 422)
})

test('refuses page sizes that the screens do not offer', async () => {
  for (const [query, status] of [
    ['pageSize=25', 200],
    ['pageSize=80', 200],
    ['pageSize=20', 422],
    ['pageSize=100000', 422],
    ['pageNum=0', 422],
  ] as const) {
    const response = await fetch(`${app.url}/api/web/device/page?${query}`, { headers: { authorization: token } })
    assert.equal(response.status, status, query)
  }
})

test('sorts by each column both ways, and pages neither repeat nor skip a row', async () => {
  assert.deepEqual(
    (await page({ sort: '-sn' })).list.map((row) => row.sn),
    ['BX-C', 'BX-B', 'BX-A'],
  )
  // The order is that of their readings, whichever locale the database has: mian bao fang, pass oven, yan hui ting.
  const sorted = ['面包房左炉', 'Pass oven 100%', '宴会厅一号炉']
  assert.deepEqual(
    (await page({ sort: 'name' })).list.map(({ name }) => name),
    sorted,
  )
  assert.deepEqual(
    (await page({ sort: '-name' })).list.map(({ name }) => name),
    sorted.toReversed(),
  )
  // Devices never seen come last in both directions.
  assert.equal((await page({ sort: '-lastSeenAt' })).list.at(-1)?.lastSeenAt, null)
  assert.equal((await page({ sort: 'lastSeenAt' })).list.at(-1)?.lastSeenAt, null)

  const same = await make.organisation(app)
  const createdAt = app.clock.now()
  for (let number = 0; number < 23; number += 1)
    await make.device(app, { organisationId: same.id, createdAt, name: 'Twin' })
  const pages = await Promise.all([1, 2, 3].map((pageNum) => page({ customerId: same.id, pageNum })))
  assert.deepEqual(
    pages.map(({ list, total }) => [list.length, total]),
    [
      [10, 23],
      [10, 23],
      [3, 23],
    ],
  )
  assert.equal(new Set(pages.flatMap(({ list }) => list.map((row) => row.id))).size, 23)
})

test('totals by state add up, and offline devices have none', async () => {
  const { token: own } = await make.account(app, { role: 'administrator', organisationId: hotel.id })
  const { envelope } = await app.ask(deviceCalls.oven.totals, {}, { token: own })
  assert.deepEqual(envelope.data, {
    all: 2,
    online: 1,
    offline: 1,
    states: { standby: 0, preheating: 0, cooking: 1, completed: 0, cooling: 0, washing: 0, error: 0, defrosting: 0 },
  })
})

test('a detail names series, network and the published version of the thing model', async () => {
  const [row] = (await page({ keyword: 'BX-C' })).list
  const { envelope } = await app.ask(deviceCalls.oven.detail, { id: row?.id ?? '' }, { token })
  assert.equal(envelope.data.modelVersion, 1)
  assert.equal(envelope.data.warranty, 'over')
  assert.equal(envelope.data.warrantyDays, 365)
  assert.match(envelope.data.series.name.en, /^Series/)
  const bare = await make.product(app, { model: null })
  const blank = await make.device(app, { productId: bare.id, organisationId: (await make.organisation(app)).id })
  assert.equal((await app.ask(deviceCalls.oven.detail, { id: blank.id }, { token })).envelope.data.modelVersion, null)
})

test('a device of the other kind answers as if it did not exist', async () => {
  const [cooler] = (await page({}, token, deviceCalls.cooler.list)).list
  const { status, envelope } = await app.ask(
    deviceCalls.oven.detail,
    { id: cooler?.id ?? '' },
    { token, language: 'zh' },
  )
  assert.deepEqual([status, envelope.code, envelope.msg], [404, 404, '设备不存在'])
})

test('shadow and reports of an oven that is not installed are on paths of their own, where an installed one is unknown', async () => {
  const stock = await make.device(app, { installed: false })
  const standing = await make.device(app)
  for (const { id } of [stock, standing]) await setState(id, true, 'standby', { ChamberTemp: 25 })
  for (const call of [uninstalledApi.uninstalledShadow, uninstalledApi.uninstalledHistory] as const) {
    const { envelope } = await app.ask(call, { id: standing.id }, { token })
    assert.deepEqual([envelope.code, envelope.data.key], [404, 'device.unknown'])
  }
  const shadow = (await app.ask(uninstalledApi.uninstalledShadow, { id: stock.id }, { token })).envelope.data
  assert.deepEqual(shadow, (await app.ask(telemetryCalls.oven.shadow, { id: stock.id }, { token })).envelope.data)
  assert.equal(shadow.list.find(({ identifier }) => identifier === 'ChamberTemp')?.value, 25)
  const reports = await app.ask(uninstalledApi.uninstalledHistory, { id: stock.id }, { token })
  assert.deepEqual(
    reports.envelope.data,
    (await app.ask(telemetryCalls.oven.history, { id: stock.id }, { token })).envelope.data,
  )
})

test('a customer sees its own devices and nothing of another, whatever it requests', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { parentId: distributor.id })
  const own = await make.device(app, { organisationId: customer.id, sn: 'OWN-1', name: '面包房右炉' })
  const foreign = (await page({ keyword: 'BX-A' })).list[0]?.id ?? ''
  const now = app.clock.now()
  const span = { startTime: new Date(now - 1000).toISOString(), endTime: new Date(now).toISOString() }
  for (const organisationId of [customer.id, distributor.id]) {
    const { token: theirs } = await make.account(app, { role: 'administrator', organisationId })
    assert.deepEqual(await found({}, theirs), ['OWN-1'])
    assert.deepEqual(await found({ keyword: '面包' }, theirs), ['OWN-1'])
    assert.deepEqual(await found({ customerId: hotel.id }, theirs), [])
    assert.equal((await app.ask(deviceCalls.oven.totals, {}, { token: theirs })).envelope.data.all, 1)
    const { detail } = deviceCalls.oven
    const { shadow, curve, history, messages, onlineLog, events } = telemetryCalls.oven
    const { commands, sendCommand } = commandCalls.oven
    const command = { kind: 'service', identifier: 'StopCooking', params: {}, password: 'Secret2026' } as const
    const statusesOf = async (id: string) =>
      Promise.all([
        ...[detail, shadow, history, messages, onlineLog, events, commands].map((call) =>
          app.ask(call, { id }, { token: theirs }),
        ),
        app.ask(curve, { id, identifiers: 'ChamberTemp', ...span }, { token: theirs }),
        app.ask(sendCommand, { ...command, deviceId: id }, { token: theirs }),
      ]).then((answers) => answers.map((answer) => answer.status))
    assert.deepEqual(new Set(await statusesOf(foreign)), new Set([404]))
    // For its own device all calls succeed, but offline it accepts no command.
    assert.deepEqual(await statusesOf(own.id), [200, 200, 200, 200, 200, 200, 200, 200, 409])
  }
})

test('a wrong password sends nothing and signs nobody out', async () => {
  const oven = await make.device(app, { organisationId: bakery.id, sn: 'PW-1' })
  await setState(oven.id, true, 'standby')
  const { token: own } = await make.account(app, { role: 'administrator', organisationId: bakery.id })
  const draft = { kind: 'property.set', deviceId: oven.id, params: { SetTemp: 180 } } as const
  const refused = await app.ask(commandCalls.oven.sendCommand, { ...draft, password: 'Wrong2026' }, { token: own })
  assert.equal(refused.envelope.data.key, 'session.wrongPassword')
  const ledger = await app.ask(commandCalls.oven.commands, { id: oven.id }, { token: own })
  assert.deepEqual([ledger.status, ledger.envelope.data.total], [200, 0])
})

test('counts more than 10,000 exactly if only the state is filtered, and marks the count where it stops counting', async () => {
  const many = await make.organisation(app, { name: '万台' })
  const one = await make.device(app, { organisationId: many.id, sn: 'BULK-0' })
  await sql`
    with made as (
      insert into device (product_id, sn, name, device_secret, created_at)
      select ${one.productId}, 'BULK-' || number, 'Bulk', ''::bytea, now() from generate_series(1, 10049) as number
      returning id, product_id, created_at
    )
    insert into device_state (device_id, product_id, organisation_id, kind, installed, online, created_at)
    select id, product_id, ${many.id}, 'oven', true, true, created_at from made`.execute(app.db)
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: many.id })
  const totalOf = async (search: Search) => {
    const { total, totalCapped } = await page(search, theirs)
    return [total, totalCapped]
  }
  assert.deepEqual(await totalOf({}), [10_050, undefined])
  assert.deepEqual(await totalOf({ keyword: 'BULK' }), [10_000, true])
  assert.deepEqual(await totalOf({ keyword: 'bulk-77', online: true }), [111, undefined])
  assert.deepEqual((await page({ pageNum: 1005, sort: 'sn' }, theirs)).list.length, 10)
})
