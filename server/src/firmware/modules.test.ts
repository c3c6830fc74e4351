import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { z } from 'zod'
import { connectMade } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import {
  addVersion,
  receiveOffer,
  inform,
  progress,
  reaches,
  rowOf,
  runTask,
  startRollout,
  taskOf,
} from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'

/** The modules of one device. */

const settings = { DEVICE_URL: 'https://devices.example.com' }
let app: TestApp
before(async () => {
  app = await startTestApp({ settings })
})
after(() => app.stop())

type World = Awaited<ReturnType<typeof doubleDevice>>

/** A device with a DTU, and a version for each of the two. */
async function doubleDevice() {
  const rollout = await startRollout(app, { type: 'double', module: 'DTU' })
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, '1.0.0')
  await inform(device, made, '2.0.0', 'DTU')
  const main = await addVersion(rollout, '01.02.00')
  const dtu = await addVersion(rollout, '02.01.00', { module: 'DTU' })
  return { rollout, made, device, main, dtu, ids: [main.id, dtu.id] }
}
const stateOf = async ({ rollout, made }: World, taskId: string, place: number) => {
  const { state, reason } = await rowOf(rollout, taskId, made.id, place)
  return reason === null ? state : `${state} ${reason}`
}

test('modules of a device go one after another, the DTU first; progress without a module counts for the one in work', async () => {
  const world = await doubleDevice()
  const { rollout, made, device, ids } = world
  const taskId = await runTask(rollout, ids, { deviceIds: [made.id] })
  const first = await receiveOffer(device, made)
  assert.deepEqual([first.module, first.version], ['DTU', '02.01.00'])
  await progress(device, made, 30)
  await reaches(rollout, taskId, made.id, 'downloading', 1)
  assert.equal(await stateOf(world, taskId, 2), 'waiting')
  await progress(device, made, 100)
  // The version of the other module does not affect this one.
  await inform(device, made, '01.00.01')
  await reaches(rollout, taskId, made.id, 'installing', 1)
  await inform(device, made, '02.01.00', 'DTU')
  await reaches(rollout, taskId, made.id, 'succeeded', 1)
  const second = await receiveOffer(device, made)
  assert.deepEqual([second.module, second.version], [undefined, '01.02.00'])
  await progress(device, made, 60)
  await reaches(rollout, taskId, made.id, 'downloading', 2)
  assert.equal((await rowOf(rollout, taskId, made.id, 2)).progress, 60)
  await progress(device, made, 100)
  await inform(device, made, '1.2.0')
  await reaches(rollout, taskId, made.id, 'succeeded', 2)
  const ended = await until('the task to end', async () => {
    const task = await taskOf(rollout, taskId)
    return task.status === 'FINISH' ? task : undefined
  })
  assert.deepEqual([ended.total, ended.succeeded], [2, 2])
})

test('the second module falls with the first, and both are tried again together', async () => {
  const world = await doubleDevice()
  const { rollout, made, device, ids } = world
  const taskId = await runTask(rollout, ids, { deviceIds: [made.id] })
  await receiveOffer(device, made)
  // Another device keeps the task running.
  const other = await make.device(app, rollout)
  const [row] = await app.db.selectFrom('upgradeDevice').selectAll().where('taskId', '=', taskId).execute()
  assert.ok(row !== undefined)
  const waits = {
    ...row,
    deviceId: other.id,
    state: 'waiting',
    detail: null,
    tokenHash: null,
    tokenUntil: null,
  } as const
  await app.db.insertInto('upgradeDevice').values(waits).execute()
  await progress(device, made, -4)
  await reaches(rollout, taskId, made.id, 'failed', 1)
  await reaches(rollout, taskId, made.id, 'cancelled', 2)
  assert.equal(await stateOf(world, taskId, 2), 'cancelled earlier-module')
  const body = { id: taskId, deviceIds: [made.id] }
  const { envelope } = await app.ask(firmwareDeviceApi.retryDevices, body, rollout.engineer)
  assert.deepEqual(envelope.data, { retried: 1 })
  await receiveOffer(device, made)
  await progress(device, made, 100)
  await inform(device, made, '02.01.00', 'DTU')
  assert.equal((await receiveOffer(device, made)).version, '01.02.00')
})

test('a module that failed together with one that succeeded late stays failed, as its notification reported, until a person retries it', async () => {
  const world = await doubleDevice()
  const { rollout, made, device, ids } = world
  const other = await make.device(app, rollout)
  const taskId = await runTask(rollout, ids, { deviceIds: [made.id, other.id] })
  await receiveOffer(device, made)
  await progress(device, made, -4)
  await reaches(rollout, taskId, made.id, 'cancelled', 2)
  await inform(device, made, '02.01.00', 'DTU')
  await reaches(rollout, taskId, made.id, 'succeeded', 1)
  assert.equal(await stateOf(world, taskId, 1), 'succeeded late')
  assert.equal(await stateOf(world, taskId, 2), 'cancelled earlier-module')
  const body = { id: taskId, deviceIds: [made.id] }
  assert.deepEqual((await app.ask(firmwareDeviceApi.retryDevices, body, rollout.engineer)).envelope.data, {
    retried: 1,
  })
  assert.equal((await receiveOffer(device, made)).version, '01.02.00')
  assert.equal(await stateOf(world, taskId, 1), 'succeeded late')
})

test('a module waits for the other one of its device in another task too, with that reason', async () => {
  const { rollout, made, device, main, dtu } = await doubleDevice()
  const first = await runTask(rollout, [dtu.id], { deviceIds: [made.id] })
  await receiveOffer(device, made)
  const second = await runTask(rollout, [main.id], { deviceIds: [made.id] })
  const shown = await app.ask(upgradeTaskApi.taskDevices, { id: second }, rollout.engineer)
  assert.deepEqual(
    shown.envelope.data.list.map(({ state, reason }) => [state, reason]),
    [['waiting', 'earlier-module']],
  )
  await progress(device, made, 100)
  await inform(device, made, '02.01.00', 'DTU')
  await reaches(rollout, first, made.id, 'succeeded')
  assert.equal((await receiveOffer(device, made)).version, '01.02.00')
})

const Answer = z.looseObject({ id: z.string(), data: z.record(z.string(), z.unknown()) })

test('a device that requests a module before its turn is answered that there is nothing for it', async () => {
  const { rollout, made, device, ids } = await doubleDevice()
  await runTask(rollout, ids, { deviceIds: [made.id] })
  await receiveOffer(device, made)
  const ask = { id: '5', version: '1.0', params: { module: 'default' }, method: 'thing.ota.firmware.get' }
  await device.send('thing/ota/firmware/get', ask)
  const answer = Answer.parse(JSON.parse((await device.receive('thing/ota/firmware/get_reply')).payload))
  assert.deepEqual([answer.id, answer.data], ['5', {}])
})
