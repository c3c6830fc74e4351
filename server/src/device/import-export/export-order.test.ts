// @both-databases: an export walks by keys in SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { findPlatform } from '../../customer/organisation.store.ts'
import { insertDevices } from '../record/device-registration.store.ts'
import { idsFound } from './export-devices.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const fleet = 2500

test('an export in the order of when devices were last seen has each device once, though all of them report meanwhile', async () => {
  const { id: organisationId = '' } = (await findPlatform(app.db)) ?? {}
  const { id: productId } = await make.product(app)
  const drafts = Array.from({ length: fleet }, (_, number) => ({
    productId,
    kind: 'oven' as const,
    organisationId,
    name: 'Oven',
    mac: '',
    installed: true,
    sn: `SEEN${number}`,
    secret: Buffer.from('sealed'),
    createdAt: app.clock.now(),
  }))
  const ids = [...(await insertDevices(app.db, drafts)).values()]
  // The first hundred were never seen.
  const seen = ids.slice(100)
  const report = (some: readonly string[], atMs: number) =>
    app.db
      .updateTable('deviceState')
      .set({ lastSeenAt: new Date(atMs).toISOString() })
      .where(sql<boolean>`device_id = any(${some}::bigint[])`)
      .execute()
  const start = app.clock.now()
  for (const [place, id] of seen.entries())
    if (place % 100 === 0) await report(seen.slice(place, place + 100), start + Number(id))

  for (const sort of ['-lastSeenAt', 'lastSeenAt'] as const) {
    const exported: string[] = []
    const before = await orderNow(sort)
    const list = { kind: 'oven', installed: true } as const
    for await (const some of idsFound({ ...app, caller: { organisationId } }, list, { sort })) {
      exported.push(...some)
      // Devices that are not exported yet move behind, exported ones to the front.
      await report(exported.slice(0, 700), start - 1000)
      await report(ids.filter((id) => !exported.includes(id)).slice(-700), start + 10_000_000)
    }
    assert.equal(new Set(exported).size, fleet, 'each device once')
    assert.deepEqual(exported, before, 'as they stood when it began')
  }
})

async function orderNow(sort: 'lastSeenAt' | '-lastSeenAt'): Promise<string[]> {
  const way = sort === 'lastSeenAt' ? 'asc' : 'desc'
  const rows = await app.db
    .selectFrom('deviceState')
    .select('deviceId')
    .orderBy('lastSeenAt', (order) => (way === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('deviceId', way)
    .execute()
  return rows.map(({ deviceId }) => deviceId)
}
