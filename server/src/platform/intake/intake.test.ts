import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { noticeApi } from '@brigade/contract/system/notice.endpoints.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { connectMade } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { findStandstill } from './intake.store.ts'

/** A connector, and an api process on the same database. */
let connector: TestApp
let api: TestApp
before(async () => {
  connector = await startTestApp({ roles: ['connector'], settings: { CONNECTOR_STATUS_PORT: '0' } })
  api = await startTestApp({ roles: ['api'], settings: { DATABASE_URL: connector.settings.databaseUrl ?? '' } })
})
after(async () => {
  await api.stop()
  await connector.stop()
})

/** Locks the table that reports are written to until it is released, as a stuck maintenance statement would. */
async function holdHistory() {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = api.db.transaction().execute(async (trx) => {
    await sql`lock table device_history in access exclusive mode`.execute(trx)
    held.resolve()
    await release.promise
  })
  await held.promise
  return async () => {
    release.resolve()
    await holding
  }
}

const Ready = z.object({ status: z.string(), intake: z.string(), oldestMessageAt: z.iso.datetime().optional() })
const readyz = async (url: string) => {
  const answer = await fetch(`${url}/readyz`)
  return { code: answer.status, body: Ready.parse(await answer.json()) }
}
async function figure(url: string, name: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  return Number(
    lines
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  )
}
const flowing = { code: 200, body: { status: 'ready', intake: 'flowing' } }

test('if a message waits for more than 10 s, /readyz, the metrics and the notices of every process report since when', async () => {
  const status = connector.addresses.status ?? ''
  const staff = await make.account(api, { operationCodes: [] })
  const notices = () => api.ask(noticeApi.notices, {}, { token: staff.token })
  const device = await connectMade(connector, await make.device(connector))
  const letGo = await holdHistory()
  const reportedAt = connector.clock.now()
  const reported = device.report({ DoorOpenings: 1 })
  await until('the message to wait', async () => (await figure(status, 'brigade_messages_waiting')) === 1)
  assert.deepEqual(await readyz(status), flowing, 'a moment is no standstill')

  connector.clock.advance(11_000)
  api.clock.advance(11_000)
  const own = await readyz(status)
  assert.equal(own.code, 503, 'a connector that writes nothing is sent no more devices')
  assert.equal(own.body.intake, 'standing still')
  assert.ok((await figure(status, 'brigade_messages_oldest_seconds')) > 10)

  await until('the others to know', async () => (await findStandstill(api.db)) !== undefined)
  const { code, body } = await readyz(api.url)
  assert.equal(code, 200, 'people are still served')
  assert.deepEqual([body.status, body.intake], ['ready', 'standing still'])
  const since = Date.parse(body.oldestMessageAt ?? '')
  assert.ok(since >= reportedAt - 1 && since <= reportedAt + 5000, String(body.oldestMessageAt))
  assert.ok((await figure(api.url, 'brigade_intake_standstill_seconds')) > 10)
  assert.equal((await notices()).envelope.data.intakeStandsSince, body.oldestMessageAt)

  await letGo()
  await reported
  await until('it to be over', async () => (await findStandstill(api.db)) === undefined)
  assert.deepEqual(await readyz(status), flowing)
  assert.deepEqual(await readyz(api.url), flowing)
  assert.equal(await figure(api.url, 'brigade_intake_standstill_seconds'), 0)
  assert.equal((await notices()).envelope.data.intakeStandsSince, null)
  await device.leave()
})

test('the report of a connector that ended since is ignored', async () => {
  const notedAt = new Date(Date.now() - 16_000).toISOString()
  await connector.db.insertInto('intakeStandstill').values({ processId: 'died', oldestAt: notedAt, notedAt }).execute()
  assert.equal(await findStandstill(connector.db), undefined)
})

test('the state of the installation is shown to the platform’s own staff alone, and reading it does not prolong a session', async () => {
  const customer = await make.organisation(api, { kind: 'customer' })
  const foreign = await make.account(api, { operationCodes: [], organisationId: customer.id })
  assert.equal((await api.ask(noticeApi.notices, {}, { token: foreign.token })).status, 403)
  const staff = await make.account(api, { operationCodes: [] })
  const expiresAt = () =>
    api.db.selectFrom('session').select('expiresAt').where('accountId', '=', staff.id).executeTakeFirstOrThrow()
  const before = await expiresAt()
  api.clock.advance(120_000)
  assert.equal((await api.ask(noticeApi.notices, {}, { token: staff.token })).status, 200)
  assert.deepEqual(await expiresAt(), before)
})
