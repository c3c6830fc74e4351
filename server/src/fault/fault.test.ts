// @both-databases: triggers and partitions are SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow, Severity } from '@brigade/contract/fault/record.model.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { choice } from '@brigade/contract/thing-model/ready-made/writing.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { insertEvent } from '../telemetry/events/event.store.ts'
import { causeIn } from '../testing/fault/cause-in.ts'
import { connectMade } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import type { MadeAccount } from '../testing/make-account.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

/** A connected oven, with a function that posts its events. */
async function linked(wanted: Parameters<typeof make.device>[1] = {}) {
  const oven = await make.device(app, wanted)
  const device = await connectMade(app, oven)
  const post = async (code: string | number, active: 0 | 1) => {
    const topic = 'thing/event/Fault/post'
    await device.send(topic, { id: String((posted += 1)), version: '1.0', params: { Code: code, Active: active } })
    await device.receive(`${topic}_reply`)
  }
  return { oven, post }
}
let posted = 0

const pageOf = async (query: object, { token }: MadeAccount = admin) =>
  (await app.ask(faultApi.page, query, { token })).envelope.data
const recordsOf = async (deviceId: string, others: object = {}): Promise<readonly FaultRow[]> =>
  (await pageOf({ deviceId, ...others })).list

/** The only record of a device, once it fulfils the condition. */
const awaited = (deviceId: string, isIt: (row: FaultRow) => boolean) =>
  until(`the record of device ${deviceId}`, async () => (await recordsOf(deviceId)).find(isIt), 10_000)

const versionOf = ({ id, updatedAt }: FaultRow) => ({ id, updatedAt })

async function raised(code = 'E11') {
  const link = await linked()
  await link.post(code, 1)
  const row = await awaited(link.oven.id, (one) => one.condition === 'active')
  return { ...link, row }
}

/** Describes a code of the product. */
async function describe(productId: string, code: string, severity: Severity) {
  await app.db
    .insertInto('faultCode')
    .values({
      productId,
      identifier: 'Fault',
      code,
      severity,
      category: 'fan',
      name: '风机故障',
      enName: 'Fan failed',
      imageFileId: null,
      endsWhen: null,
      updatedAt: new Date(app.clock.now()).toISOString(),
    })
    .execute()
}

test('an event of type error becomes a fault, raised again it counts, and its end eliminates it without closing it', async () => {
  const { oven, post } = await linked()
  await describe(oven.productId, 'E04', 'major')
  await post('E04', 1)
  const row = await awaited(oven.id, () => true)
  assert.deepEqual(
    [row.type, row.code, row.name.en, row.severity, row.category, row.condition, row.handling, row.occurrences],
    ['fault', 'E04', 'Fan failed', 'major', 'fan', 'active', 'new', 1],
  )
  await post('E04', 1)
  await awaited(oven.id, ({ occurrences }) => occurrences === 2)
  await post('E04', 0)
  const ended = await awaited(oven.id, ({ condition }) => condition === 'eliminated')
  assert.deepEqual([ended.id, ended.handling, ended.closedAt], [row.id, 'new', null])
})

test('the items of an enumeration are codes: two of them are two records, and the end of one leaves the other open', async () => {
  const fault = combiOven.events.find(({ identifier }) => identifier === 'Fault')
  assert.ok(fault)
  const items = choice([
    { value: 4, en: 'Fan failed', zh: '风机故障' },
    { value: 7, en: 'No water', zh: '缺水' },
  ])
  const outputData = fault.outputData.map((output) =>
    output.identifier === 'Code' ? { ...output, dataType: items } : output,
  )
  const events = combiOven.events.map((event) => (event === fault ? { ...fault, outputData } : event))
  const { id: productId, productKey } = await make.product(app, { model: { ...combiOven, events } })
  const { oven, post } = await linked({ productId, productKey })
  await describe(productId, '4', 'major')
  await post(4, 1)
  await post(7, 1)
  await until('both records', async () => (await recordsOf(oven.id)).length === 2, 10_000)
  await post(4, 0)
  await awaited(oven.id, ({ code, condition }) => code === '4' && condition === 'eliminated')
  const rows = new Map((await recordsOf(oven.id)).map(({ code, name, condition }) => [code, [name.en, condition]]))
  assert.deepEqual(rows.get('4'), ['Fan failed', 'eliminated'])
  assert.deepEqual(rows.get('7'), ['7', 'active'])
  assert.equal(rows.size, 2)
})

test('a minor fault closes by itself once it is eliminated and acknowledged, and is found among the closed ones', async () => {
  const { oven, post } = await linked()
  await describe(oven.productId, 'E05', 'minor')
  await post('E05', 1)
  const row = await awaited(oven.id, () => true)
  assert.equal((await app.ask(faultApi.acknowledge, { records: [versionOf(row)] }, { token: admin.token })).status, 200)
  await post('E05', 0)
  const closed = await awaited(oven.id, ({ handling }) => handling === 'closed')
  assert.equal(closed.id, row.id)
  assert.notEqual(closed.closedAt, null)
  assert.deepEqual(await recordsOf(oven.id, { open: true }), [])
  const { envelope } = await app.ask(faultApi.detail, { id: row.id }, { token: admin.token })
  assert.deepEqual(envelope.data.acts.map(({ act }) => act).toReversed(), [
    'raise',
    'acknowledge',
    'eliminate',
    'close',
  ])
})

test('raised again within 15 minutes after closing, it continues the closed record', async () => {
  const { oven, post, row } = await raised()
  const as = { token: admin.token }
  await post('E11', 0)
  const ended = await awaited(oven.id, ({ condition }) => condition === 'eliminated')
  const closing = {
    records: [versionOf(ended)],
    causeId: await causeIn(app),
    cause: 'Loose plug',
    action: 'Plugged in',
  }
  assert.equal((await app.ask(faultApi.close, closing, as)).status, 200)
  await post('E11', 1)
  const again = await awaited(oven.id, ({ condition }) => condition === 'active')
  assert.notEqual(again.id, row.id)
  assert.equal((await app.ask(faultApi.detail, { id: again.id }, as)).envelope.data.occurrenceOf, row.id)
  const reopening = { records: (await recordsOf(oven.id, { open: false })).map(versionOf), reason: 'It is back' }
  const refused = await app.ask(faultApi.reopen, reopening, as)
  assert.deepEqual([refused.status, refused.envelope.data.key], [409, 'fault.openAgain'])
})

test('of two who act on the same version the first wins, and a batch is all or none', async () => {
  const [one, two] = [await raised(), await raised()]
  const records = [one.row, two.row].map(versionOf)
  const answers = await Promise.all(
    [1, 2, 3].map(() => app.ask(faultApi.acknowledge, { records }, { token: admin.token })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
  const fresh = await raised()
  const mixed = [versionOf(fresh.row), versionOf(one.row)]
  assert.equal((await app.ask(faultApi.acknowledge, { records: mixed }, { token: admin.token })).status, 409)
  assert.equal((await recordsOf(fresh.oven.id))[0]?.handling, 'new')
})

test('an act is undone by its author within ten seconds, and records changed since stay and are listed', async () => {
  const [one, two] = [await raised(), await raised()]
  const as = { token: admin.token }
  const records = [one.row, two.row].map(versionOf)
  const { batchId } = (await app.ask(faultApi.acknowledge, { records }, as)).envelope.data
  const [changed] = await recordsOf(two.oven.id)
  assert.ok(changed)
  await app.ask(faultApi.note, { records: [versionOf(changed)], text: 'I am on my way' }, as)
  const other = await make.account(app, { role: 'administrator' })
  assert.equal((await app.ask(faultApi.undo, { batchId }, { token: other.token })).status, 409)
  const undone = await app.ask(faultApi.undo, { batchId }, as)
  assert.deepEqual(undone.envelope.data, { undone: 1, left: [two.row.id] })
  assert.equal((await recordsOf(one.oven.id))[0]?.handling, 'new')
  assert.equal((await recordsOf(two.oven.id))[0]?.handling, 'acknowledged')
  assert.equal((await app.ask(faultApi.undo, { batchId }, as)).status, 409, 'once')
})

test('undoing a reopening brings the record back as it was closed, with the time of closing', async () => {
  const { oven, post, row } = await raised()
  const as = { token: admin.token }
  await post('E11', 0)
  const ended = await awaited(oven.id, ({ condition }) => condition === 'eliminated')
  const closing = {
    records: [versionOf(ended)],
    causeId: await causeIn(app),
    cause: 'Loose plug',
    action: 'Plugged in',
  }
  assert.equal((await app.ask(faultApi.close, closing, as)).status, 200)
  const [closed] = await recordsOf(oven.id, { open: false })
  assert.ok(closed)
  app.clock.advance(5000)
  const reopening = { records: [versionOf(closed)], reason: 'It is back' }
  const { batchId } = (await app.ask(faultApi.reopen, reopening, as)).envelope.data
  assert.equal((await recordsOf(oven.id))[0]?.closedAt, null)
  app.clock.advance(2000)
  assert.equal((await app.ask(faultApi.undo, { batchId }, as)).envelope.data.undone, 1)
  const [again] = await recordsOf(oven.id, { open: false })
  assert.deepEqual([again?.id, again?.closedAt], [row.id, closed.closedAt])
})

test('a fault marked as eliminated by hand is active again after a new report', async () => {
  const { oven, post, row } = await raised()
  const body = { records: [versionOf(row)], cause: 'Reset' }
  assert.equal((await app.ask(faultApi.eliminate, body, { token: admin.token })).status, 200)
  await post('E11', 1)
  const again = await awaited(oven.id, ({ condition }) => condition === 'active')
  assert.deepEqual([again.id, again.occurrences, again.eliminatedAt], [row.id, 2, null])
})

test('a record is shelved with a reason for seven days at most, a critical one for 24 h, and is back by itself', async () => {
  const { oven, row } = await raised()
  const as = { token: admin.token }
  const shelve = (days: number) =>
    app.ask(
      faultApi.shelve,
      {
        records: [versionOf(row)],
        reason: 'The part is ordered',
        until: new Date(app.clock.now() + days * dayMs).toISOString(),
      },
      as,
    )
  assert.equal((await shelve(7.1)).envelope.data.key, 'fault.shelveTooLong')
  assert.equal((await shelve(-1)).envelope.data.key, 'fault.shelvePast')
  const critical = await linked()
  await describe(critical.oven.productId, 'E11', 'critical')
  await critical.post('E11', 1)
  const urgent = await awaited(critical.oven.id, () => true)
  const shelveUrgent = (hours: number) => {
    const hidden = new Date(app.clock.now() + hours * hourMs).toISOString()
    return app.ask(faultApi.shelve, { records: [versionOf(urgent)], reason: 'Part ordered', until: hidden }, as)
  }
  assert.equal((await shelveUrgent(24.1)).envelope.data.key, 'fault.shelveTooLong')
  assert.equal((await shelveUrgent(23.9)).status, 200)
  assert.equal((await shelve(1)).status, 200)
  assert.deepEqual((await recordsOf(oven.id, { shelved: false })).length, 0)
  assert.deepEqual((await recordsOf(oven.id, { shelved: true })).length, 1)
  app.clock.advance(86_400_001)
  // Sessions do not last for a day.
  admin = await make.account(app, { role: 'administrator' })
  assert.deepEqual((await recordsOf(oven.id, { shelved: false })).length, 1)
})

test('records are seen and acted on within the scope alone, and move with their device', async () => {
  const [distributor, stranger] = [
    await make.organisation(app, { kind: 'distributor' }),
    await make.organisation(app, { kind: 'distributor' }),
  ]
  const [owner, other] = await Promise.all(
    [distributor, stranger].map(({ id }) => make.account(app, { role: 'administrator', organisationId: id })),
  )
  assert.ok(owner && other)
  const { oven, post } = await linked({ organisationId: distributor.id })
  await post('E11', 1)
  const row = await awaited(oven.id, () => true)
  const seenBy = async (account: MadeAccount) => (await pageOf({ deviceId: oven.id }, account)).total
  assert.deepEqual([await seenBy(owner), await seenBy(other)], [1, 0])
  assert.equal((await app.ask(faultApi.detail, { id: row.id }, { token: other.token })).status, 404)
  const act = { records: [versionOf(row)] }
  assert.equal((await app.ask(faultApi.acknowledge, act, { token: other.token })).status, 404)
  const assigning = { ...act, accountId: other.id }
  assert.equal((await app.ask(faultApi.assign, assigning, { token: owner.token })).status, 422)
  await app.db.updateTable('deviceState').set({ organisationId: stranger.id }).where('deviceId', '=', oven.id).execute()
  assert.deepEqual([await seenBy(owner), await seenBy(other)], [0, 1])
  // The record keeps its former organisation, which only callers who see that organisation can read.
  const then = async ({ token }: MadeAccount) =>
    (await app.ask(faultApi.detail, { id: row.id }, { token })).envelope.data.raisedAtCustomer?.id
  assert.deepEqual([await then(admin), await then(other)], [distributor.id, undefined])
})

test('a new critical or major fault is in the inbox of those at the nearest organisation who may acknowledge it', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { kind: 'customer', parentId: distributor.id })
  const keeper = await make.account(app, { role: 'administrator', organisationId: distributor.id })
  const { oven, post } = await linked({ organisationId: customer.id })
  await post('E11', 1)
  const row = await awaited(oven.id, () => true)
  const { list } = (await app.ask(messageApi.bell, {}, { token: keeper.token })).envelope.data
  assert.deepEqual(
    list.map(({ type, opens }) => [type, opens]),
    [['fault', { kind: 'fault', id: row.id }]],
  )
  await post('E12', 1)
  await until('the second fault', async () => ((await recordsOf(oven.id)).length === 2 ? true : undefined), 10_000)
  const later = (await app.ask(messageApi.bell, {}, { token: keeper.token })).envelope.data
  assert.equal(later.list.length, 1, 'at most one a minute and person')
})

test('a site visit assigns the record with a time, a phone and parts, is found by its assignee, and goes when it is assigned anew', async () => {
  const { oven, row } = await raised()
  const technician = await make.account(app, { role: 'administrator' })
  const as = { token: admin.token }
  const planned = {
    phone: '13812345678',
    plannedAt: new Date(app.clock.now() + hourMs).toISOString(),
    parts: 'SP-1020',
  }
  const body = { records: [versionOf(row)], accountId: technician.id, ...planned }
  assert.equal((await app.ask(faultApi.visit, body, as)).status, 200)
  const { list } = await pageOf({ deviceId: oven.id, mine: true }, technician)
  assert.deepEqual([list[0]?.visit, list[0]?.handling], [planned, 'in-hand'])
  assert.equal((await pageOf({ deviceId: oven.id, mine: true })).total, 0)
  const again = { records: list.map(versionOf), accountId: admin.id }
  assert.equal((await app.ask(faultApi.assign, again, as)).status, 200)
  assert.equal((await recordsOf(oven.id))[0]?.visit, null)
})

test('whoever was notified less than a minute ago is told of all that came meanwhile at once, but not of what was taken in hand', async () => {
  const customer = await make.organisation(app)
  const keeper = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const { oven, post } = await linked({ organisationId: customer.id })
  const bell = async () => (await app.ask(messageApi.bell, {}, { token: keeper.token })).envelope.data.list
  for (const code of ['E11', 'E12', 'E13', 'E14']) await post(code, 1)
  await until('all', async () => (await recordsOf(oven.id)).length === 4)
  assert.equal((await bell()).length, 1)
  const taken = (await recordsOf(oven.id)).filter(({ code }) => code === 'E13').map(versionOf)
  assert.equal((await app.ask(faultApi.acknowledge, { records: taken }, { token: keeper.token })).status, 200)
  app.clock.advance(61_000)
  const two = await until('the second message', async () => {
    const all = await bell()
    return all.length === 2 && all
  })
  assert.match(two[0]?.words.en.title ?? '', /^2 more faults/)
  const record = (await recordsOf(oven.id)).find(({ code }) => code === 'E14')
  const { envelope } = await app.ask(faultApi.detail, { id: record?.id ?? '' }, { token: keeper.token })
  assert.deepEqual(
    envelope.data.acts.map(({ act }) => act),
    ['notify', 'raise'],
  )
})

test('a fault that was over and is raised again is notified again, unless it is shelved', async () => {
  const customer = await make.organisation(app)
  const keeper = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const { oven, post } = await linked({ organisationId: customer.id })
  const unread = async () => (await app.ask(messageApi.bell, {}, { token: keeper.token })).envelope.data.total
  const once = async (active: 0 | 1) => {
    app.clock.advance(61_000)
    await post('E11', active)
    await awaited(oven.id, ({ condition }) => (condition === 'active') === (active === 1))
  }
  await once(1)
  await once(0)
  await once(1)
  assert.equal(await unread(), 2)
  await once(0)
  const [row] = await recordsOf(oven.id)
  assert.ok(row)
  const until4 = new Date(app.clock.now() + hourMs).toISOString()
  const shelving = { records: [versionOf(row)], reason: 'Being mended', until: until4 }
  assert.equal((await app.ask(faultApi.shelve, shelving, { token: keeper.token })).status, 200)
  await once(1)
  assert.equal(await unread(), 2)
})

test('a fault may be given to an account of a lower organisation that sees the device and its faults, and to no other', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { kind: 'customer', parentId: distributor.id })
  const elsewhere = await make.organisation(app, { kind: 'distributor' })
  const of = (organisationId: string, name: string) =>
    make.account(app, { role: 'administrator', organisationId, name })
  const [technician, keeper] = [await of(distributor.id, 'Tara Technician'), await of(customer.id, 'Kim Keeper')]
  const [stranger, clerk] = [
    await of(elsewhere.id, 'Sam Stranger'),
    await make.account(app, { operationCodes: ['oven:view'], organisationId: distributor.id, name: 'Cleo Clerk' }),
  ]
  const { oven, post } = await linked({ organisationId: customer.id })
  await post('E11', 1)
  const row = await awaited(oven.id, () => true)
  const offered = async (as: MadeAccount, wish: object = {}) => {
    const query = { ids: row.id, ...wish }
    return (await app.ask(faultApi.assignees, query, { token: as.token })).envelope.data.map(({ name }) => name)
  }
  assert.deepEqual(await offered(technician), ['Kim Keeper', 'Tara Technician'])
  assert.deepEqual(await offered(admin, { keyword: 'Tara' }), ['Tara Technician'])
  assert.deepEqual(await offered(admin, { id: technician.id }), ['Tara Technician'])
  assert.deepEqual(await offered(admin, { id: clerk.id }), [])
  for (const { id } of [stranger, clerk]) {
    const refused = await app.ask(faultApi.assign, { records: [versionOf(row)], accountId: id }, { token: admin.token })
    assert.deepEqual([refused.status, refused.envelope.data.key], [422, 'fault.unknownAssignee'])
  }
  const upwards = { records: [versionOf(row)], accountId: technician.id }
  assert.equal((await app.ask(faultApi.assign, upwards, { token: keeper.token })).status, 422, 'to nobody above')
  assert.equal((await app.ask(faultApi.assign, upwards, { token: admin.token })).status, 200)
  assert.equal((await pageOf({ deviceId: oven.id, mine: true }, technician)).total, 1)
})

test('what an account has in hand passes to its successor when it is deleted, or to nobody', async () => {
  const [leaver, successor] = [
    await make.account(app, { role: 'support' }),
    await make.account(app, { role: 'administrator', name: 'Nora Next' }),
  ]
  const clerk = await make.account(app, { operationCodes: ['oven:view'] })
  const as = { token: admin.token }
  const { oven, row } = await raised()
  const plannedAt = new Date(app.clock.now() + hourMs).toISOString()
  const planned = { phone: '13812345678', plannedAt, parts: 'SP-1020' }
  const wish = { records: [versionOf(row)], accountId: leaver.id, ...planned }
  assert.equal((await app.ask(faultApi.visit, wish, as)).status, 200)
  const inHand = async ({ id }: MadeAccount) => (await app.ask(accountApi.detail, { id }, as)).envelope.data.inHand
  assert.deepEqual(await inHand(leaver), [{ kind: 'fault', count: 1 }])
  const remove = (id: string, successorId?: string) => {
    const own = { password: admin.password }
    return app.ask(accountApi.remove, { id, ...own, ...(successorId === undefined ? {} : { successorId }) }, as)
  }
  const refused = await remove(leaver.id, clerk.id)
  assert.deepEqual(Object.keys(refused.envelope.data?.fields ?? {}), ['successorId'], 'who may see no faults')
  assert.equal((await remove(leaver.id, successor.id)).status, 200)
  const [passed] = (await pageOf({ deviceId: oven.id, mine: true }, successor)).list
  assert.deepEqual([passed?.assignee?.name, passed?.visit, passed?.handling], ['Nora Next', planned, 'in-hand'])
  const acts = async () =>
    (await app.ask(faultApi.detail, { id: row.id }, as)).envelope.data.acts.map(({ act, by }) => [act, by])
  const [[newest, by] = []] = await acts()
  assert.ok(newest === 'assign' && by !== null)
  app.clock.advance(13_000)
  await until('the successor to be told', async () => {
    const { list } = (await app.ask(messageApi.bell, {}, { token: successor.token })).envelope.data
    return list.some(({ words }) => words.en.title.includes('Assigned'))
  })
  assert.equal((await remove(successor.id)).status, 200)
  const [released] = await recordsOf(oven.id)
  assert.deepEqual([released?.assignee, released?.visit, released?.handling], [null, null, 'acknowledged'])
  assert.ok((await acts()).some(([act]) => act === 'release'))
})

test('who told of a fault stands in its history, as far as one sees them', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { kind: 'customer', parentId: distributor.id })
  const keeper = await make.account(app, {
    role: 'administrator',
    organisationId: distributor.id,
    name: 'Dora Distributor',
  })
  const guest = await make.account(app, { operationCodes: ['fault:view'], organisationId: customer.id })
  const { oven, post } = await linked({ organisationId: customer.id })
  await post('E11', 1)
  const { id } = await awaited(oven.id, () => true)
  const notifiedNames = async ({ token }: MadeAccount) => {
    const { acts } = (await app.ask(faultApi.detail, { id }, { token })).envelope.data
    return acts.find(({ act }) => act === 'notify')?.text
  }
  assert.deepEqual([await notifiedNames(keeper), await notifiedNames(guest)], ['Dora Distributor', ''])
})

test('a batch of a thousand is acknowledged and undone as one, and one record more is refused', async () => {
  const oven = await make.device(app)
  await app.db.transaction().execute(async (trx) => {
    for (let n = 0; n < 1001; n += 1) {
      const at = app.clock.now()
      const event = {
        identifier: 'Warning',
        type: 'alert' as const,
        code: `B${n}`,
        output: { Active: 1 },
        clears: false,
      }
      await insertEvent(trx, oven.id, { ...event, timeMs: at, receivedAtMs: at, messageId: `b${n}`, isKept: false })
    }
  })
  const all = async () => {
    const rows: FaultRow[] = []
    for (let pageNum = 1; pageNum <= 13; pageNum += 1)
      rows.push(...(await recordsOf(oven.id, { type: 'alarm', pageNum, pageSize: 80 })))
    return rows
  }
  await until('all', async () => (await pageOf({ deviceId: oven.id, type: 'alarm' })).total === 1001, 240_000)
  const records = (await all()).map(versionOf)
  const as = { token: admin.token }
  assert.equal((await app.ask(faultApi.acknowledge, { records }, as)).status, 422)
  const { envelope } = await app.ask(faultApi.acknowledge, { records: records.slice(0, 1000) }, as)
  assert.equal((await pageOf({ deviceId: oven.id, type: 'alarm', handling: 'acknowledged' })).total, 1000)
  const undone = await app.ask(faultApi.undo, { batchId: envelope.data.batchId }, as)
  assert.deepEqual(undone.envelope.data, { undone: 1000, left: [] })
  assert.equal((await pageOf({ deviceId: oven.id, type: 'alarm', handling: 'new' })).total, 1001)
})
