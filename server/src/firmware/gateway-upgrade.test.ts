import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { ask, makeGateway, own, session, signed } from '../testing/gateway/gateway-device.ts'
import { connectMade, isOnline } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import {
  addVersion,
  receiveOffer,
  inform,
  progress,
  reaches,
  runTask,
  startRollout,
} from '../testing/firmware/rollout.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' } })
})
after(() => app.stop())

test('sub-devices are upgraded over the connection of their gateway, one at a time', async () => {
  const rollout = await startRollout(app, {}, { nodeType: 'sub-device' })
  const version = await addVersion(rollout, '01.02.00')
  const gateway = await makeGateway(app)
  const subs = [await make.device(app, rollout), await make.device(app, rollout)] as const
  const device = await connectMade(app, gateway)
  await ask(
    device,
    own(gateway, 'thing/topo/add'),
    subs.map((sub) => signed(sub)),
  )
  for (const sub of subs) {
    assert.equal((await ask(device, session(gateway, 'login'), signed(sub))).code, 200)
    await isOnline(app, sub, true)
    await inform(device, sub, '1.0.0')
  }
  const taskId = await runTask(rollout, [version.id], { deviceIds: subs.map(({ id }) => id) })
  const rows = async () => {
    const { list } = (await app.ask(upgradeTaskApi.taskDevices, { id: taskId }, rollout.engineer)).envelope.data
    return new Map(list.map((row) => [row.device.id, row]))
  }
  const [first, second] = subs
  await receiveOffer(device, first)
  await reaches(rollout, taskId, first.id, 'offered')
  const other = (await rows()).get(second.id)
  assert.deepEqual([other?.state, other?.reason], ['waiting', 'gateway-busy'])
  // Another gateway cannot speak for the device, nor can its own gateway for a device that is not behind it.
  const stranger = await connectMade(app, await makeGateway(app))
  const foreign = await make.device(app, rollout)
  for (const [link, sub] of [
    [stranger, first],
    [device, foreign],
  ] as const) {
    await inform(link, sub, '1.2.0').catch(() => undefined)
    await progress(link, sub, -4).catch(() => undefined)
  }
  const reported = await app.db
    .selectFrom('deviceModule')
    .select('version')
    .where('deviceId', '=', foreign.id)
    .execute()
  assert.deepEqual(reported, [])
  await progress(device, first, 100)
  await reaches(rollout, taskId, first.id, 'installing')
  await inform(device, first, '1.2.0')
  await reaches(rollout, taskId, first.id, 'succeeded')
  // The second module's turn has come.
  await inform(device, second, '1.0.0')
  await receiveOffer(device, second)
  await progress(device, second, 100)
  await inform(device, second, '1.2.0')
  await reaches(rollout, taskId, second.id, 'succeeded')
})
