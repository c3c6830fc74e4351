import { randomUUID } from 'node:crypto'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { createLog } from '../../platform/log.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { strangerLog } from './stranger-log.ts'

/** The lines of unauthenticated callers in the operation log are limited, and contain nothing that they wrote. */

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const refusedRows = () =>
  app.db
    .selectFrom('operationLog')
    .innerJoin('operationBody', 'operationBody.operationId', 'operationLog.operationId')
    .select(['request', 'response', 'code'])
    .where('accountId', 'is', null)
    .where('success', '=', false)
    .orderBy('operationLog.id')
    .execute()

async function refuseMany(count: number) {
  const body = {
    account: 'x'.repeat(60),
    pwd: 'A secret of mine',
    code: 'x',
    id: 'x'.repeat(20),
    extra: 'y'.repeat(50_000),
  }
  for (let index = 0; index < count; index += 1)
    await fetch(`${app.url}${sessionApi.signIn.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
}

test('of refused calls of strangers ten an hour and address are kept by the names of their fields, the others as a number', async () => {
  await refuseMany(25)
  const kept = await refusedRows()
  assert.equal(kept.length, 10)
  for (const { request } of kept) {
    const text = JSON.stringify(request)
    assert.ok(text.length < 1100 && text.includes('account') && text.includes('extra'), text)
    assert.ok(!text.includes('secret of mine') && !text.includes('yyy') && !text.includes('xxx'), text)
  }
  app.clock.advance(hourMs + 1000)
  await refuseMany(3)
  assert.equal((await refusedRows()).length, 13)
})

const refusedCall = () => ({
  operationId: randomUUID(),
  time: app.clock.now(),
  actor: null,
  address: '2001:db8:1:2::7',
  module: 'session',
  operation: 'signIn',
  method: 'POST',
  path: '/api/account/login',
  durationMs: 1,
  code: 422,
  success: false,
  request: { body: { account: 'one' } },
  response: {},
})

test('the calls that have no row are a number in one row, written when the process stops at the latest', async () => {
  const strangers = strangerLog({ db: app.db, clock: app.clock, log: createLog({ level: 'silent' }) })
  for (let index = 0; index < 17; index += 1)
    await strangers.record({ ...refusedCall(), address: `2001:db8:1:2::${index}` })
  await strangers.stop()
  const responses = await app.db
    .selectFrom('operationLog')
    .innerJoin('operationBody', 'operationBody.operationId', 'operationLog.operationId')
    .select('response')
    .where('address', 'like', '2001:db8:1:2:%')
    .orderBy('operationLog.id')
    .execute()
  assert.equal(responses.length, 11)
  assert.deepEqual(responses.at(-1)?.response, { more: 7 })
})

test('calls that are refused while the number of the hour before is being written are counted too', async () => {
  const strangers = strangerLog({ db: app.db, clock: app.clock, log: createLog({ level: 'silent' }) })
  const call = { ...refusedCall(), address: '10.9.8.7' }
  for (let index = 0; index < 12; index += 1) await strangers.record({ ...call, operationId: randomUUID() })
  app.clock.advance(hourMs)
  const { saved, recorded } = await app.db.transaction().execute(async (trx) => {
    await sql`lock table operation_log in share mode`.execute(trx)
    const writing = strangers.stop()
    await until('the number to wait for the table', async () => {
      const { rows } = await sql`select from pg_locks
        where relation = 'operation_log'::regclass and not granted`.execute(app.db)
      return rows.length > 0
    })
    return {
      saved: writing,
      recorded: Array.from({ length: 13 }, () => strangers.record({ ...call, operationId: randomUUID() })),
    }
  })
  await Promise.all([saved, ...recorded])
  await strangers.stop()
  const rows = await app.db
    .selectFrom('operationLog')
    .innerJoin('operationBody', 'operationBody.operationId', 'operationLog.operationId')
    .select('response')
    .where('address', '=', '10.9.8.7')
    .orderBy('operationLog.id')
    .execute()
  const numbers = rows.map(({ response }) => JSON.stringify(response)).filter((text) => text.includes('more'))
  assert.deepEqual(numbers, ['{"more":2}', '{"more":3}'])
})

test('a clock that is set back by two hours begins a new hour: nobody is counted until the old time comes again', async () => {
  const strangers = strangerLog({ db: app.db, clock: app.clock, log: createLog({ level: 'silent' }) })
  const call = { ...refusedCall(), address: '10.9.8.6' }
  const written = async () => {
    const { rows } = await sql`select from operation_log where address = '10.9.8.6'`.execute(app.db)
    return rows.length
  }
  for (let index = 0; index < 12; index += 1) await strangers.record({ ...call, operationId: randomUUID() })
  assert.equal(await written(), 10)
  app.clock.advance(-2 * hourMs)
  for (let index = 0; index < 12; index += 1) await strangers.record({ ...call, operationId: randomUUID() })
  assert.equal(await written(), 20)
  app.clock.advance(2 * hourMs)
  await strangers.stop()
})

test('refusals of a known caller are written completely, however often', async () => {
  const { token, id } = await make.account(app, { role: 'administrator' })
  for (let index = 0; index < 12; index += 1)
    await app.ask(
      sessionApi.updateProfile,
      { name: '', phone: `1380000000${index % 10}`, email: '', avatar: '' },
      { token },
    )
  const rows = await app.db
    .selectFrom('operationLog')
    .innerJoin('operationBody', 'operationBody.operationId', 'operationLog.operationId')
    .select('request')
    .where('accountId', '=', id)
    .execute()
  assert.equal(rows.length, 12)
  assert.ok(JSON.stringify(rows[0]?.request).includes('138****000'))
})
