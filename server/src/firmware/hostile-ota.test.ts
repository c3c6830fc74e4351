import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectMade, traceOf } from '../testing/linked-device.ts'
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
} from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'

/** A device can send anything about its firmware: its failure is its own, leaves nothing behind, and affects nobody else. */

let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' } })
})
after(() => app.stop())

const inform1 = (params: string) => ['inform', `{"id":"1","params":${params}}`] as const
const progress1 = (params: string) => ['progress', `{"id":"1","params":${params}}`] as const

const hostile: Readonly<Record<string, readonly [string, string]>> = {
  'an inform that is no JSON': ['inform', '{"id":"1","params":{"version":"9.9.9"'],
  'an inform without a version': inform1('{}'),
  'an inform of an empty version': inform1('{"version":"  "}'),
  'an inform of a version of 65 characters': inform1(`{"version":"${'9'.repeat(65)}"}`),
  'an inform of a version of a megabyte': inform1(`{"version":"${'9'.repeat(200_000)}"}`),
  'an inform of a version that is a number': inform1('{"version":9}'),
  'an inform of a module that is a list': inform1('{"version":"9.9.9","module":["default"]}'),
  'an inform of a module of 65 characters': inform1(`{"version":"9.9.9","module":"${'m'.repeat(65)}"}`),
  'lists in lists instead of a version': inform1(`{"version":${'['.repeat(8000)}${']'.repeat(8000)}}`),
  'progress that is no JSON': ['progress', 'step=50'],
  'progress of 101 percent': progress1('{"step":"101"}'),
  'progress of 9,999 percent': progress1('{"step":9999}'),
  'a failure that has no number of its own': progress1('{"step":"-5"}'),
  'half a percent': progress1('{"step":0.5}'),
  'progress beyond any number': progress1('{"step":1e308}'),
  'progress in words': progress1('{"step":"half"}'),
  'progress of another module': progress1('{"step":"-4","module":"WIFI"}'),
  'a question that is a list': ['get', '[]'],
  'a topic of firmware that there is not': ['erase', '{"id":"1","params":{"step":"-4"}}'],
}

test('hostile messages about firmware are refused one by one: no version, no state, no answer is left of them, and others upgrade', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [bad, good] = [await make.device(app, rollout), await make.device(app, rollout)]
  const [evil, healthy] = [await connectMade(app, bad), await connectMade(app, good)]
  for (const [device, made] of [
    [evil, bad],
    [healthy, good],
  ] as const)
    await inform(device, made, '1.0.0')
  const taskId = await runTask(rollout, [version.id], { deviceIds: [bad.id, good.id] })
  await receiveOffer(evil, bad)
  await receiveOffer(healthy, good)
  const topicOf = (what: string) =>
    what === 'get' ? 'thing/ota/firmware/get' : `/ota/device/${what}/${bad.productKey}/${bad.sn}`
  for (const [topic, payload] of Object.values(hostile)) await evil.send(topicOf(topic), payload)
  assert.ok(evil.isConnected())
  const names = Object.keys(hostile)
  await until('all of them to be in the trace', async () => (await traceOf(app, bad)).length >= names.length + 1)
  // Between them the other one upgrades, as if nothing were.
  await progress(healthy, good, 100)
  await inform(healthy, good, '1.2.0')
  await reaches(rollout, taskId, good.id, 'succeeded')
  const row = await rowOf(rollout, taskId, bad.id)
  assert.deepEqual([row.state, row.progress, row.attempts, row.reason], ['offered', 0, 0, null])
  const modules = await app.db
    .selectFrom('deviceModule')
    .select(['module', 'version'])
    .where('deviceId', '=', bad.id)
    .execute()
  assert.deepEqual(modules, [{ module: 'default', version: '1.0.0' }])
  await until('nothing of them to be left', async () => {
    const left = await app.db.selectFrom('firmwareReport').select('seq').where('deviceId', '=', bad.id).execute()
    return left.length === 0
  })
  // It can still be upgraded itself.
  await progress(evil, bad, 100)
  await inform(evil, bad, '1.2.0')
  await reaches(rollout, taskId, bad.id, 'succeeded')
})

test('a device that invents modules without end keeps sixteen of them, and the seventeenth is refused', async () => {
  const rollout = await startRollout(app)
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  for (let number = 0; number < 20; number += 1) await inform(device, made, '1.0.0', `module-${number}`)
  const modules = await app.db.selectFrom('deviceModule').select('module').where('deviceId', '=', made.id).execute()
  assert.equal(modules.length, 16)
  // Its next report is still accepted.
  await inform(device, made, '1.0.1', 'module-3')
  const row = await app.db
    .selectFrom('deviceModule')
    .select('version')
    .where('deviceId', '=', made.id)
    .where('module', '=', 'module-3')
    .executeTakeFirstOrThrow()
  assert.equal(row.version, '1.0.1')
})
