import { hourMs, iso } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { countCommands } from './command-total.store.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

test('commands are counted in the hour they were created in, with their outcomes; counting again changes nothing', async () => {
  const { id: organisationId } = await make.organisation(app)
  const device = await make.device(app, { organisationId })
  const hour = Math.floor(app.clock.now() / hourMs) * hourMs - 2 * hourMs
  const command = async (atMs: number, status: 'sent' | 'succeeded' | 'failed' | 'unknown' | 'timed_out' | 'late') => {
    const at = iso(atMs)
    const { id } = await app.db
      .insertInto('command')
      .values({ deviceId: device.id, kind: 'service', params: '{}', status, createdAt: at, deadlineAt: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const open = await command(hour + 1000, 'sent')
  for (const status of ['succeeded', 'succeeded', 'failed', 'unknown', 'late'] as const)
    await command(hour + 2000, status)
  await command(hour + hourMs, 'timed_out')
  const totals = async () => {
    await countCommands(app.db, app.clock.now())
    const rows = await app.db
      .selectFrom('commandTotal')
      .selectAll()
      .where('organisationId', '=', organisationId)
      .orderBy('hour')
      .execute()
    return rows.map((row) => ({ ...row, hour: Date.parse(row.hour) }))
  }
  const { productId } = device
  const none = { organisationId, productId, succeeded: 0, failed: 0, unknown: 0, timedOut: 0, late: 0 }
  const second = { ...none, hour: hour + hourMs, created: 1, timedOut: 1 }
  const first = { ...none, hour, created: 6, succeeded: 2, failed: 1, unknown: 1, late: 1 }
  assert.deepEqual(await totals(), [first, second])
  assert.deepEqual(await totals(), [first, second])
  // An outcome that comes an hour later counts in the hour of the command.
  await app.db.updateTable('command').set({ status: 'succeeded' }).where('id', '=', open).execute()
  assert.deepEqual(await totals(), [{ ...first, succeeded: 3 }, second])
})
