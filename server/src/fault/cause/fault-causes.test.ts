// @both-databases: what is chosen, retired and removed at once depends on locks.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultCauseApi } from '@brigade/contract/fault/cause.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { sql } from 'kysely'
import { causeIn } from '../../testing/fault/cause-in.ts'
import { plantRecord } from '../../testing/fault/plant-record.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { seedFaultCauses } from './fault-cause.seed.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const as = () => ({ token: admin.token })
const pageOf = async (query: object): Promise<readonly FaultRow[]> =>
  (await app.ask(faultApi.page, query, as())).envelope.data.list

/** Faults of a new device that are over and wait for somebody who closes them. */
async function waiting(codes: readonly string[] = ['E01']): Promise<readonly FaultRow[]> {
  const { id: deviceId } = await make.device(app)
  for (const code of codes)
    await plantRecord(app.db, { deviceId, code, severity: 'major', raisedAt: app.clock.now() - 60_000 })
  await sql`update fault_open set condition = 'eliminated', eliminated_at = now() where device_id = ${deviceId}::bigint`.execute(
    app.db,
  )
  return pageOf({ deviceId })
}
const versions = (rows: readonly FaultRow[]) => rows.map(({ id, updatedAt }) => ({ id, updatedAt }))
const close = (rows: readonly FaultRow[], causeId: string) =>
  app.ask(faultApi.close, { records: versions(rows), causeId, action: 'Done' }, as())
const ofDevice = (rows: readonly FaultRow[]) => ({ deviceId: rows[0]?.device.id ?? '' })

let named = 0
/** A cause of its own, as the list has it. */
async function added(en = `Cause ${(named += 1)}`) {
  const body = { name: { en, zh: `原因 ${en}` } }
  const { id } = (await app.ask(faultCauseApi.addCause, body, as())).envelope.data
  return { id, name: body.name, now: () => causeNow(id) }
}
async function causeNow(id: string) {
  const query = { pageNum: 1, pageSize: 80 }
  const { list } = (await app.ask(faultCauseApi.causes, query, as())).envelope.data
  const row = list.find((one) => one.id === id)
  assert.ok(row, 'it is in the list')
  return row
}
const change = async (id: string, patch: object) => {
  const { name, enabled, updatedAt } = await causeNow(id)
  return app.ask(faultCauseApi.updateCause, { id, name, enabled, updatedAt, ...patch }, as())
}
const remove = (...ids: string[]) => app.ask(faultCauseApi.removeCauses, { ids }, as())

test('several faults are closed with one cause, which a record keeps with the name of then', async () => {
  const rows = await waiting(['E01', 'E02'])
  const cause = await added()
  assert.equal((await close(rows, cause.id)).status, 200)
  assert.equal((await change(cause.id, { name: { en: 'Another word', zh: '另一种说法' } })).status, 200)
  const closed = await pageOf({ ...ofDevice(rows), cause: cause.id })
  assert.deepEqual(
    closed.map(({ closingCause }) => closingCause),
    [1, 2].map(() => ({ id: cause.id, name: cause.name })),
  )
  const address = addressOf(app.url, faultApi.export, { ...ofDevice(rows), format: 'csv' })
  const file = await (await fetch(address, { headers: { authorization: admin.token } })).text()
  assert.equal(file.split(cause.name.en).length, 3, 'each of the two')
})

test('a fault is closed with no cause that is not in the list or not in use, and then stays open', async () => {
  const rows = await waiting()
  const cause = await added()
  assert.equal((await change(cause.id, { enabled: false })).status, 200)
  for (const causeId of [cause.id, '999999999']) {
    const refused = await close(rows, causeId)
    assert.deepEqual([refused.status, Object.keys(refused.envelope.data.fields ?? {})], [422, ['causeId']])
  }
  assert.equal((await pageOf({ ...ofDevice(rows), open: true })).length, 1)
})

test('what closed by itself or before there were causes has none, and is found by that alone', async () => {
  const [rows, others] = [await waiting(), await waiting()]
  const deviceId = rows[0]?.device.id ?? ''
  await close(others, await causeIn(app))
  const now = app.clock.now()
  await plantRecord(app.db, { deviceId, code: 'E09', severity: 'minor', raisedAt: now - 90_000, closedAt: now })
  const found = await pageOf({ deviceId, cause: 'none' })
  assert.deepEqual(
    found.map(({ code, closingCause }) => [code, closingCause]),
    [['E09', null]],
    'not what is still open',
  )
  assert.deepEqual(await pageOf({ ...ofDevice(others), cause: 'none' }), [])
})

test('reopened, a fault has no cause any more, and undoing that brings back the one it had', async () => {
  const rows = await waiting()
  const cause = await added()
  await close(rows, cause.id)
  const closed = await pageOf(ofDevice(rows))
  const reopening = { records: versions(closed), reason: 'Back again' }
  const { batchId } = (await app.ask(faultApi.reopen, reopening, as())).envelope.data
  assert.deepEqual(
    (await pageOf(ofDevice(rows))).map(({ closingCause, handling }) => [closingCause, handling]),
    [[null, 'new']],
  )
  assert.equal((await app.ask(faultApi.undo, { batchId }, as())).envelope.data.undone, 1)
  assert.deepEqual(
    (await pageOf(ofDevice(rows))).map(({ closingCause }) => closingCause),
    [{ id: cause.id, name: cause.name }],
  )
})

test('a cause is removed while no record has it, and refused with its name afterwards; a removed seed does not come back', async () => {
  const rows = await waiting()
  const [used, unused] = [await added(), await added()]
  await close(rows, used.id)
  const refused = await remove(used.id, unused.id)
  assert.deepEqual([refused.status, refused.envelope.data.key], [409, 'fault.causeInUse'])
  assert.match(refused.envelope.msg, new RegExp(used.name.en))
  assert.equal((await used.now()).isUsed, true)
  assert.equal((await unused.now()).isUsed, false, 'all or none')
  assert.equal((await remove(unused.id)).status, 200)
  const seeded = await causeIn(app, 'network')
  assert.equal((await remove(seeded)).status, 200)
  await seedFaultCauses(app)
  const options = (await app.ask(faultCauseApi.causeOptions, {}, as())).envelope.data
  assert.deepEqual(
    options.filter(({ id, name }) => id === unused.id || id === seeded || name.en === 'Network'),
    [],
  )
})

test('of two who close with a cause and remove it at once, one is refused, and no record has a cause that is gone', async () => {
  for (let round = 0; round < 6; round += 1) {
    const rows = await waiting()
    const cause = await added()
    const [closing, removing] = await Promise.all([close(rows, cause.id), remove(cause.id)])
    assert.deepEqual(
      [closing.status, removing.status].toSorted((a, b) => a - b),
      closing.status === 200 ? [200, 409] : [200, 422],
    )
  }
})

test('two causes do not have one name, one stays in use, and their order is that of the list', async () => {
  const [one, two] = [await added(), await added()]
  const twice = await app.ask(faultCauseApi.addCause, { name: { en: one.name.en, zh: '别的' } }, as())
  assert.deepEqual([twice.status, Object.keys(twice.envelope.data.fields ?? {})], [409, ['name.en']])
  assert.equal((await change(two.id, { name: { ...two.name, zh: one.name.zh } })).status, 409)
  assert.equal((await change(two.id, { position: 1 })).status, 200)
  const options = (await app.ask(faultCauseApi.causeOptions, {}, as())).envelope.data
  assert.equal(options[0]?.id, two.id)
  const { updatedAt } = await one.now()
  await change(one.id, { enabled: true })
  const late = { id: one.id, name: one.name, enabled: true, updatedAt }
  assert.equal((await app.ask(faultCauseApi.updateCause, late, as())).envelope.data.key, 'fault.causeChanged')
  const others = options.filter(({ id, enabled }) => enabled && id !== one.id)
  for (const { id } of others) assert.equal((await change(id, { enabled: false })).status, 200)
  for (const refused of [await change(one.id, { enabled: false }), await remove(one.id)])
    assert.equal(refused.envelope.data.key, 'fault.lastCause')
  for (const { id } of others) await change(id, { enabled: true })
})

test('staff of a customer choose from the causes, and change none of them', async () => {
  const { id: organisationId } = await make.organisation(app)
  const operationCodes = ['fault:view', 'fault-code:view', 'fault-code:update', 'fault-code:remove']
  const { token } = await make.account(app, { organisationId, operationCodes })
  const options = (await app.ask(faultCauseApi.causeOptions, {}, { token })).envelope.data
  assert.ok(options.length > 5)
  const [first] = options
  assert.ok(first)
  const { name, enabled, updatedAt } = await causeNow(first.id)
  const body = { id: first.id, name, enabled, updatedAt }
  const answers = [
    await app.ask(faultCauseApi.addCause, { name: { en: 'Theirs', zh: '他们的' } }, { token }),
    await app.ask(faultCauseApi.updateCause, body, { token }),
    await app.ask(faultCauseApi.removeCauses, { ids: [first.id] }, { token }),
  ]
  assert.ok(
    answers.every(({ status }) => status >= 400),
    'refused',
  )
})
