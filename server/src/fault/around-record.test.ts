// @both-databases: triggers and partitions are SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { z } from 'zod'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { ownFaultApi } from '@brigade/contract/fault/own-fault.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { connectDevice } from '../testing/fake-device.ts'
import { causeIn } from '../testing/fault/cause-in.ts'
import { connectMade, tripleOf } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import type { MadeAccount } from '../testing/make-account.ts'
import { makePerson } from '../testing/person/make-person.ts'
import { forkRole } from '../testing/process/fork-role.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { watchLive } from '../testing/watch-live.ts'
import { fileJobs } from '../file/tidy-files.ts'
import type { Transaction } from '../platform/db/database.ts'
import { localFiles } from '../platform/files/local-files.ts'
import { withPartitions } from '../platform/db/partitions.ts'
import { createLog } from '../platform/log.ts'
import { dropOldRows } from '../platform/program/housekeeping.ts'
import { keptDaysOf } from '../app.ts'
import { countSame } from './list/fault-detail.store.ts'
import { findContinued } from './raise/raise.store.ts'

/** These tests are about data related to a record: photos, users of the device, notified people, similar records. */

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

let posted = 0
type Connected = Awaited<ReturnType<typeof connectMade>>
async function post(device: Connected, code: string, active: 0 | 1 = 1): Promise<void> {
  const topic = 'thing/event/Fault/post'
  await device.send(topic, { id: String((posted += 1)), version: '1.0', params: { Code: code, Active: active } })
  await device.receive(`${topic}_reply`)
}
const recordsOf = async (deviceId: string) =>
  (await app.ask(faultApi.page, { deviceId }, { token: admin.token })).envelope.data.list
async function raised(wanted: Parameters<typeof make.device>[1] = {}) {
  const oven = await make.device(app, wanted)
  const device = await connectMade(app, oven)
  await post(device, 'E11')
  const row = await until('the record', async () => (await recordsOf(oven.id))[0])
  return { oven, device, row, records: [{ id: row.id, updatedAt: row.updatedAt }] }
}
const detailOf = async (id: string, { token }: MadeAccount = admin) =>
  (await app.ask(faultApi.detail, { id }, { token })).envelope.data

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#2a6' } })
    .jpeg()
    .toBuffer()
const Uploaded = z.object({ data: z.object({ id: z.string().optional() }) })
async function upload({ token }: MadeAccount, kind: string, bytes: Buffer) {
  const form = new FormData()
  form.append('kind', kind)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const headers = { authorization: token }
  const response = await fetch(app.url + fileApi.upload.path, { method: 'POST', headers, body: form })
  return { status: response.status, id: Uploaded.parse(await response.json()).data.id ?? '' }
}
const read = async ({ token }: MadeAccount, id: string) =>
  fetch(addressOf(app.url, fileApi.read, { id }), { headers: { authorization: token } })

test('a note carries up to six photos, encoded anew, that whoever sees the record sees and nobody else', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { parentId: distributor.id })
  const technician = await make.account(app, { role: 'administrator', organisationId: distributor.id })
  const [owner, stranger] = [
    await make.account(app, { role: 'administrator', organisationId: customer.id }),
    await make.account(app, { role: 'administrator', organisationId: (await make.organisation(app)).id }),
  ]
  const { row, records } = await raised({ organisationId: customer.id })
  const ids: string[] = []
  for (let n = 0; n < 7; n += 1) ids.push((await upload(technician, 'visit', await picture(2400))).id)
  const [first = ''] = ids
  assert.deepEqual([(await read(owner, first)).status, (await read(technician, first)).status], [404, 200])
  const note = (photos: string[], { token }: MadeAccount = technician) =>
    app.ask(faultApi.note, { records, text: 'The fan was replaced', photos }, { token })
  assert.equal((await note(ids)).status, 422, 'seven are too many')
  assert.equal((await note([first], owner)).status, 422, 'of another')
  assert.equal((await note(ids.slice(0, 6))).status, 200)
  const { acts } = await detailOf(row.id, owner)
  assert.deepEqual(acts.find(({ act }) => act === 'note')?.photos, ids.slice(0, 6))
  const seen = await read(owner, first)
  assert.deepEqual([seen.status, (await read(stranger, first)).status], [200, 404])
  const { format, width } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata()
  assert.deepEqual([format, width], ['webp', 1600])
})

test('photos that no note carries go after a day, those of a note stay until its device is removed', async () => {
  const { oven, records } = await raised()
  const [kept, left] = [
    await upload(admin, 'visit', await picture(40)),
    await upload(admin, 'visit', await picture(40)),
  ]
  await app.ask(faultApi.note, { records, text: 'Seen', photos: [kept.id] }, { token: admin.token })
  const there = async () => {
    const rows = await app.db.selectFrom('file').select('id').where('id', 'in', [kept.id, left.id]).execute()
    return rows.map(({ id }) => id)
  }
  // Simulates an age of two days: advancing the clock would end the sessions.
  const old = new Date(app.clock.now() - 2 * dayMs).toISOString()
  await app.db.updateTable('file').set({ createdAt: old }).where('id', 'in', [kept.id, left.id]).execute()
  const files = localFiles(`${app.settings.dataDir}/files`)
  const tidy = async () => {
    for (const job of fileJobs({ db: app.db, clock: app.clock, files, log: createLog({ level: 'silent' }) }))
      await job.run(undefined)
  }
  await tidy()
  assert.deepEqual(await there(), [kept.id])
  await app.db.deleteFrom('device').where('id', '=', oven.id).execute()
  await tidy()
  assert.deepEqual(await there(), [])
})

test('the phone of who has the device is masked in a record, and shown by a call that the log keeps with the fault', async () => {
  const { oven, row } = await raised()
  const person = await makePerson(app, { address: '13712340000' })
  await bind(oven.id, person.id, app.clock.now())
  const shown = await detailOf(row.id)
  assert.deepEqual([shown.userId, shown.phone.includes('1234')], [person.id, false])
  const requested = { id: person.id, reason: { kind: 'fault' as const, id: row.id } }
  const { envelope } = await app.ask(appUserApi.contact, requested, { token: admin.token })
  assert.equal(envelope.data.phone, '13712340000')
  const helper = await make.account(app, { operationCodes: ['fault:view'] })
  assert.equal((await app.ask(appUserApi.contact, requested, { token: helper.token })).status, 403)
  const logged = await app.db
    .selectFrom('operationLog')
    .innerJoin('operationBody', 'operationBody.operationId', 'operationLog.operationId')
    .where('operation', '=', 'contact')
    .select('request')
    .execute()
  assert.ok(JSON.stringify(logged).includes(`"reason":{"id":"${row.id}","kind":"fault"}`), JSON.stringify(logged))
  assert.ok(!JSON.stringify(logged).includes('13712340000'))
  // The fault of a device that the person does not have is no reason.
  const other = await raised()
  const wrong = { id: person.id, reason: { kind: 'fault' as const, id: other.row.id } }
  assert.equal((await app.ask(appUserApi.contact, wrong, { token: admin.token })).status, 422)
})

const bind = (deviceId: string, appUserId: string, atMs: number) =>
  app.db
    .insertInto('deviceBinding')
    .values({ deviceId, appUserId, role: 'owner', boundAt: new Date(atMs).toISOString(), unboundAt: null })
    .execute()

test('the phone app reads the faults of one’s own devices with the remedy, since one has them, and of no others', async () => {
  const { oven, row } = await raised()
  const [before, later, stranger] = [await makePerson(app), await makePerson(app), await makePerson(app)]
  await app.db
    .insertInto('faultCode')
    .values({
      productId: oven.productId,
      identifier: 'Fault',
      code: 'E11',
      severity: 'major',
      category: 'electrical',
      name: '控制板超温',
      enName: 'Board too hot',
      remedy: '清洁风道',
      enRemedy: 'Clean the air duct',
      imageFileId: null,
      endsWhen: null,
      updatedAt: new Date(app.clock.now()).toISOString(),
    })
    .execute()
  await bind(oven.id, before.id, app.clock.now() - hourMs)
  const ownOf = async (token: string, query: object = {}) =>
    (await app.ask(ownFaultApi.own, query, { token })).envelope.data
  const own = await ownOf(before.token)
  assert.deepEqual(
    own.list.map(({ id, code, remedy, condition }) => [id, code, remedy.en, condition]),
    [[row.id, 'E11', 'Clean the air duct', 'active']],
  )
  assert.equal((await ownOf(stranger.token)).total, 0)
  assert.equal((await ownOf(stranger.token, { deviceId: oven.id })).total, 0)
  await app.db.deleteFrom('deviceBinding').where('deviceId', '=', oven.id).execute()
  await bind(oven.id, later.id, app.clock.now() + 60_000)
  assert.deepEqual([(await ownOf(before.token)).total, (await ownOf(later.token)).total], [0, 0])
  assert.equal((await app.ask(ownFaultApi.own, {}, { token: admin.token })).status, 401, 'not for the console')
})

test('a record shows who was told by which way, and how far it came', async () => {
  const customer = await make.organisation(app)
  const keeper = await make.account(app, { role: 'administrator', organisationId: customer.id, name: 'Keeper' })
  const { row } = await raised({ organisationId: customer.id })
  const { deliveries } = await detailOf(row.id, keeper)
  const inbox = deliveries.find(({ channel }) => channel === 'inbox')
  assert.deepEqual([inbox?.to, inbox?.reason], ['Keeper', null])
  assert.ok(deliveries.some(({ channel }) => channel === 'email'))
})

test('a record counts the same code on its device, and on others of the model with its firmware', async () => {
  const one = await raised()
  const { productId, productKey } = one.oven
  const product = { productId, productKey }
  const [same, older] = [await raised(product), await raised(product)]
  for (const [{ oven }, version] of [
    [one, '2.0'],
    [same, '2.0'],
    [older, '1.0'],
  ] as const)
    await app.db
      .insertInto('deviceModule')
      .values({ deviceId: oven.id, module: 'default', version, reportedAt: new Date(app.clock.now()).toISOString() })
      .onConflict((conflict) => conflict.columns(['deviceId', 'module']).doUpdateSet({ version }))
      .execute()
  const shown = await detailOf(one.row.id)
  assert.deepEqual([shown.sameOnDevice, shown.firmware], [0, { version: '2.0', sameOpen: 1 }])
})

test('the same code on a device is counted since the first of its records, which the list shows with that time', async () => {
  const { oven, device, row, records } = await raised()
  assert.equal((await detailOf(row.id)).sameSince, null)
  const body = { records, causeId: await causeIn(app), cause: 'Loose plug', action: 'Fitted again' }
  assert.equal(
    (await app.ask(faultApi.eliminate, { records, cause: 'Loose plug' }, { token: admin.token })).status,
    200,
  )
  const [ended] = await recordsOf(oven.id)
  const closing = { ...body, records: [{ id: row.id, updatedAt: ended?.updatedAt ?? '' }] }
  assert.equal((await app.ask(faultApi.close, closing, { token: admin.token })).status, 200)
  await app.db
    .updateTable('faultRecord')
    .set({ closedAt: new Date(app.clock.now() - hourMs).toISOString() })
    .execute()
  await post(device, 'E11')
  const again = await until('the new record', async () => (await recordsOf(oven.id)).find(({ id }) => id !== row.id))
  const { sameOnDevice, sameSince, identifier, code } = await detailOf(again.id)
  assert.deepEqual([sameOnDevice, sameSince], [1, row.raisedAt])
  const search = { keyword: oven.sn, identifier, code, startTime: sameSince ?? '' }
  assert.equal((await app.ask(faultApi.page, search, { token: admin.token })).envelope.data.total, 2)
})

/** The plan that a connection keeps for a statement about closed records, as its lines. */
async function keptPlan(trx: Transaction, part: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; kept: boolean }>`
    select name, generic_plans > 0 as kept from pg_prepared_statements where statement like ${`%${part}%from fault_record%`}`.execute(
    trx,
  )
  const [statement] = rows
  assert.deepEqual([rows.length, statement?.kept], [1, true], part)
  const values =
    part === 'closed_at' ? `'1', 'Fault', 'E01', now(), null` : `'1', 'Fault', 'E01', '1', '1', 'Fault', 'E01', '1'`
  const plan = await sql<{ line: string }>`explain execute ${sql.raw(`${statement?.name}(${values})`)}`.execute(trx)
  return plan.rows.map((row) => String(Object.values(row)[0]))
}

test('an earlier record of the same code is found by one probe of device and code in each kept month, by a plan that the connection keeps', async () => {
  await sql`select create_partition('fault_record', month::date)
    from generate_series(now() - interval '13 months', now(), interval '1 month') month
    where to_regclass('fault_record_' || to_char(month, 'YYYYMM')) is null`.execute(app.db)
  // In the last days of a month the next month already has its partition.
  const { rows: kept } = await sql`select from pg_inherits where inhparent = 'fault_record'::regclass`.execute(app.db)
  const months = kept.length
  assert.ok(months === 14 || months === 15, `${months}`)
  const key = { id: '1', deviceId: '1', identifier: 'Fault', code: 'E01' }
  await app.db.transaction().execute(async (trx) => {
    // In tables as small as these a full scan would be as quick.
    await sql`set local enable_seqscan = off`.execute(trx)
    for (let n = 0; n < 6; n += 1) {
      await findContinued(trx, key, { at: new Date(app.clock.now()).toISOString(), endedAt: null })
      await countSame(trx, key)
    }
    for (const part of ['closed_at', 'same_since']) {
      const plan = await keptPlan(trx, part)
      const probes = plan.filter((line) =>
        /using fault_record_\d{6}_device_id_identifier_code_closed_at_idx/.test(line),
      )
      assert.equal(probes.length, months, plan.join('\n'))
      assert.equal(plan.filter((line) => line.includes('Index Cond: ((device_id = ')).length >= months, true)
    }
  })
})

test('open pages show without asking that a shelving ran out, and the history says so', async () => {
  const { row, records } = await raised()
  const until4 = new Date(app.clock.now() + 600_000).toISOString()
  const body = { records, reason: 'The part is ordered', until: until4 }
  assert.equal((await app.ask(faultApi.shelve, body, { token: admin.token })).status, 200)
  const shelved = { kind: 'oven', type: 'all', open: true, shelved: true } as const
  const stream = await watchLive(app.url, faultApi.live, shelved, admin.token)
  await stream.next()
  app.clock.advance(600_001)
  const event = await stream.nextThat(({ gone }) => gone.includes(row.id))
  assert.equal(event.records.find(({ id }) => id === row.id)?.shelvedUntil, null)
  await stream.leave()
  // The notice of its notification may show the row a moment before the act is written; that act is left out.
  const newest = await until('the act that ends the shelving', async () => {
    const [last] = (await detailOf(row.id)).acts.filter(({ act }) => act !== 'notify')
    return last?.act === 'unshelve' ? last : undefined
  })
  assert.equal(newest.by, null)
})

test('raised twice in one batch and over two connectors while two workers fold, it is one record', async () => {
  const oven = await make.device(app)
  const [other, worker] = [await forkRole(app, 'connector'), await forkRole(app, 'worker')]
  try {
    const here = await connectMade(app, oven)
    const now = app.clock.now()
    const twice = [2, 1].map((ago) => ({ value: { Code: 'E07', Active: 1 }, time: now - ago * 1000 }))
    const topic = 'thing/event/property/batch/post'
    await here.send(topic, { id: 'batch', version: '1.0', params: { properties: {}, events: { Fault: twice } } })
    await here.receive(`${topic}_reply`)
    const there = await connectDevice(other.port, tripleOf(oven))
    await post(there, 'E07')
    const row = await until('all three', async () =>
      (await recordsOf(oven.id)).find(({ occurrences }) => occurrences === 3),
    )
    assert.equal((await recordsOf(oven.id)).length, 1)
    const raises = await app.db
      .selectFrom('faultAct')
      .where('faultId', '=', row.id)
      .where('act', '=', 'raise')
      .select('seq')
      .execute()
    assert.equal(raises.length, 1)
    there.vanish()
  } finally {
    other.child.kill('SIGKILL')
    worker.child.kill('SIGKILL')
  }
})

test('what belongs to a month that has no partition yet is given one, and acts go with the month of raising after FAULT_DAYS', async () => {
  await withPartitions(app.db, () =>
    sql`insert into fault_act (month, fault_id, at, act) values ('2019-03-01', 1, now(), 'note')`.execute(app.db),
  )
  const { rows } = await sql`select from fault_act_201903`.execute(app.db)
  assert.equal(rows.length, 1)
  const { row } = await raised()
  // The act is written today for a record that was raised long ago: the month of raising decides.
  await dropOldRows({ ...app, log: createLog({ level: 'silent' }), keptDays: keptDaysOf(app.settings.retention) })
  const left = await sql<{ there: boolean }>`select to_regclass('fault_act_201903') is not null as there`.execute(
    app.db,
  )
  assert.equal(left.rows[0]?.there, false)
  assert.ok((await detailOf(row.id)).acts.some(({ act }) => act === 'raise'))
})

test('the head of a record has the warranty, the contact on site, and who serves it as far as one sees them', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { parentId: distributor.id })
  const contact = { principal: 'Chen', contact: '13800001111' }
  await app.db.updateTable('organisation').set(contact).where('id', '=', customer.id).execute()
  const { oven, row } = await raised({ organisationId: customer.id })
  await app.db.updateTable('device').set({ warrantyUntil: '2031-05-06T00:00:00Z' }).where('id', '=', oven.id).execute()
  const keeper = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const [above, own] = [await detailOf(row.id), await detailOf(row.id, keeper)]
  assert.match(String(above.warrantyUntil), /^2031-05-06/)
  assert.deepEqual(
    [above.site.id, above.site.principal, above.site.contact, above.servedBy?.id],
    [customer.id, contact.principal, contact.contact, distributor.id],
  )
  assert.equal(own.servedBy, null)
})
