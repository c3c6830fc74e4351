import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { takeDue } from './run/take-run.ts'

/** The statistics of the test use the zone of Shanghai. */
const dayOf = (at: number) => iso(at + 8 * hourMs).slice(0, 10)

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

/** A fault that was acknowledged after some minutes, and eliminated after twice as many. */
async function plantHandled(deviceId: string, raised: number, minutes: number): Promise<void> {
  const [at, acknowledged, eliminated] = [0, minutes, 2 * minutes].map((after) => iso(raised + after * minuteMs))
  await sql`
    with made as (
      insert into fault_record (id, month, type, device_id, device_kind, product_id, organisation_id, raised_organisation_id, identifier,
        code, severity, category, output, search, condition, handling, raised_at, last_at, eliminated_at, closed_at, updated_at)
      select next_fault_id(date_trunc('month', ${at}::timestamptz, 'UTC')::date), date_trunc('month', ${at}::timestamptz, 'UTC')::date, 'fault',
        s.device_id, s.kind, s.product_id, s.organisation_id, s.organisation_id, 'Fault', 'E1', 'major', 'fan', '{}', '', 'eliminated', 'closed',
        ${at}::timestamptz, ${at}::timestamptz, ${eliminated}::timestamptz, ${eliminated}::timestamptz, ${eliminated}::timestamptz
      from device_state s where s.device_id = ${deviceId}::bigint returning id, month)
    insert into fault_act (month, fault_id, at, act) select month, id, ${acknowledged}::timestamptz, 'acknowledge' from made`.execute(
    app.db,
  )
}

test('the times until faults are acknowledged and eliminated keep those of a device that is deleted', async () => {
  const began = app.clock.now()
  const raised = began - 2 * dayMs
  const devices = []
  for (const minutes of [10, 20, 60]) {
    const device = await make.device(app, { createdAt: raised - dayMs })
    await plantHandled(device.id, raised, minutes)
    devices.push(device)
  }
  const figures = async () => {
    while (await takeDue(app));
    const { token } = await make.account(app, { role: 'administrator' })
    const range = { from: dayOf(app.clock.now() - 6 * dayMs), to: dayOf(app.clock.now()) }
    const { status, envelope } = await app.ask(statisticsApi.faults, range, { token })
    assert.equal(status, 200, envelope.msg)
    return Object.fromEntries(
      envelope.data.figures
        .filter(({ key }) => /\.to(Acknowledge|Eliminate)/.test(key))
        .map(({ key, value }) => [key, value]),
    )
  }
  // A run that is due from now on counts the present days again.
  app.clock.advance(dayMs)
  const known = await figures()
  assert.deepEqual([known['faults.toAcknowledge'], known['faults.toEliminate']], [20, 40])
  const last = devices.at(-1)
  assert.ok(last !== undefined)
  const { token } = await make.account(app, { role: 'administrator' })
  const removed = await app.ask(recordCalls.oven.remove, { id: last.id, sn: last.sn }, { token })
  assert.equal(removed.status, 200, removed.envelope.msg)
  app.clock.advance(6 * hourMs)
  assert.deepEqual(await figures(), known)
})
