// @both-databases: partitions, indexes and filters are SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { alertTypes, faultCategories, type FaultRow } from '@brigade/contract/fault/record.model.ts'
import { sql } from 'kysely'
import { partsApi } from '@brigade/contract/system/parts/parts.endpoints.ts'
import { dayMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { insertEvent } from '../../telemetry/events/event.store.ts'
import { causeIn } from '../../testing/fault/cause-in.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { makePerson } from '../../testing/person/make-person.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** These tests are about the content of lists, totals and exports. */

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

type Made = Awaited<ReturnType<typeof make.device>>
let sent = 0
async function report(
  device: Made,
  code: string,
  { clears = false, identifier = 'Fault', agoMs = 0 } = {},
): Promise<void> {
  const at = app.clock.now()
  sent += 1
  const event = { identifier, type: identifier === 'Fault' ? ('error' as const) : ('alert' as const), code, clears }
  const received = { timeMs: at - agoMs, receivedAtMs: at, messageId: String(sent), isKept: false }
  const output = { Code: code, Active: clears ? 0 : 1 }
  await app.db.transaction().execute((trx) => insertEvent(trx, device.id, { ...event, ...received, output }))
}
const folded = () =>
  until('all to be folded', async () => (await app.db.selectFrom('faultChange').select('seq').execute()).length === 0)
const pageOf = async (query: object, { token }: MadeAccount = admin) =>
  (await app.ask(faultApi.page, query, { token })).envelope.data
const rowsOf = async (query: object, as?: MadeAccount): Promise<readonly FaultRow[]> => (await pageOf(query, as)).list
const versionOf = ({ id, updatedAt }: FaultRow) => ({ id, updatedAt })
const describe = (productId: string, code: string, others: object = {}) =>
  app.ask(
    faultCodeApi.saveCode,
    {
      id: null,
      updatedAt: null,
      productId,
      identifier: 'Fault',
      code,
      severity: 'critical',
      category: 'fan',
      name: { en: 'Fan is stuck', zh: '风机卡住' },
      reason: { en: 'Grease', zh: '油污' },
      remedy: { en: 'Clean it', zh: '清洁' },
      partNumber: 'FN-1',
      ...others,
    },
    { token: admin.token },
  )

/** A customer with an oven of a separate model that has two faults and an alarm. */
async function kitchen() {
  const customer = await make.organisation(app)
  const keeper = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const product = await make.product(app)
  const { id: productId, productKey } = product
  const oven = await make.device(app, { productId, productKey, organisationId: customer.id })
  assert.equal((await describe(productId, 'E04')).status, 200)
  await report(oven, 'E04')
  await report(oven, 'E11')
  await report(oven, '', { identifier: 'DoorOpenLong' })
  await folded()
  return { customer, keeper, product, oven }
}

test('each filter finds what it names and leaves out the rest', async () => {
  const { customer, keeper, product, oven } = await kitchen()
  await app.db.updateTable('deviceState').set({ area: 310115 }).where('deviceId', '=', oven.id).execute()
  const [fan] = await rowsOf({ code: 'E04' }, keeper)
  assert.ok(fan)
  await app.ask(faultApi.assign, { records: [versionOf(fan)], accountId: keeper.id }, { token: keeper.token })
  const now = app.clock.now()
  const found = async (query: object) =>
    (await rowsOf({ type: 'all', ...query }, keeper)).map(({ code }) => code).toSorted()
  const all = ['', 'E04', 'E11']
  const cases: readonly [object, readonly string[]][] = [
    [{}, all],
    [{ type: 'fault' }, ['E04', 'E11']],
    [{ type: 'alarm' }, ['']],
    [{ alertType: 'device' }, ['']],
    [{ alertType: 'excursion' }, []],
    [{ kind: 'oven' }, all],
    [{ kind: 'cooler' }, []],
    [{ keyword: oven.sn }, all],
    [{ keyword: 'E11' }, ['E11']],
    [{ keyword: '卡住' }, ['E04']],
    [{ keyword: 'DoorOpen' }, ['']],
    [{ keyword: 'nothing like it' }, []],
    [{ code: 'E04' }, ['E04']],
    [{ category: 'fan' }, ['E04']],
    [{ category: 'door' }, []],
    [{ severity: 'critical' }, ['E04']],
    [{ severity: 'minor' }, ['']],
    [{ handling: 'in-hand' }, ['E04']],
    [{ handling: 'new' }, ['', 'E11']],
    [{ handling: 'closed' }, []],
    [{ condition: 'active' }, all],
    [{ condition: 'eliminated' }, []],
    [{ open: true }, all],
    [{ open: false }, []],
    [{ open: false, handling: 'new' }, []],
    [{ mine: true }, ['E04']],
    [{ mine: false }, ['', 'E11']],
    [{ stale: true }, []],
    [{ shelved: true }, []],
    [{ seriesId: product.seriesId }, all],
    [{ productId: product.id }, all],
    [{ customerId: customer.id }, all],
    [{ province: '310000' }, all],
    [{ province: '310000', city: '310100', region: '310115' }, all],
    [{ province: '440000' }, []],
    [{ deviceId: oven.id }, all],
    [{ startTime: iso(now - 60_000) }, all],
    [{ startTime: iso(now + 60_000) }, []],
    [{ endTime: iso(now - 60_000) }, []],
  ]
  for (const [query, codes] of cases) assert.deepEqual(await found(query), codes, JSON.stringify(query))
  const totals = (await app.ask(faultApi.totals, { kind: 'oven' }, { token: keeper.token })).envelope.data
  assert.deepEqual(
    [totals.open, totals.severities, totals.handlings['in-hand'], totals.shelved, totals.stale],
    [3, { critical: 1, major: 1, minor: 1, notice: 0 }, 1, 0, 0],
  )
})

test('without dates the list shows what is open however old it is, and what was raised in the last 30 days', async () => {
  const { keeper, oven } = await kitchen()
  const long = 40 * dayMs
  await sql`update fault_open set raised_at = raised_at - interval '40 days' where device_id = ${oven.id}::bigint and code = 'E04'`.execute(
    app.db,
  )
  assert.deepEqual(
    (await rowsOf({}, keeper)).map(({ code, isStale }) => [code, isStale]),
    [
      ['E11', false],
      ['E04', true],
    ],
  )
  await report(oven, 'E04', { clears: true })
  await folded()
  const [old] = await rowsOf({ code: 'E04' }, keeper)
  assert.ok(old)
  const closing = { records: [versionOf(old)], causeId: await causeIn(app), cause: 'Grease', action: 'Cleaned' }
  assert.equal((await app.ask(faultApi.close, closing, { token: keeper.token })).status, 200)
  assert.deepEqual(
    (await rowsOf({}, keeper)).map(({ code }) => code),
    ['E11'],
  )
  const startTime = new Date(app.clock.now() - long - dayMs).toISOString()
  assert.deepEqual(
    (await rowsOf({ startTime, sort: 'raisedAt' }, keeper)).map(({ code }) => code),
    ['E04', 'E11'],
  )
})

test('a code that is described later gives its open records their name, by which they are found', async () => {
  const { keeper, product } = await kitchen()
  assert.equal((await rowsOf({ keyword: 'Board' }, keeper)).length, 0)
  await describe(product.id, 'E11', { name: { en: 'Board too hot', zh: '控制板过热' } })
  const [row] = await rowsOf({ keyword: '过热' }, keeper)
  assert.deepEqual([row?.code, row?.name.en, row?.severity], ['E11', 'Board too hot', 'major'])
})

test('pages follow one another without a gap or a double, through open and closed ones', async () => {
  const { keeper, oven } = await kitchen()
  for (let n = 0; n < 24; n += 1) await report(oven, `P${n}`, { agoMs: n * minuteMs })
  await folded()
  const some = await rowsOf({ keyword: 'P1', pageSize: 80 }, keeper)
  for (const { code } of some) await report(oven, code, { clears: true })
  await folded()
  const records = (await rowsOf({ keyword: 'P1', pageSize: 80 }, keeper)).map(versionOf)
  const closing = { records, causeId: await causeIn(app), cause: 'Seen', action: 'Done' }
  assert.equal((await app.ask(faultApi.close, closing, { token: keeper.token })).status, 200)
  const whole = (await rowsOf({ pageSize: 80 }, keeper)).map(({ id }) => id)
  const paged: string[] = []
  for (let pageNum = 1; pageNum <= 3; pageNum += 1)
    paged.push(...(await rowsOf({ pageNum, pageSize: 10 }, keeper)).map(({ id }) => id))
  assert.equal(whole.length, 26)
  assert.deepEqual(paged, whole)
})

test('an export has what the filters find or what was chosen, all pages, with the phone masked, and nothing of others', async () => {
  const [{ keeper, oven, customer }, other] = [await kitchen(), await kitchen()]
  await app.db.updateTable('organisation').set({ name: '海鲜酒楼' }).where('id', '=', customer.id).execute()
  const person = await makePerson(app, { address: '13712340000' })
  await app.db
    .insertInto('deviceBinding')
    .values({
      deviceId: oven.id,
      appUserId: person.id,
      role: 'owner',
      boundAt: new Date(app.clock.now()).toISOString(),
      unboundAt: null,
    })
    .execute()
  for (let n = 0; n < 12; n += 1) await report(oven, `Q${n}`)
  await folded()
  const exported = async (query: object, language = 'en') => {
    const address = addressOf(app.url, faultApi.export, { format: 'csv', ...query })
    const headers = { authorization: keeper.token, 'accept-language': language }
    const text = await (await fetch(address, { headers })).text()
    const [head = '', ...lines] = text.trim().split(/\r?\n/)
    return { head, lines, text }
  }
  const whole = await exported({})
  assert.equal(whole.lines.length, 14)
  assert.ok(!whole.text.includes(other.oven.sn) && !whole.text.includes('13712340000'))
  assert.match(whole.text, /137\*+/)
  assert.match(whole.lines.find((line) => line.includes('E04')) ?? '', /Fan is stuck.*Grease.*Critical.*Active.*New/)
  assert.equal((await exported({ keyword: 'Q1' })).lines.length, 3)
  assert.equal((await exported({ type: 'all' })).lines.length, 15)
  const alarms = await exported({ type: 'alarm' })
  assert.deepEqual([alarms.lines.length, alarms.text.includes('DoorOpenLong')], [1, true])
  const chosen = (await rowsOf({ keyword: 'Q1' }, keeper)).slice(0, 2)
  const [foreign] = await rowsOf({ deviceId: other.oven.id })
  const ids = [...chosen, foreign].flatMap((row) => row?.id ?? []).join(',')
  assert.equal((await exported({ ids })).lines.length, 2, 'of another nothing, though it was named')
  const zh = await exported({ code: 'E04' }, 'zh')
  assert.match(zh.head, /故障码/)
  assert.match(zh.text, /风机卡住.*油污.*紧急.*未消除.*待确认/)
})

test('the enumerations name categories, kinds of alarms and the described codes of ovens and of refrigerators', async () => {
  const { product } = await kitchen()
  const cooler = await make.product(app, { kind: 'cooler' })
  await describe(cooler.id, 'C77')
  await describe(product.id, 'O77')
  const as = { token: admin.token }
  const values = (options: readonly { value: string }[]) => options.map(({ value }) => value)
  const [categories, kinds, ovens, coolers] = await Promise.all([
    app.ask(faultApi.errorTypes, {}, as),
    app.ask(faultApi.alertTypes, {}, as),
    app.ask(faultApi.faultCodes, {}, as),
    app.ask(faultApi.coolerFaultCodes, {}, as),
  ])
  assert.deepEqual(values(categories.envelope.data), [...faultCategories])
  assert.deepEqual(values(kinds.envelope.data), [...alertTypes])
  assert.ok(kinds.envelope.data.some(({ name }) => name.zh === '温度超限'))
  const [ofOvens, ofCoolers] = [values(ovens.envelope.data), values(coolers.envelope.data)]
  assert.deepEqual([ofOvens.includes('O77'), ofOvens.includes('C77')], [true, false])
  assert.deepEqual([ofCoolers.includes('O77'), ofCoolers.includes('C77')], [false, true])
})

test('codes that nobody described are listed once, of closed records too, and are gone when they are described', async () => {
  const { product, oven, keeper } = await kitchen()
  const listed = async () => {
    const { data } = (await app.ask(faultCodeApi.undescribed, {}, { token: admin.token })).envelope
    return data
      .filter((one) => one.product.id === product.id)
      .map(({ identifier, code, records }) => [identifier, code, records])
  }
  assert.deepEqual(new Set((await listed()).map((one) => one.join(' '))), new Set(['DoorOpenLong  1', 'Fault E11 1']))
  await report(oven, 'E11', { clears: true })
  await folded()
  const records = (await rowsOf({ code: 'E11' }, keeper)).map(versionOf)
  const closing = { records, causeId: await causeIn(app), cause: 'Seen', action: 'Done' }
  assert.equal((await app.ask(faultApi.close, closing, { token: keeper.token })).status, 200)
  assert.ok(
    (await listed()).some(([, code]) => code === 'E11'),
    'closed ones are listed too',
  )
  await describe(product.id, 'E11')
  assert.deepEqual(await listed(), [['DoorOpenLong', '', 1]])
})

test('codes that nobody described are those of open records of any age, and of closed ones that were raised in the last 30 days', async () => {
  const product = await make.product(app)
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  const raised = async (code: string, daysAgo: number) => {
    await report(oven, code)
    await folded()
    await sql`update fault_open set raised_at = raised_at - make_interval(days => ${daysAgo})
      where device_id = ${oven.id}::bigint and code = ${code}`.execute(app.db)
  }
  const close = async (code: string) => {
    await report(oven, code, { clears: true })
    await folded()
    const records = (await rowsOf({ deviceId: oven.id, code })).map(versionOf)
    const closing = { records, causeId: await causeIn(app), cause: 'Seen', action: 'Done' }
    assert.equal((await app.ask(faultApi.close, closing, { token: admin.token })).status, 200)
  }
  for (const [code, daysAgo] of [
    ['E21', 31],
    ['E22', 29],
    ['E23', 31],
  ] as const)
    await raised(code, daysAgo)
  await close('E21')
  await close('E22')
  const { data } = (await app.ask(faultCodeApi.undescribed, {}, { token: admin.token })).envelope
  const codes = data.filter((one) => one.product.id === product.id).map(({ code }) => code)
  assert.deepEqual(codes.toSorted(), ['E22', 'E23'])
})

test('what to do names the spare part as it is offered where the device stands', async () => {
  const { keeper, product } = await kitchen()
  const part = {
    id: 'fan1',
    enabled: true,
    imageFileId: null,
    name: { en: 'Fan wheel', zh: '风轮' },
    number: 'FN-1',
    productIds: [product.id],
    link: 'https://parts.example.com/fn-1',
    priceNote: '',
  }
  const [row] = await rowsOf({ code: 'E04' }, keeper)
  const shown = async () =>
    (await app.ask(faultApi.detail, { id: row?.id ?? '' }, { token: keeper.token })).envelope.data
  assert.deepEqual((await shown()).part, { number: 'FN-1', name: { en: '', zh: '' }, link: '' })
  const kept = await app.ask(partsApi.save, { parts: [part], updatedAt: null }, { token: admin.token })
  assert.equal(kept.status, 200)
  assert.deepEqual((await shown()).part, { number: 'FN-1', name: part.name, link: part.link })
  assert.deepEqual((await shown()).remedy, { en: 'Clean it', zh: '清洁' })
})

test('of two who edit a fault code at once one is told, and one that is deleted meanwhile is not written again', async () => {
  const product = await make.product(app)
  const as = { token: admin.token }
  const { id } = (await describe(product.id, 'E50')).envelope.data
  const { list } = (await app.ask(faultCodeApi.codes, { productId: product.id }, as)).envelope.data
  const version = { id, updatedAt: list[0]?.updatedAt ?? '' }
  const edit = (partNumber: string) => describe(product.id, 'E50', { ...version, partNumber })
  const answers = await Promise.all([edit('FN-2'), edit('FN-3')])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const gone = await Promise.all([1, 2].map(() => app.ask(faultCodeApi.removeCodes, { ids: [id] }, as)))
  assert.deepEqual(
    gone.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404],
  )
  assert.equal((await edit('FN-4')).status, 404)
})

test('a fault has its description, image, model, SN, user, phone, reason, time and elimination time', async () => {
  const { keeper, oven, product } = await kitchen()
  const person = await makePerson(app, { address: '13712345678' })
  const boundAt = new Date(app.clock.now()).toISOString()
  await app.db
    .insertInto('deviceBinding')
    .values({ deviceId: oven.id, appUserId: person.id, role: 'owner', boundAt, unboundAt: null })
    .execute()
  await app.db
    .updateTable('faultCode')
    .set({ imageFileId: 'fan-picture' })
    .where('productId', '=', product.id)
    .where('code', '=', 'E04')
    .execute()
  await report(oven, 'E04', { clears: true })
  await folded()
  const [row] = await rowsOf({ code: 'E04' }, keeper)
  assert.ok(row)
  assert.deepEqual(
    [row.name.en, row.imageFileId, row.product.id, row.device.sn, row.userId, row.reason.en],
    ['Fan is stuck', 'fan-picture', product.id, oven.sn, person.id, 'Grease'],
  )
  assert.match(row.phone, /^137\*+/)
  assert.ok(row.raisedAt !== '' && row.eliminatedAt !== null)
})
