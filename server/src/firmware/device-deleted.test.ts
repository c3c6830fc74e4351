import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { firmwareApi, firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { sql } from 'kysely'
import { readTable } from '../platform/excel/read-table.ts'
import { connectMade } from '../testing/linked-device.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import {
  addVersion,
  approve,
  draftOf,
  inform,
  progress,
  reaches,
  receiveOffer,
  rowOf,
  runTask,
  startRollout,
  taskOf,
  type Rollout,
} from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'
import { watchLive } from '../testing/watch-live.ts'

/** A device that is deleted stays in the tasks that counted it. */

let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' } })
})
after(() => app.stop())

async function reporting(rollout: Rollout, organisationId?: string) {
  const made = await make.device(app, { ...rollout, ...(organisationId === undefined ? {} : { organisationId }) })
  const device = await connectMade(app, made)
  await inform(device, made, '1.0.0')
  return { made, device }
}
const administrator = () => make.account(app, { role: 'administrator' })

async function remove({ id, sn }: { id: string; sn: string }): Promise<void> {
  const { status, envelope } = await app.ask(recordCalls.oven.remove, { id, sn }, await administrator())
  assert.equal(status, 200, JSON.stringify(envelope))
}
const devicesOf = async (
  rollout: Pick<Rollout, 'engineer'>,
  id: string,
  filters: object = {},
  who: { token: string } = rollout.engineer,
) => (await app.ask(upgradeTaskApi.taskDevices, { id, sort: 'sn', ...filters }, who)).envelope.data

test('a device that is deleted in the midst of an approved upgrade stays in its list, sums, history, export and stream, with its serial number', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [gone, stays, waits] = [await reporting(rollout), await reporting(rollout), await reporting(rollout)]
  await app.db.updateTable('deviceState').set({ workState: 2 }).where('deviceId', '=', waits.made.id).execute()
  const all = [gone, stays, waits]
  const taskId = await runTask(rollout, [version.id], { deviceIds: all.map(({ made }) => made.id) })
  await receiveOffer(gone.device, gone.made)
  await progress(gone.device, gone.made, 40)
  await reaches(rollout, taskId, gone.made.id, 'downloading')
  await receiveOffer(stays.device, stays.made)
  const live = await watchLive(app.url, upgradeTaskApi.taskLive, { id: taskId }, rollout.engineer.token)
  await live.next()
  await remove(gone.made)
  await remove(waits.made)
  const event = await live.nextThat(({ devices }) =>
    devices.some(({ device }) => device.id === gone.made.id && device.isGone),
  )
  assert.ok(event.devices.length > 0)
  for (const { made } of [gone, waits]) {
    const row = await reaches(rollout, taskId, made.id, 'cancelled')
    assert.deepEqual([row.reason, row.tokenHash, row.dueAt], ['device-deleted', null, null])
  }
  const { list, total } = await devicesOf(rollout, taskId)
  assert.equal(total, 3)
  const found = list.find(({ device }) => device.id === gone.made.id)
  assert.deepEqual(
    [found?.device.sn, found?.device.isGone, found?.online, found?.state, found?.reason, found?.result],
    [gone.made.sn, true, false, 'cancelled', 'device-deleted', 'not-upgraded'],
  )
  const byReason = await devicesOf(rollout, taskId, { reason: 'device-deleted' })
  assert.deepEqual(new Set(byReason.list.map(({ device }) => device.sn)), new Set([gone.made.sn, waits.made.sn]))
  assert.deepEqual((await devicesOf(rollout, taskId, { keyword: gone.made.sn })).total, 1)
  const task = await taskOf(rollout, taskId)
  assert.deepEqual([task.total, task.notUpgraded, task.counts.cancelled], [3, 2, 2])
  assert.deepEqual(task.reasons.find(({ reason }) => reason === 'device-deleted')?.count, 2)

  const events = await app.ask(upgradeTaskApi.events, { id: taskId, deviceId: gone.made.id }, rollout.engineer)
  assert.ok(events.envelope.data.list.every(({ device }) => device?.sn === gone.made.sn && device.isGone))
  assert.deepEqual(
    [events.envelope.data.list[0]?.to, events.envelope.data.list[0]?.reason],
    ['cancelled', 'device-deleted'],
  )
  const file = await fetch(addressOf(app.url, upgradeTaskApi.exportTaskDevices, { id: taskId }), {
    headers: { authorization: (await administrator()).token },
  })
  const cells: string[] = []
  for await (const row of readTable(Buffer.from(await file.arrayBuffer()), { maxBytes: 1_000_000, maxRows: 10 }))
    cells.push(row.cells.join(' '))
  assert.ok(
    cells.some((line) => line.includes(gone.made.sn) && line.includes('Device deleted')),
    cells.join('\n'),
  )

  // The task ends, and approves no less than it did.
  await progress(stays.device, stays.made, 100)
  await inform(stays.device, stays.made, '1.2.0')
  await until('the task to end', async () => (await taskOf(rollout, taskId)).status === 'FINISH')
  const ended = await taskOf(rollout, taskId)
  assert.deepEqual([ended.succeeded, ended.notUpgraded, ended.total, ended.approval.isVoid], [1, 2, 3, false])
})

test('what a device came to before it was deleted stays: it succeeded, or failed and cannot be tried again', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [good, bad, other] = [await reporting(rollout), await reporting(rollout), await reporting(rollout)]
  await app.db.updateTable('deviceState').set({ workState: 2 }).where('deviceId', '=', other.made.id).execute()
  const deviceIds = [good, bad, other].map(({ made }) => made.id)
  const taskId = await runTask(rollout, [version.id], { deviceIds })
  await receiveOffer(good.device, good.made)
  await progress(good.device, good.made, 100)
  await inform(good.device, good.made, '1.2.0')
  await receiveOffer(bad.device, bad.made)
  await progress(bad.device, bad.made, -4)
  await reaches(rollout, taskId, good.made.id, 'succeeded')
  await reaches(rollout, taskId, bad.made.id, 'failed')
  await remove(good.made)
  await remove(bad.made)
  const figures = (await app.ask(firmwareApi.versionFigures, { id: version.id }, rollout.engineer)).envelope.data
  assert.deepEqual([figures.succeeded, figures.failed], [1, 1])
  const again = { id: taskId, deviceIds: [bad.made.id] }
  const retried = await app.ask(firmwareDeviceApi.retryDevices, again, rollout.engineer)
  assert.deepEqual([retried.status, retried.envelope.data.retried], [200, 0])
  // Folded after its deletion was.
  await remove(other.made)
  await reaches(rollout, taskId, other.made.id, 'cancelled')
  assert.deepEqual(
    [(await rowOf(rollout, taskId, good.made.id)).state, (await rowOf(rollout, taskId, bad.made.id)).state],
    ['succeeded', 'failed'],
  )
})

test('deleted while its task waits for approval, a device leaves the approval valid and is never offered anything', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [gone, stays] = [await reporting(rollout), await reporting(rollout)]
  const draft = { ...draftOf(rollout, [version.id], { deviceIds: [gone.made.id, stays.made.id] }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
  await remove(gone.made)
  await reaches(rollout, id, gone.made.id, 'cancelled')
  assert.equal((await approve(rollout, id)).status, 200)
  const { updatedAt } = await taskOf(rollout, id)
  assert.equal(
    (await app.ask(upgradeTaskApi.start, { id, updatedAt, password: testPassword }, rollout.engineer)).status,
    200,
  )
  await receiveOffer(stays.device, stays.made)
  assert.equal((await rowOf(rollout, id, gone.made.id)).firstOfferedAt, null)
})

test('a deleted device is read by its owner of then and those above it, and by nobody else', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [agent, stranger] = [await make.organisation(app, { kind: 'agent' }), await make.organisation(app)]
  const customer = await make.organisation(app, { parentId: agent.id })
  const reader = (organisationId: string) =>
    make.account(app, { organisationId, operationCodes: ['firmware-task:view', 'firmware-version:view'] })
  const [own, above, foreign] = [await reader(customer.id), await reader(agent.id), await reader(stranger.id)]
  const { made } = await reporting(rollout, customer.id)
  const { made: others } = await reporting(rollout, stranger.id)
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id, others.id] })
  await remove(made)
  await reaches(rollout, taskId, made.id, 'cancelled')
  for (const who of [own, above]) {
    const { list } = await devicesOf(rollout, taskId, {}, who)
    assert.deepEqual(
      list.map(({ device }) => [device.sn, device.isGone]),
      [[made.sn, true]],
    )
    const task = (await app.ask(upgradeTaskApi.task, { id: taskId }, who)).envelope.data
    assert.deepEqual([task.total, task.notUpgraded], [1, 1])
    const { list: events } = (await app.ask(upgradeTaskApi.events, { id: taskId, deviceId: made.id }, who)).envelope
      .data
    assert.ok(events.length > 0)
  }
  const { list } = await devicesOf(rollout, taskId, {}, foreign)
  assert.deepEqual(
    list.map(({ device }) => device.sn),
    [others.sn],
  )
  const hidden = (await app.ask(upgradeTaskApi.events, { id: taskId, deviceId: made.id }, foreign)).envelope.data
  assert.deepEqual([hidden.list, hidden.total], [[], 0])
})

test('a question of a device that was deleted meanwhile holds up nobody', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const { made, device } = await reporting(rollout)
  const { id: gone } = await make.device(app, rollout)
  await app.db.deleteFrom('device').where('id', '=', gone).execute()
  await sql`insert into firmware_report (device_id, kind, question_id, at) values (${gone}::bigint, 'get', '"1"', now())`.execute(
    app.db,
  )
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  await receiveOffer(device, made)
  await progress(device, made, 100)
  await reaches(rollout, taskId, made.id, 'installing')
})
