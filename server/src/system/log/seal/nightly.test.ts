// @both-databases: what is late is SQL.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { createLog } from '../../../platform/log.ts'
import { make } from '../../../testing/make.ts'
import type { MadeAccount } from '../../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { recordOperation } from '../record-operation.store.ts'
import { checkAndRecord, checkLog } from './check-log.ts'
import { sealFresh, sweep } from './seal-log.ts'

let app: TestApp
let admin: MadeAccount
let folder: string
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'brigade-nightly-'))
  app = await startTestApp({ roles: ['api'], settings: { CHECKPOINT_FILE: path.join(folder, 'checkpoints') } })
  admin = await make.account(app, { role: 'administrator' })
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const night = () => checkAndRecord({ ...app, log: createLog({ level: 'silent' }), parts: 'tonight' })
const shown = async (token = admin.token) => (await app.ask(logApi.chain, {}, { token })).envelope.data.check
const seal = () => sealFresh(app.db, app.clock.now())
async function addRole(number: number): Promise<string> {
  const draft = { name: `夜检 ${number}`, enName: `Night ${number}`, kinds: ['platform' as const] }
  return (await app.ask(roleApi.add, draft, { token: admin.token })).envelope.data.id
}
const change = (operationId: string, id: string, description: string) =>
  sql
    .raw(
      `/*operation ${operationId} ${admin.id} role.update*/update role set description = '${description}' where id = ${id}`,
    )
    .execute(app.db)

test('a night says what it checked and since when the oldest part is unchecked; one that could not be made, or is missing, is shown', async () => {
  await addRole(1)
  await seal()
  assert.equal((await night()).outcome, 'held-in-itself')
  const held = await shown()
  assert.ok(held?.oldestAt)
  assert.deepEqual(
    [held.outcome, held.isWhole, held.lines, held.dropped, held.isOverdue],
    ['held-in-itself', false, 1, 0, false],
  )
  await writeFile(path.join(folder, 'checkpoints'), 'this is no checkpoint\n')
  await assert.rejects(night())
  assert.deepEqual([(await shown())?.outcome, (await shown())?.oldestAt], ['failed', held.oldestAt])
  await rm(path.join(folder, 'checkpoints'))
  await night()
  assert.equal((await shown())?.outcome, 'held-in-itself')
  app.clock.advance(27 * hourMs)
  const later = await make.account(app, { role: 'administrator' })
  assert.equal((await shown(later.token))?.isOverdue, true)
  app.clock.advance(-27 * hourMs)
})

test('a fault stays until its part holds again, and keeps no other part from being checked', async () => {
  const id = await addRole(2)
  await seal()
  const account = (value: string) =>
    sql`update operation_log set account = ${value} where operation = 'add' and operation_id in (select operation_id from operation_change where row_id = ${id})`.execute(
      app.db,
    )
  await account('somebody else')
  assert.deepEqual([(await night()).fault, (await night()).fault], ['changed', 'changed'])
  const parts = await sql<{ n: number }>`select count(*)::int as n from chain_part where fault is null`.execute(app.db)
  assert.ok((parts.rows[0]?.n ?? 0) > 0)
  await account(admin.account)
  assert.equal((await night()).outcome, 'held-in-itself')
})

test('what a call changes after its line is sealed has a line of its own, and breaks nothing', async () => {
  const id = await addRole(3)
  const operationId = randomUUID()
  await change(operationId, id, 'in time')
  const line = {
    operationId,
    time: app.clock.now(),
    actor: { accountId: admin.id, account: admin.account, organisationId: admin.organisationId },
    address: '',
    module: 'role',
    operation: 'update',
    method: 'POST',
    path: '',
    durationMs: 1,
    code: 200,
    success: true,
    request: null,
    response: null,
  }
  await recordOperation(app.db, line)
  await seal()
  await change(operationId, id, 'late')
  assert.notEqual((await checkLog(app)).outcome, 'broken')
  await sweep(app.db, { call: -1000, none: -1000 })
  await seal()
  assert.notEqual((await checkLog(app)).outcome, 'broken')
  const found = (await app.ask(logApi.list, { recordType: 'role', recordId: id }, { token: admin.token })).envelope.data
    .list
  assert.deepEqual(found.map(({ origin }) => origin).toSorted(), ['call', 'call', 'interrupted'])
  assert.equal((await sql`select from operation_unlined`.execute(app.db)).rows.length, 0)
})

test('a job that goes on for days is read by all whose records it changed', async () => {
  const customer = await make.organisation(app)
  const operationId = randomUUID()
  await sql
    .raw(
      `/*operation ${operationId} ${admin.id} customer.import*/update organisation set note = 'long' where id = ${customer.id}`,
    )
    .execute(app.db)
  const ago = sql`logged_at - interval '3 days'`
  await sql`select create_partition('operation_change', (now() - interval '3 days')::date)`.execute(app.db)
  await sql`update operation_change set logged_at = ${ago} where operation_id = ${operationId}`.execute(app.db)
  await sql`update operation_unlined set noted_at = noted_at - interval '3 days' where operation_id = ${operationId}`.execute(
    app.db,
  )
  const id = await recordOperation(app.db, {
    operationId,
    time: app.clock.now(),
    actor: null,
    address: '',
    module: 'customer',
    operation: 'import',
    method: 'JOB',
    path: '',
    durationMs: 1,
    code: 200,
    success: true,
    request: null,
    response: null,
  })
  const readers = await app.db.selectFrom('operationScope').select('organisationId').where('lineId', '=', id).execute()
  assert.ok(readers.some(({ organisationId }) => organisationId === customer.id))
})
