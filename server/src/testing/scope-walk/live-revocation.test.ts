import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isOfApp } from '@brigade/contract/endpoint.ts'
import { liveSocketCodes } from '@brigade/contract/live-socket.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { makeAccount } from '../make-account.ts'
import { newWalk, walkerFor, type WalkOptions, type Walker } from './scope-walk.ts'
import { plantWorld } from './scope-world.ts'
import { openEach, stillOpen } from './walk-revocation.ts'
import { samples, uploads } from './walked-calls.ts'
import { startTestApp, type TestApp } from '../start-app.ts'

/** Every live call, over each of its carriers, ends when its reader may no longer read it. */

const endpoints = allEndpoints.filter((endpoint) => endpoint.reply.kind === 'live' && !isOfApp(endpoint))

let app: TestApp
let options: WalkOptions
let walker: Walker
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const world = await plantWorld(app)
  options = { app, url: app.url, world, endpoints, samples, uploads }
  const platform = world.organisations.find(({ tag }) => tag === 'P')
  assert.ok(platform)
  walker = await walkerFor(options, newWalk(), platform)
})
after(() => app.stop())

test('when a session is revoked every live call of it ends within a second, and the socket says why', async () => {
  const { token } = await makeAccount(app, { role: 'administrator' })
  const open = await openEach(options, walker, token)
  assert.equal(open.calls.length, 2 * endpoints.length)
  await app.ask(sessionApi.signOut, {}, { token })
  assert.deepEqual(await stillOpen(open.calls), [])
  assert.deepEqual(open.socketEnd(), { code: liveSocketCodes.refused(103), reason: 'invalid' })
  await open.leave()
})

test('when a role loses its rights every live call that asks for one ends within a second, and the socket goes on', async () => {
  const codes = [...new Set(endpoints.map(({ access }) => access).filter((access) => access.includes(':')))]
  const account = await makeAccount(app, { operationCodes: codes })
  const open = await openEach(options, walker, account.token)
  await app.db.transaction().execute(async (trx) => {
    const { roleId } = await trx
      .selectFrom('account')
      .select('roleId')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('roleMenu').where('roleId', '=', roleId).execute()
    await notifyOnCommit(trx, 'access', {})
  })
  const restricted = open.calls.filter(({ endpoint }) => endpoint.access !== 'signed-in')
  assert.ok(restricted.length > 10)
  assert.deepEqual(await stillOpen(restricted), [])
  const others = open.calls.filter(({ endpoint }) => endpoint.access === 'signed-in')
  assert.ok(others.length > 0 && others.every(({ hasEnded }) => !hasEnded()))
  assert.equal(open.socketEnd(), undefined)
  await open.leave()
})

test('live calls that nobody ends are found, each by its name and what carries it', async () => {
  const { token } = await makeAccount(app, { role: 'administrator' })
  const open = await openEach(options, walker, token)
  const found = await stillOpen(open.calls)
  assert.equal(found.length, 2 * endpoints.length)
  assert.equal(found.filter((name) => name.endsWith('over socket')).length, endpoints.length)
  await open.leave()
})
