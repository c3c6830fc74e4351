import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql, type KyselyPlugin } from 'kysely'
import { createLog } from '../../platform/log.ts'
import { renewLease } from '../../device/presence/presence.store.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { keepLease } from './renew-lease.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

/** A connector of its own, and how many statements it has sent. */
function connector(connectorId: string) {
  const sent = { statements: 0 }
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      sent.statements += 1
      return result
    },
  }
  const log = createLog({ level: 'silent' })
  return { sent, keep: keepLease({ db: app.db.withPlugin(counting), clock: app.clock, log, connectorId }) }
}

async function onlineAt(connectorId: string): Promise<string> {
  const { id } = await make.device(app)
  await sql`update device_state set online = true, connector_id = ${connectorId} where device_id = ${id}::bigint`.execute(
    app.db,
  )
  return id
}
const isOnline = async (id: string) =>
  (await app.db.selectFrom('deviceState').where('deviceId', '=', id).select('online').executeTakeFirstOrThrow()).online

test('a connector at rest sends one statement a look, and its own devices and those of others stay online', async () => {
  const [own, other] = [await onlineAt('own'), await onlineAt('other')]
  await renewLease(app.db, 'other', 1, app.clock.now())
  await renewLease(app.db, 'own', 1, app.clock.now())
  const { sent, keep } = connector('own')
  for (let look = 0; look < 5; look += 1) await keep()
  assert.equal(sent.statements, 5)
  assert.deepEqual([await isOnline(own), await isOnline(other)], [true, true])
})

test('devices that are online at a connector without a lease are set offline by the first look, whatever other connectors devices were at', async () => {
  const [lost, first, last] = [await onlineAt('lost'), await onlineAt('a'), await onlineAt('z')]
  for (const id of ['a', 'z']) await renewLease(app.db, id, 1, app.clock.now())
  await connector('looks').keep()
  assert.deepEqual([await isOnline(lost), await isOnline(first), await isOnline(last)], [false, true, true])
})

test('a lease that goes has its devices looked for at once', async () => {
  await renewLease(app.db, 'went', 1, app.clock.now())
  const { keep } = connector('stays')
  await keep()
  const id = await onlineAt('went')
  await sql`delete from connector_lease where connector_id = 'went'`.execute(app.db)
  await keep()
  assert.equal(await isOnline(id), false)
})
