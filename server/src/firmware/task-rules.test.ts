import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { firmwareApi, firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { connectMade } from '../testing/linked-device.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import {
  addVersion,
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
import { watchLive } from '../testing/watch-live.ts'

/** A task by itself: downgrades, edits while it is stopped, the account that has to approve, and the streams that follow it. */

let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' } })
})
after(() => app.stop())

async function reporting(rollout: Rollout, version: string) {
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, version)
  await until('its version to be known', async () => {
    const row = await app.db
      .selectFrom('deviceModule')
      .select('version')
      .where('deviceId', '=', made.id)
      .executeTakeFirst()
    return row?.version === version
  })
  return { made, device }
}

const submitted = async (rollout: Rollout, draft: ReturnType<typeof draftOf>) => {
  const { status, envelope } = await app.ask(upgradeTaskApi.addTask, { ...draft, submit: true }, rollout.engineer)
  assert.equal(status, 200, envelope.msg)
  return envelope.data.id
}
const start = async (rollout: Rollout, id: string) => {
  const { updatedAt } = await taskOf(rollout, id)
  return app.ask(upgradeTaskApi.start, { id, updatedAt, password: testPassword }, rollout.engineer)
}

test('a downgrade needs a tick, which is part of the approval; ticked, the device gets the lower version', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [high, low] = [await reporting(rollout, '2.0.0'), await reporting(rollout, '1.0.0')]
  const deviceIds = [high.made.id, low.made.id]
  const draft = draftOf(rollout, [version.id], { deviceIds })
  const versions = {
    draft: JSON.stringify({ type: 'device', modelId: rollout.modelId, versionIds: [version.id], deviceIds }),
  }
  const { envelope } = await app.ask(upgradeTaskApi.compareVersions, versions, rollout.engineer)
  assert.deepEqual([envelope.data.higher, envelope.data.lower], [1, 1])
  const without = await submitted(rollout, draft)
  assert.equal((await rowOf(rollout, without, high.made.id)).reason, 'version-higher')
  assert.equal((await taskOf(rollout, without)).downgrades, 0)
  await approve(rollout, without)
  // The option alone changes the task, so that it has to be approved again.
  const approved = await taskOf(rollout, without)
  const plan = { ratePerMinute: 10_000, allowUnknown: true, allowDowngrade: true }
  const ticked = { ...draft, plan, id: without, updatedAt: approved.updatedAt, submit: true }
  assert.equal((await app.ask(upgradeTaskApi.updateTask, ticked, rollout.engineer)).status, 200)
  const task = await taskOf(rollout, without)
  assert.deepEqual([task.status, task.downgrades, task.total], ['EXAMINE_WAIT', 1, 2])
  assert.notEqual(task.approval.digest, approved.approval.digest)
  assert.equal((await start(rollout, without)).status, 409)
  assert.equal((await approve(rollout, without)).status, 200)
  assert.equal((await start(rollout, without)).status, 200)
  assert.equal((await receiveOffer(high.device, high.made)).version, '01.02.00')
  await progress(high.device, high.made, 100)
  await inform(high.device, high.made, '1.2.0')
  await reaches(rollout, without, high.made.id, 'succeeded')
})

test('a tick that is set by hand after the approval stops the task before any device is offered anything', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const { made } = await reporting(rollout, '1.0.0')
  await app.db.updateTable('deviceState').set({ workState: 2 }).where('deviceId', '=', made.id).execute()
  const id = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const plan = JSON.stringify({ ratePerMinute: 10_000, allowUnknown: true, allowDowngrade: true, allowArchived: false })
  await app.db.updateTable('upgradeTask').set({ plan }).where('id', '=', id).execute()
  await until('the task to be stopped', async () => (await taskOf(rollout, id)).status === 'DISABLE')
  assert.equal((await rowOf(rollout, id, made.id)).state, 'waiting')
})

test('a stopped task keeps versions and devices; conditions, plan and end can change, and it is approved again', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [first, second, third] = [
    await reporting(rollout, '1.0.0'),
    await reporting(rollout, '1.0.0'),
    await reporting(rollout, '3.0.0'),
  ]
  const deviceIds = [first, second, third].map(({ made }) => made.id)
  await app.db.updateTable('deviceState').set({ workState: 2 }).where('deviceId', 'in', deviceIds.slice(1)).execute()
  const plan = { ratePerMinute: 100, allowUnknown: true, allowDowngrade: true, allowArchived: false }
  const draft = draftOf(rollout, [version.id], { deviceIds, plan })
  const id = await submitted(rollout, draft)
  await approve(rollout, id)
  await start(rollout, id)
  await receiveOffer(first.device, first.made)
  const at = async () => (await taskOf(rollout, id)).updatedAt
  assert.equal((await app.ask(upgradeTaskApi.stop, { id, updatedAt: await at() }, rollout.engineer)).status, 200)
  // A device that already got an offer continues.
  await progress(first.device, first.made, 40)
  await reaches(rollout, id, first.made.id, 'downloading')

  const edit = async (wanted: object) =>
    app.ask(
      upgradeTaskApi.updateTask,
      { ...draft, id, updatedAt: await at(), submit: true, ...wanted },
      rollout.engineer,
    )
  assert.equal((await edit({ deviceIds: deviceIds.slice(1) })).status, 409)
  const other = await addVersion(rollout, '01.03.00')
  assert.equal((await edit({ versionIds: [other.id] })).status, 409)
  // The version is archived by now, and is kept all the same.
  const endAt = new Date(app.clock.now() + hourMs).toISOString()
  const tag = { deviceId: second.made.id, key: 'ring', value: 'pilot', updatedAt: new Date().toISOString() }
  await app.db.insertInto('deviceTag').values(tag).execute()
  const conditions = [{ kind: 'tag', key: 'ring', op: '=', value: 'pilot' }]
  const changed = await edit({ conditions, endAt, plan: { ...plan, ratePerMinute: 50, allowDowngrade: false } })
  assert.equal(changed.status, 200, JSON.stringify(changed.envelope))
  const task = await taskOf(rollout, id)
  assert.deepEqual(
    [task.status, task.plan.ratePerMinute, task.endAt, task.total, task.approvedBy],
    ['EXAMINE_WAIT', 50, endAt, 3, null],
  )
  // It is no longer a requested downgrade, and no longer in the ring: it is cancelled with that reason.
  const out = await rowOf(rollout, id, third.made.id)
  assert.deepEqual([out.state, out.reason], ['cancelled', 'removed'])
  assert.equal((await rowOf(rollout, id, second.made.id)).state, 'waiting')
  assert.equal((await rowOf(rollout, id, first.made.id)).state, 'downloading')
  assert.equal((await start(rollout, id)).status, 409)
  assert.equal((await approve(rollout, id)).status, 200)
  assert.equal((await start(rollout, id)).status, 200)
  await app.db.updateTable('deviceState').set({ workState: 0 }).where('deviceId', '=', second.made.id).execute()
  await inform(second.device, second.made, '1.0.0')
  assert.equal((await receiveOffer(second.device, second.made)).version, '01.02.00')
})

test('“waiting for me” counts and finds the tasks that one may approve, named or not, and never one’s own work', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const { made } = await reporting(rollout, '1.0.0')
  const both = await make.account(app, { role: 'administrator' })
  const waiting = async (who: { token: string }) => {
    const { envelope } = await app.ask(upgradeTaskApi.taskFigures, {}, who)
    const { list } = (await app.ask(upgradeTaskApi.tasks, { waitingForMe: 'true' }, who)).envelope.data
    assert.equal(envelope.data.waitingForMe, list.length)
    return list.map(({ id }) => id)
  }
  const id = await submitted(rollout, draftOf(rollout, [version.id], { deviceIds: [made.id] }))
  assert.ok((await waiting(rollout.approver)).includes(id) && (await waiting(both)).includes(id))
  assert.deepEqual(await waiting(rollout.engineer), [])
  const { updatedAt } = await taskOf(rollout, id)
  const edited = { ...draftOf(rollout, [version.id], { deviceIds: [made.id] }), id, updatedAt, submit: true }
  assert.equal((await app.ask(upgradeTaskApi.updateTask, edited, both)).status, 200)
  assert.ok((await waiting(rollout.approver)).includes(id) && !(await waiting(both)).includes(id))
})

test('key figures count devices, not modules: one that is behind with one of them is behind', async () => {
  const rollout = await startRollout(app, { type: 'double', module: 'DTU' })
  const figures = async () => (await app.ask(firmwareApi.figures, {}, rollout.engineer)).envelope.data.devices
  const before = await figures()
  await addVersion(rollout, '01.02.00')
  await addVersion(rollout, '02.01.00', { module: 'DTU' })
  const fleet: readonly Readonly<Record<string, string>>[] = [
    { default: '1.2.0', DTU: '2.1.0' },
    { default: '1.2.0', DTU: '2.0.0' },
    { default: '1.2.0' },
    { default: '1.3.0', DTU: '2.1.0' },
  ]
  for (const modules of fleet) {
    const { id } = await make.device(app, rollout)
    const rows = Object.entries(modules).map(([module, version]) => ({
      deviceId: id,
      module,
      version,
      reportedAt: new Date().toISOString(),
    }))
    await app.db.insertInto('deviceModule').values(rows).execute()
  }
  const now = await figures()
  const more = Object.fromEntries(
    (['all', 'current', 'behind', 'unknown', 'other'] as const).map((key) => [key, now[key] - before[key]]),
  )
  assert.deepEqual(more, { all: 4, current: 1, behind: 1, unknown: 1, other: 1 })
})

test('devices of the model that a list does not name are counted and shown as “not in the list”, and are no rows of the task', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [named, ...others] = [
    await make.device(app, rollout),
    await make.device(app, rollout),
    await make.device(app, rollout),
  ]
  const reach = { type: 'device', modelId: rollout.modelId, versionIds: [version.id], deviceIds: [named.id] }
  const draft = JSON.stringify({ ...reach, plan: { allowUnknown: true } })
  const ask = async (wanted: object) =>
    (await app.ask(upgradeTaskApi.extractDevices, { draft, ...wanted }, rollout.engineer)).envelope.data
  const run = await ask({})
  assert.deepEqual([run.notInList, run.total, run.reached + run.later + run.not], [2, 1, 1])
  const shown = await ask({ reason: 'not-in-list' })
  assert.deepEqual(
    shown.list.map(({ device, reason }) => [device.id, reason]),
    others.map(({ id }) => [id, 'not-in-list']),
  )
  assert.equal(shown.total, 2)
  const id = await submitted(rollout, draftOf(rollout, [version.id], { deviceIds: [named.id] }))
  const rows = await app.db.selectFrom('upgradeDevice').select('deviceId').where('taskId', '=', id).execute()
  assert.deepEqual(rows, [{ deviceId: named.id }])
})

test('streams of the lists of tasks and of the tab of a device report changes, and none outside the scope', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const customer = await make.organisation(app)
  const operationCodes = ['firmware-task:view', 'firmware-version:view']
  const stranger = await make.account(app, { organisationId: customer.id, operationCodes })
  const { made, device } = await reporting(rollout, '1.0.0')
  const list = await watchLive(app.url, upgradeTaskApi.tasksLive, {}, rollout.engineer.token)
  const foreign = await watchLive(app.url, upgradeTaskApi.tasksLive, {}, stranger.token)
  const tab = await watchLive(app.url, firmwareDeviceApi.deviceLive, { deviceId: made.id }, rollout.engineer.token)
  const hasNews = (event: { hasNews: boolean }) => event.hasNews
  let received = 0
  const receiving = foreign.nextThat(hasNews).then(() => (received += 1))
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  await Promise.all([list.nextThat(hasNews), tab.nextThat(hasNews)])
  await receiveOffer(device, made)
  await progress(device, made, -4)
  await reaches(rollout, taskId, made.id, 'failed')
  await Promise.all([list.nextThat(hasNews), tab.nextThat(hasNews)])
  assert.equal(received, 0)
  // A device of theirs in a task is news to them.
  const theirs = await make.device(app, { ...rollout, organisationId: customer.id })
  await submitted(rollout, draftOf(rollout, [version.id], { deviceIds: [theirs.id] }))
  await receiving
  const refused = await watchLive(app.url, firmwareDeviceApi.deviceLive, { deviceId: made.id }, stranger.token)
  assert.equal(await refused.next(), undefined)
  for (const stream of [list, foreign, tab, refused]) await stream.leave()
})
