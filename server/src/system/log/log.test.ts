// @both-databases: triggers, partitions and hashes are the database's.
// @icu: what is masked and sealed is found by patterns.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { recordTypes } from '@brigade/contract/system/log/log.model.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { createLog } from '../../platform/log.ts'
import { tamperings } from '../../testing/log/tamperings.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { makePerson } from '../../testing/person/make-person.ts'
import { moveCustomer } from '../../testing/move-customer.ts'
import { sampleImport, sampleWork, startAs } from '../../testing/sample-work.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { checkLog } from './seal/check-log.ts'
import { writeCheckpoint } from './seal/checkpoints.ts'
import { sealFresh, sweep } from './seal/seal-log.ts'

let app: TestApp
let admin: MadeAccount
let folder: string
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'brigade-outside-'))
  app = await startTestApp({ roles: ['api'], settings: { CHECKPOINT_FILE: path.join(folder, 'checkpoints') } })
  admin = await make.account(app, { role: 'administrator' })
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const own = () => ({ ...app, log: createLog({ level: 'silent' }) })
const seal = () => sealFresh(app.db, app.clock.now())
const check = () => checkLog(app)
const lines = async (query: RequestOf<typeof logApi.list>, token = admin.token) =>
  (await app.ask(logApi.list, query, { token })).envelope.data.list
const detail = async (id: string, token = admin.token) =>
  (await app.ask(logApi.detail, { id }, { token })).envelope.data

let made = 0
async function addRole(): Promise<string> {
  made += 1
  const draft = { name: `角色 ${made}`, enName: `Role ${made}`, kinds: ['platform' as const] }
  return (await app.ask(roleApi.add, draft, { token: admin.token })).envelope.data.id
}
const newestLine = async (query: RequestOf<typeof logApi.list>, token = admin.token) => {
  const [line] = await lines(query, token)
  assert.ok(line)
  return line
}

test('a write leaves a line with its changes, before beside after, only the differences', async () => {
  const id = await addRole()
  const { envelope } = await app.ask(roleApi.detail, { id }, { token: admin.token })
  const { name, kinds, updatedAt } = envelope.data
  const change = { id, name, enName: `Renamed ${id}`, kinds, updatedAt }
  assert.equal((await app.ask(roleApi.update, change, { token: admin.token })).status, 200)
  const line = await newestLine({ recordType: 'role', recordId: id })
  assert.deepEqual([line.module, line.operation, line.actor.account], ['role', 'update', admin.account])
  const { changes } = await detail(line.id)
  assert.equal(changes.length, 1)
  assert.deepEqual(
    [changes[0]?.before, changes[0]?.after],
    [{ en_name: envelope.data.enName }, { en_name: `Renamed ${id}` }],
  )
})

test('no secret and no whole phone number, e-mail or name of a person is stored', async () => {
  const product = await make.product(app)
  const content = JSON.stringify({ wifi: { password: 'Planted Wifi 1' }, note: 'Bearer PlantedBearer99', port: 1883 })
  await sql`insert into product_config (product_id, version, content, origin, token, created_at)
    select ${product.id}, 1, ${content}, origin, 'PlantedConfigToken', now() from (values ('console')) as given (origin)`.execute(
    app.db,
  )
  const roleId = await addRole()
  const role = (await app.ask(roleApi.detail, { id: roleId }, { token: admin.token })).envelope.data
  const description = 'Call 13912340022, token=PlantedInline7, mqtts://user:PlantedUrl8@broker.example.com'
  const { name, enName, kinds, updatedAt } = role
  const changed = { id: roleId, name, enName, kinds, updatedAt, description }
  assert.equal((await app.ask(roleApi.update, changed, { token: admin.token })).status, 200)
  const profile = { name: 'Zhou Planted', phone: '13812340011', email: 'planted.person@example.com', avatar: '' }
  await app.ask(sessionApi.updateProfile, profile, { token: admin.token })
  await app.ask(sessionApi.signIn, { account: admin.account, pwd: 'PlantedSecret1', code: 'x', id: 'x' }, {})
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(t, ' '), '') as text from (
      select b::text as t from operation_body b union all select c::text from operation_change c) as stored`.execute(
    app.db,
  )
  const text = rows[0]?.text ?? ''
  assert.ok(text.includes('138****0011') && text.includes('p***@example.com'), 'masked, not left out')
  assert.ok(text.includes('139****0022') && text.includes('1883'), 'what is no secret stays')
  for (const planted of [
    'PlantedSecret1',
    '13812340011',
    'planted.person',
    'Zhou Planted',
    '$argon2',
    'Planted Wifi 1',
    'PlantedBearer99',
    'PlantedConfigToken',
    'PlantedInline7',
    'PlantedUrl8',
    '13912340022',
  ])
    assert.ok(!text.includes(planted), planted)
})

test('a change by SQL leaves a line without a call, one of a call that ended before its line an interrupted one', async () => {
  const id = await addRole()
  await sql`update role set description = 'by hand' where id = ${id}`.execute(app.db)
  const lost = '11111111-2222-4333-8444-555555555555'
  await sql
    .raw(`/*operation ${lost} ${admin.id} role.update*/update role set description = 'lost' where id = ${id}`)
    .execute(app.db)
  assert.ok((await sweep(app.db, { call: -1000, none: -1000 })) >= 2)
  const found = await lines({ recordType: 'role', recordId: id })
  assert.deepEqual(found.map(({ origin }) => origin).toSorted(), ['call', 'interrupted', 'outside'])
  const interrupted = found.find(({ origin }) => origin === 'interrupted')
  assert.deepEqual(
    [interrupted?.actor.account, interrupted?.operation, interrupted?.success],
    [admin.account, 'update', false],
  )
  await seal()
  assert.equal((await check()).outcome === 'broken', false)
})

test('a line stays with the organisation to which it belonged at the time, after a move too, and staff from above appear as support', async () => {
  const [first, second] = [
    await make.organisation(app, { kind: 'distributor' }),
    await make.organisation(app, { kind: 'distributor' }),
  ]
  const customer = await make.organisation(app, { parentId: first.id })
  const codes = ['operation-log:view']
  const dealer = await make.account(app, { operationCodes: codes, organisationId: first.id })
  const other = await make.account(app, { operationCodes: codes, organisationId: second.id })
  await app.ask(
    customerApi.setEnabled,
    { ids: [customer.id], enabled: false, reason: 'Contract ended' },
    { token: admin.token },
  )
  await moveCustomer(app, { id: customer.id, parentId: second.id }, admin.token)
  const [seen, after_] = [
    await lines({ recordType: 'organisation', recordId: customer.id }, dealer.token),
    await lines({ recordType: 'organisation', recordId: customer.id }, other.token),
  ]
  assert.deepEqual(
    seen.map(({ operation }) => operation),
    ['update', 'setEnabled'],
  )
  assert.deepEqual(
    after_.map(({ operation }) => operation),
    ['update'],
  )
  const line = seen[1]
  assert.ok(line)
  assert.deepEqual([line.actor, line.address], [{ account: '', organisation: '', isSupport: true }, ''])
  const shown = await detail(line.id, dealer.token)
  assert.deepEqual([shown.body, shown.request], ['hidden', null])
  assert.deepEqual(
    shown.changes.map((one) => one.after),
    [{ enabled: false, disabled_reason: 'Contract ended' }],
  )
  const moved = (await detail(seen[0]?.id ?? '', dealer.token)).changes[0]
  assert.deepEqual(
    [String(moved?.before?.['parent_id']), moved?.after?.['parent_id']],
    [first.id, '***'],
    'to whom it went is not theirs to know',
  )
  assert.deepEqual(await lines({ account: admin.account }, dealer.token), [])
  assert.equal((await app.ask(logApi.detail, { id: line.id }, { token: other.token })).status, 404)
})

test('the app log is read by the organisations of the devices in it', async () => {
  const [mine, theirs] = [await make.organisation(app), await make.organisation(app)]
  const reader = await make.account(app, { operationCodes: ['app-log:view'], organisationId: mine.id })
  for (const { id } of [mine, theirs])
    await sql`insert into app_log (logged_at, app_user, organisation_id, address, operation, method, path, duration_ms, code, success)
      values (now(), '138****0011', ${id}, '::1', 'bind', 'POST', '/api/app/device/bind', 5, 200, true)`.execute(app.db)
  const found = (await app.ask(logApi.appList, {}, { token: reader.token })).envelope.data.list
  assert.deepEqual(
    found.map(({ organisation }) => organisation),
    [mine.name],
  )
  const whole = await app.ask(logApi.appDetail, { id: found[0]?.id ?? '' }, { token: reader.token })
  assert.equal(whole.envelope.data.path, '/api/app/device/bind')
})

test('the chain is intact in itself before a checkpoint left, and against it after; its state is shown', async () => {
  await addRole()
  await seal()
  assert.equal((await check()).outcome, 'held-in-itself')
  assert.ok(await writeCheckpoint(own()))
  assert.equal((await check()).outcome, 'held')
  const { data } = (await app.ask(logApi.chain, {}, { token: admin.token })).envelope
  assert.deepEqual([data.leavesFor, data.checkpoint?.n, data.waiting], [['file'], data.n, 0])
})

test('a request that was erased with a person still verifies; one that was removed by hand does not', async () => {
  const person = await makePerson(app)
  const draft = { ids: [person.id], forbidden: true, reason: `Rang up about ${person.nickname}` }
  assert.equal((await app.ask(appUserApi.forbid, draft, { token: admin.token })).status, 200)
  const line = await newestLine({ recordType: 'app_user', recordId: person.id })
  await seal()
  const removal = { id: person.id, password: admin.password }
  assert.equal((await app.ask(appUserApi.remove, removal, { token: admin.token })).status, 200)
  await seal()
  assert.equal((await detail(line.id)).body, 'erased')
  assert.equal((await check()).outcome, 'held')
  const record = await newestLine({ recordType: 'operation_erased' })
  assert.equal(record.operation, 'remove')
  const role = await newestLine({ recordType: 'role', recordId: await addRole() })
  await seal()
  const removed = `delete from operation_body using operation_log l where l.id = ${role.id} and operation_body.operation_id = l.operation_id`
  assert.equal(await tampered(removed), 'body-removed')
})

/** Tampers with the log, runs the check, and rolls back. */
async function tampered(statement: string): Promise<string | null> {
  const undone = new Error('undone')
  let fault: string | null = null
  await app.db
    .transaction()
    .execute(async (trx) => {
      await sql.raw(statement).execute(trx)
      fault = (await verifyWithin(trx)).fault
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return fault
}
const verifyWithin = (db: TestApp['db']) => checkLog({ ...app, db })

for (const [name, [statement, fault]] of Object.entries(tamperings))
  test(`the check names a ${name}`, async () => {
    await addRole()
    await seal()
    await writeCheckpoint(own())
    assert.equal(await tampered(statement), fault)
    assert.equal((await check()).outcome, 'held')
  })

test('changes by a job are logged for its person, in one line with its result', async () => {
  const owned = await startTestApp({ roles: ['api', 'worker'], longWork: sampleWork })
  try {
    const person = await make.account(owned, { role: 'administrator' })
    const params = sampleImport.params.parse({ prefix: 'Logged', rows: 3, pauseMs: 0 })
    await startAs(owned, person, sampleImport, params, { fileName: 'a.xlsx' })
    const found = await until('the line of the job', async () => {
      const requested = { module: 'customer', operation: 'import' }
      return (await owned.ask(logApi.list, requested, { token: person.token })).envelope.data.list[0]
    })
    assert.deepEqual([found.actor.account, found.success, found.summary], [person.account, true, 'Import customers'])
    const whole = await owned.ask(logApi.detail, { id: found.id }, { token: person.token })
    const { changes, response } = whole.envelope.data
    assert.deepEqual(
      changes.map(({ recordType, action }) => `${recordType} ${action}`),
      Array(3).fill('organisation insert'),
    )
    assert.ok(JSON.stringify(response).includes('"succeeded"'))
    assert.equal(await sweep(owned.db, { call: -1000, none: 600_000 }), 0)
  } finally {
    await owned.stop()
  }
})

test('the filters contain every module and operation that is logged, by a name in either language', async () => {
  for (const language of ['en', 'zh'] as const) {
    const { envelope } = await app.ask(logApi.modules, {}, { token: admin.token, language })
    const nameless = envelope.data.filter(({ module, name }) => name === module || name === '')
    assert.deepEqual(nameless, [], 'name it in module-words.ts')
    const role = envelope.data.find(({ module }) => module === 'role')
    assert.ok(role?.operations.some(({ value }) => value === 'role.update'))
  }
  assert.ok((await lines({ operation: 'role.add' })).length > 0)
  assert.deepEqual(await lines({ operation: 'menu.add' }), [])
})

test('the filter of records names each kind of row of which the log keeps changes', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct split_part(encode(tgargs, 'escape'), E'\\\\000', 6) as name from pg_trigger
    where tgname like 'zz\\_log\\_change%'`.execute(app.db)
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), recordTypes.toSorted())
})
