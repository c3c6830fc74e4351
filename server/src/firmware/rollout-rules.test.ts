import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { Condition } from '@brigade/contract/firmware/reach.model.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { putBehind } from '../device/topology/topology.store.ts'
import { connectMade, isOnline } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { testPassword } from '../testing/make-account.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import {
  addVersion,
  addressIn,
  approve,
  draftOf,
  receiveOffer,
  inform,
  progress,
  reaches,
  rowOf,
  runTask,
  startRollout,
  taskOf,
  type Rollout,
} from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'

/** Rules of firmware.md that need a device and a running task: each test names its sentence. */

const minute = 60_000
const cap = 2
let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com', FOTA_CONCURRENT: String(cap) } })
})
after(() => app.stop())

async function reporting(rollout: Rollout, version = '1.0.0') {
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, version)
  return { made, device }
}

async function verdicts(rollout: Rollout, versionId: string, deviceIds: string[], conditions: Condition[] = []) {
  const draft = JSON.stringify({
    type: 'device',
    modelId: rollout.modelId,
    versionIds: [versionId],
    deviceIds,
    conditions,
    plan: { allowUnknown: true },
  })
  const { envelope } = await app.ask(upgradeTaskApi.extractDevices, { draft, pageSize: 80 }, rollout.engineer)
  return new Map(
    envelope.data.list.map(({ device, verdict, reason, condition }) => [device.id, { verdict, reason, condition }]),
  )
}

test('after the pause before a retry, by the clock of the application, a device shows what it waits for now', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const { made, device } = await reporting(rollout)
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  await receiveOffer(device, made)
  await progress(device, made, -2)
  await reaches(rollout, taskId, made.id, 'waiting')
  device.vanish()
  await isOnline(app, made, false)
  const shown = async () =>
    (await app.ask(upgradeTaskApi.taskDevices, { id: taskId }, rollout.engineer)).envelope.data.list[0]?.reason
  assert.equal(await shown(), 'retry')
  app.clock.advance(11 * minute)
  assert.equal(await shown(), 'offline')
  const found = await app.ask(upgradeTaskApi.taskDevices, { id: taskId, reason: 'offline' }, rollout.engineer)
  assert.equal(found.envelope.data.total, 1)
})

test('a version that is archived while its task runs keeps its file to the end', async () => {
  const rollout = await startRollout(app)
  const { made, device } = await reporting(rollout)
  const version = await addVersion(rollout, '01.02.00')
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const { url } = await receiveOffer(device, made)
  await addVersion(rollout, '01.03.00')
  const { archivedAt } = (await app.ask(firmwareApi.version, { id: version.id }, rollout.engineer)).envelope.data
  assert.ok(archivedAt !== null)
  const bytes = Buffer.from(await (await fetch(addressIn(app, url))).arrayBuffer())
  assert.ok(bytes.equals(version.content))
  await progress(device, made, 100)
  await inform(device, made, '1.2.0')
  await reaches(rollout, taskId, made.id, 'succeeded')
})

test('a device has one live upgrade of a module: one in another task is left out of the dry run, and of a task that begins later', async () => {
  const rollout = await startRollout(app)
  const { made, device } = await reporting(rollout)
  const version = await addVersion(rollout, '01.02.00')
  // Both plan the device before either begins.
  const draft = { ...draftOf(rollout, [version.id], { deviceIds: [made.id] }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
  const first = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const dry = await verdicts(rollout, version.id, [made.id])
  assert.deepEqual([dry.get(made.id)?.verdict, dry.get(made.id)?.reason], ['not', 'in-task'])
  assert.equal((await approve(rollout, id)).status, 200)
  const { updatedAt } = await taskOf(rollout, id)
  await app.ask(upgradeTaskApi.start, { id, updatedAt, password: testPassword }, rollout.engineer)
  await until('the second task to be over', async () => (await taskOf(rollout, id)).status === 'FINISH')
  const out = await rowOf(rollout, id, made.id)
  assert.deepEqual([out.state, out.reason, out.detail], ['excluded', 'in-task', { taskId: first }])
  await receiveOffer(device, made)
  await progress(device, made, -4)
  await reaches(rollout, first, made.id, 'failed')
})

test('an https address without a port gives no reason to warn', async () => {
  const { engineer } = await startRollout(app)
  const { delivery } = (await app.ask(firmwareApi.figures, {}, engineer)).envelope.data
  assert.deepEqual([delivery?.isEncrypted, delivery?.hasPort], [true, false])
})

test('a Modbus unit is left out, as it takes no firmware over the air', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [gateway, unit] = [await make.device(app), await make.device(app, rollout)]
  await putBehind(app.db, gateway.id, [{ deviceId: unit.id, unit: 3 }], app.clock.now())
  assert.equal((await verdicts(rollout, version.id, [unit.id])).get(unit.id)?.reason, 'modbus-unit')
})

test('conditions on organisation, place and channel leave out devices that do not fulfil them', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const customer = await make.organisation(app, { parentId: distributor.id })
  const [inside, outside] = [
    await make.device(app, { ...rollout, organisationId: customer.id }),
    await make.device(app, rollout),
  ]
  const at = { province: '330000', city: '330100', channelType: 'distributor', channelId: distributor.id } as const
  await app.db.updateTable('device').set(at).where('id', '=', inside.id).execute()
  await app.db.updateTable('device').set({ province: '310000', city: '310100' }).where('id', '=', outside.id).execute()
  for (const [{ id }, area] of [
    [inside, 330_100],
    [outside, 310_100],
  ] as const)
    await app.db.updateTable('deviceState').set({ area }).where('deviceId', '=', id).execute()
  const conditions: readonly Condition[] = [
    { kind: 'organisation', organisationId: distributor.id },
    { kind: 'place', province: '330000', city: '330100' },
    { kind: 'place', province: '330000', city: '' },
    { kind: 'channel', channelType: 'distributor', channelId: distributor.id },
    { kind: 'channel', channelType: 'distributor', channelId: null },
  ]
  for (const condition of conditions) {
    const dry = await verdicts(rollout, version.id, [inside.id, outside.id], [condition])
    assert.equal(dry.get(inside.id)?.verdict, 'later', JSON.stringify(condition))
    const { reason, condition: number } = dry.get(outside.id) ?? {}
    assert.deepEqual([reason, number], ['condition', 1], JSON.stringify(condition))
  }
})

test('a condition on a reported property is evaluated at each offer: a device that does not fulfil it waits, and gets its offer once it does', async () => {
  const rollout = await startRollout(app)
  const { made, device } = await reporting(rollout)
  const version = await addVersion(rollout, '01.02.00')
  await device.report({ Rssi: -92 })
  const conditions: Condition[] = [{ kind: 'property', identifier: 'Rssi', op: '≥', value: '-85' }]
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id], conditions })
  await until('it to wait for the condition', async () => {
    const row = await rowOf(rollout, taskId, made.id)
    return row.state === 'waiting' && row.reason === 'condition'
  })
  assert.ok(!device.received.some(({ topic }) => topic.startsWith('/ota/device/upgrade/')))
  await device.report({ Rssi: -60 })
  app.clock.advance(2 * minute)
  assert.equal((await receiveOffer(device, made)).version, '01.02.00')
  await progress(device, made, -4)
  await reaches(rollout, taskId, made.id, 'failed')
})

test('a device that resumes its download by itself counts under the cap and may exceed it; no other device gets an offer meanwhile', async () => {
  const rollout = await startRollout(app)
  const fleet = [await reporting(rollout), await reporting(rollout), await reporting(rollout), await reporting(rollout)]
  const [resuming, second, third, fourth] = fleet
  assert.ok(resuming && second && third && fourth)
  const version = await addVersion(rollout, '01.02.00')
  // The others are busy at first, so that the order of offers is known.
  const busy = (workState: number, ids: readonly string[]) =>
    app.db.updateTable('deviceState').set({ workState }).where('deviceId', 'in', ids).execute()
  await busy(2, [third.made.id, fourth.made.id])
  const taskId = await runTask(rollout, [version.id], { deviceIds: fleet.map(({ made }) => made.id) })
  const { url } = await receiveOffer(resuming.device, resuming.made)
  await receiveOffer(second.device, second.made)
  await progress(resuming.device, resuming.made, 10)
  await progress(resuming.device, resuming.made, -2)
  await reaches(rollout, taskId, resuming.made.id, 'waiting')
  await busy(0, [third.made.id])
  await inform(third.device, third.made, '1.0.0')
  await receiveOffer(third.device, third.made)
  // The address is still valid: the device continues without a new offer.
  assert.equal((await fetch(addressIn(app, url))).status, 200)
  await reaches(rollout, taskId, resuming.made.id, 'downloading')
  const states = async () => {
    const { list } = (await app.ask(upgradeTaskApi.taskDevices, { id: taskId }, rollout.engineer)).envelope.data
    return new Map(list.map(({ device, state, reason }) => [device.id, `${state} ${reason ?? ''}`.trim()]))
  }
  await busy(0, [fourth.made.id])
  await inform(fourth.device, fourth.made, '1.0.0')
  // One of the three ends, and the cap of two is still used up.
  await progress(third.device, third.made, -4)
  await reaches(rollout, taskId, third.made.id, 'failed')
  await inform(fourth.device, fourth.made, '1.0.0')
  await until('its report to be applied', async () => {
    const left = await app.db.selectFrom('firmwareReport').select('seq').execute()
    return left.length === 0
  })
  assert.equal((await states()).get(fourth.made.id), 'waiting slot')
  await progress(second.device, second.made, -4)
  await reaches(rollout, taskId, second.made.id, 'failed')
  await inform(fourth.device, fourth.made, '1.0.0')
  await receiveOffer(fourth.device, fourth.made)
  for (const { device, made } of [resuming, fourth]) {
    await progress(device, made, -4)
    await reaches(rollout, taskId, made.id, 'failed')
  }
})

test('a device reports what its version is reported as: the offer names it, it alone is success, and it is fixed once it was approved', async () => {
  const rollout = await startRollout(app)
  const { engineer } = rollout
  const { made, device } = await reporting(rollout, 'steam-7')
  const version = await addVersion(rollout, '01.02.00', { reportedAs: 'steam-8' })
  const changed = async (reportedAs: string) => {
    const { updatedAt } = (await app.ask(firmwareApi.version, { id: version.id }, engineer)).envelope.data
    return app.ask(firmwareApi.updateVersion, { id: version.id, updatedAt, alias: '', notes: '', reportedAs }, engineer)
  }
  assert.equal((await changed('x'.repeat(65))).status, 422)
  assert.equal((await changed('steam-9')).status, 200)
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const fixed = await changed('steam-10')
  assert.deepEqual([fixed.status, Object.keys(fixed.envelope.data?.fields ?? {})], [409, ['reportedAs']])
  assert.equal((await receiveOffer(device, made)).version, 'steam-9')
  await progress(device, made, 100)
  await reaches(rollout, taskId, made.id, 'installing')
  await inform(device, made, 'steam-9')
  await reaches(rollout, taskId, made.id, 'succeeded')
  const { envelope } = await app.ask(firmwareApi.versionFigures, { id: version.id }, engineer)
  const { succeeded, failed, medianMinutes } = envelope.data
  assert.deepEqual([succeeded, failed, typeof medianMinutes], [1, 0, 'number'])
})

test('the outcomes of a version are counted with the reasons of the failures, and the median of the minutes of the successes', async () => {
  const rollout = await startRollout(app)
  const fleet = [await reporting(rollout), await reporting(rollout)]
  const [good, bad] = fleet
  assert.ok(good && bad)
  const version = await addVersion(rollout, '01.02.00')
  const taskId = await runTask(rollout, [version.id], { deviceIds: fleet.map(({ made }) => made.id) })
  for (const { made, device } of fleet) await receiveOffer(device, made)
  await progress(bad.device, bad.made, -4)
  await reaches(rollout, taskId, bad.made.id, 'failed')
  app.clock.advance(6 * minute)
  await progress(good.device, good.made, 100)
  await inform(good.device, good.made, '1.2.0')
  await reaches(rollout, taskId, good.made.id, 'succeeded')
  const figures = (await app.ask(firmwareApi.versionFigures, { id: version.id }, rollout.engineer)).envelope.data
  assert.deepEqual([figures.succeeded, figures.failed, figures.reasons], [1, 1, [{ reason: 'flash', count: 1 }]])
  assert.ok(figures.medianMinutes !== null && figures.medianMinutes >= 6 && figures.medianMinutes < 7)
})

test('a draft that was never submitted is removed; what was ever submitted is withdrawn, and stays with its approval', async () => {
  const rollout = await startRollout(app)
  const { made } = await reporting(rollout)
  const version = await addVersion(rollout, '01.02.00')
  const draft = draftOf(rollout, [version.id], { deviceIds: [made.id] })
  const add = async (wanted: object) =>
    (await app.ask(upgradeTaskApi.addTask, { ...draft, ...wanted }, rollout.engineer)).envelope.data.id
  const remove = async (...ids: string[]) =>
    (await app.ask(upgradeTaskApi.removeTasks, { ids }, rollout.engineer)).status
  const at = async (id: string) => ({ id, updatedAt: (await taskOf(rollout, id)).updatedAt })
  const confirmed = async (id: string) => ({ ...(await at(id)), password: testPassword })
  const id = await add({})

  const waiting = await add({ submit: true })
  assert.equal(await remove(id, waiting), 409, 'all of them or none')
  assert.equal((await taskOf(rollout, id)).status, 'CREATE')
  // An edit returned the task to a draft, but it had been submitted all the same.
  assert.equal(
    (await app.ask(upgradeTaskApi.updateTask, { ...draft, ...(await at(waiting)) }, rollout.engineer)).status,
    200,
  )
  assert.deepEqual([(await taskOf(rollout, waiting)).status, await remove(waiting)], ['CREATE', 409])
  assert.equal((await app.ask(upgradeTaskApi.withdraw, await confirmed(waiting), rollout.engineer)).status, 200)
  assert.equal(await remove(waiting), 409)

  const approved = await add({ submit: true })
  await approve(rollout, approved)
  assert.equal(await remove(approved), 409)
  // Started, and about to begin.
  const later = { startAt: new Date(app.clock.now() + hourMs).toISOString(), submit: true }
  const started = await add(later)
  await approve(rollout, started)
  assert.equal((await app.ask(upgradeTaskApi.start, await confirmed(started), rollout.engineer)).status, 200)
  assert.equal(await remove(started), 409)
  assert.notEqual((await taskOf(rollout, started)).approvedBy, null)
  await assert.rejects(app.db.deleteFrom('upgradeTask').where('id', '=', started).execute(), /was submitted and stays/)

  assert.equal(await remove(id), 200)
  assert.equal((await app.ask(upgradeTaskApi.task, { id }, rollout.engineer)).status, 404)
  const withdrawn = await add({})
  assert.equal((await app.ask(upgradeTaskApi.withdraw, await confirmed(withdrawn), rollout.engineer)).status, 200)
  assert.equal(await remove(withdrawn), 200, 'never submitted, withdrawn as a draft')
})

test('a worker that was held up between judging an approval and ending it does not end one that holds by then', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.09.00')
  const { id: deviceId } = await make.device(app, rollout)
  const id = await runTask(rollout, [version.id], { deviceIds: [deviceId] })
  const setRate = (db: typeof app.db, rate: number) =>
    sql`update upgrade_task set plan = jsonb_set(plan, '{ratePerMinute}', to_jsonb(${rate}::int)) where id = ${id}::bigint`.execute(
      db,
    )
  await app.db.transaction().execute(async (trx) => {
    await sql`select from upgrade_gate for update`.execute(trx)
    await setRate(app.db, 7)
    await until('the worker to wait with what it has judged', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%upgrade_gate%'`.execute(
        app.db,
      )
      return rows.length > 0
    })
    await setRate(trx, 10_000)
  })
  const looks = async () =>
    (await app.db.selectFrom('upgradeTask').select('leaseUntil').where('id', '=', id).executeTakeFirstOrThrow())
      .leaseUntil
  const held = await looks()
  await until('the worker to look again', async () => (await looks()) !== held)
  assert.equal((await taskOf(rollout, id)).status, 'START')
})
