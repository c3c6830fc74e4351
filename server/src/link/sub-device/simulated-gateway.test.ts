import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { modbusModem } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { startFleet } from '@brigade/simulator/fleet.ts'
import { isOnline, onlineLogOf, shadowOf, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { putBehind } from '../../device/topology/topology.store.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

test('a simulated gateway sends for the ovens behind it, and each logs its own work', async (t) => {
  const ofGateway = await make.product(app, { nodeType: 'gateway', model: modbusModem })
  const ofSub = await make.product(app, { nodeType: 'sub-device' })
  const gateway = await make.device(app, { productId: ofGateway.id, productKey: ofGateway.productKey })
  const sub = await make.device(app, { productId: ofSub.id, productKey: ofSub.productKey })
  await putBehind(app.db, gateway.id, [{ deviceId: sub.id, unit: null }], app.clock.now())
  const folder = await mkdtemp(path.join(tmpdir(), 'brigade-record-'))
  const fleet = startFleet({
    devices: [{ kind: 'oven', credentials: tripleOf(gateway), subs: [{ kind: 'oven', credentials: tripleOf(sub) }] }],
    host: '127.0.0.1',
    port: app.addresses.mqttPort ?? 0,
    seed: '3',
    speed: 1,
    steady: true,
    reportEveryMs: 200,
    recordDir: folder,
  })
  t.after(async () => {
    await fleet.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  await isOnline(app, gateway, true)
  await isOnline(app, sub, true)
  await until('a report of the oven', async () => 'ChamberTemp' in ((await shadowOf(app, sub)).reported ?? {}))
  await until('a report of the gateway', async () => 'Modem:Signal' in ((await shadowOf(app, gateway)).reported ?? {}))
  assert.deepEqual((await onlineLogOf(app, sub)).map(({ reason }) => reason)[0], 'sub_login')

  const linesOf = async (name: string) =>
    (await readFile(path.join(folder, `${name}.jsonl`), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => /"do":"(\w+)"/.exec(line)?.[1] ?? '')
  await until('the acknowledgement to be written down', async () => (await linesOf(sub.sn)).includes('puback'))
  const [first, second] = await linesOf(sub.sn)
  assert.deepEqual([first, second], ['started', 'connected'])
  assert.ok((await linesOf(sub.sn)).includes('report'))

  fleet.find(gateway.sn)?.goOffline(60_000)
  await isOnline(app, sub, false)
  await until('the loss to be written down', async () => (await linesOf(sub.sn)).includes('disconnected'))
})
