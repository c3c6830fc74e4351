import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { z } from 'zod'
import { connectMade } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { testPassword } from '../testing/make-account.ts'
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
  uploadFirmware,
} from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'

const Answer = z.looseObject({ id: z.union([z.string(), z.number()]), data: z.record(z.string(), z.unknown()) })

let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' } })
})
after(() => app.stop())

async function oneDevice(model: Parameters<typeof startRollout>[1] = {}) {
  const rollout = await startRollout(app, model)
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, '1.0.0')
  const version = await addVersion(rollout, '01.02.00')
  return { rollout, made, device, version }
}

test('a device is offered the version, fetches the file by its address, reports its progress, and has succeeded when it reports the target', async () => {
  const { rollout, made, device, version } = await oneDevice()
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const offer = await receiveOffer(device, made)
  assert.deepEqual(
    [offer.size, offer.version, offer.md5, offer.sign, offer.signMethod],
    [5000, '01.02.00', version.md5, version.sha256, 'SHA256'],
  )
  assert.match(offer.url, /^https:\/\/devices\.example\.com\/ota\/[\w-]{43}$/)
  const response = await fetch(addressIn(app, offer.url))
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(createHash('sha256').update(bytes).digest('hex'), version.sha256)
  await reaches(rollout, taskId, made.id, 'downloading')
  await progress(device, made, 50)
  await progress(device, made, 100)
  await reaches(rollout, taskId, made.id, 'installing')
  // Leading zeros and a V do not count.
  await inform(device, made, 'V1.2.0')
  const row = await reaches(rollout, taskId, made.id, 'succeeded')
  assert.equal(Number(row.bytes), 5000)
  const task = await until('the task to end', async () => {
    const found = await taskOf(rollout, taskId)
    return found.status === 'FINISH' ? found : undefined
  })
  assert.deepEqual([task.succeeded, task.failed, task.total], [1, 0, 1])
  // It ends with success.
  assert.equal((await fetch(addressIn(app, offer.url))).status, 404)
})

test('100 % without a report of the version is no success: it fails as rolled back, or as silent', async () => {
  const { rollout, made, device, version } = await oneDevice()
  const other = await make.device(app, rollout)
  const second = await connectMade(app, other)
  await inform(second, other, '1.0.0')
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id, other.id] })
  await receiveOffer(device, made)
  await receiveOffer(second, other)
  await progress(device, made, 100)
  await progress(second, other, 100)
  await reaches(rollout, taskId, made.id, 'installing')
  await reaches(rollout, taskId, other.id, 'installing')
  await inform(device, made, '1.0.0')
  await until('the old version to be reported', async () => (await rowOf(rollout, taskId, made.id)).sawOld)
  app.clock.advance(21 * minuteMs)
  const [rolledBack, silent] = [
    await reaches(rollout, taskId, made.id, 'failed'),
    await reaches(rollout, taskId, other.id, 'failed'),
  ]
  assert.deepEqual([rolledBack.reason, silent.reason], ['rolled-back', 'silent'])
  // Late is late, and still a success.
  await inform(second, other, '01.02.00')
  assert.equal((await reaches(rollout, taskId, other.id, 'succeeded')).reason, 'late')
})

test('disabling a version works at once: the address is revoked, the device waits again and loses no attempt; after enabling it is offered another', async () => {
  const { rollout, made, device, version } = await oneDevice()
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const first = await receiveOffer(device, made)
  await progress(device, made, 10)
  await reaches(rollout, taskId, made.id, 'downloading')
  const { engineer } = rollout
  const row = (await app.ask(firmwareApi.version, { id: version.id }, engineer)).envelope.data
  assert.deepEqual(row.stops, { offered: 0, downloading: 1, tasks: 1 })
  const stopped = await app.ask(firmwareApi.disableVersion, { id: version.id, updatedAt: row.updatedAt }, engineer)
  assert.equal(stopped.envelope.data.stopped, 1)
  const waiting = await rowOf(rollout, taskId, made.id)
  assert.deepEqual([waiting.state, waiting.reason, waiting.attempts], ['waiting', 'version-disabled', 0])
  const refused = await fetch(addressIn(app, first.url))
  assert.deepEqual(
    [
      refused.status,
      refused.headers.get('content-length'),
      (await refused.text()).length,
      refused.headers.get('connection'),
    ],
    [404, null, 0, 'close'],
  )
  const { updatedAt } = (await app.ask(firmwareApi.version, { id: version.id }, engineer)).envelope.data
  await app.ask(firmwareApi.enableVersion, { id: version.id, updatedAt }, engineer)
  const second = await receiveOffer(device, made)
  assert.notEqual(second.url, first.url)
  assert.equal((await fetch(addressIn(app, first.url))).status, 404)
})

test('a device that requests its firmware is answered with its offer, or that there is none; on the old topic without an address', async () => {
  const { made, device, rollout, version } = await oneDevice()
  await device.send('thing/ota/firmware/get', {
    id: '77',
    version: '1.0',
    params: {},
    method: 'thing.ota.firmware.get',
  })
  const none = Answer.parse(JSON.parse((await device.receive('thing/ota/firmware/get_reply')).payload))
  assert.deepEqual(none, { id: '77', code: 200, data: {} })
  const legacy = `/ota/device/request/${made.productKey}/${made.sn}`
  await device.send(legacy, { id: 78, params: {} })
  const answer = Answer.parse(JSON.parse((await device.receive(legacy)).payload))
  assert.deepEqual([answer.id, answer.data], [78, {}])
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const offer = await receiveOffer(device, made)
  await device.send('thing/ota/firmware/get', {
    id: '79',
    version: '1.0',
    params: {},
    method: 'thing.ota.firmware.get',
  })
  const given = await until('the answer', () =>
    device.received.find(({ topic, payload }) => topic.endsWith('get_reply') && payload.includes('"79"')),
  )
  assert.ok(given.payload.includes(offer.url))
  await reaches(rollout, taskId, made.id, 'offered')
})

test('the creator of a task cannot approve it, nor the uploader of its file; another account can, and an edit voids the approval', async () => {
  const { rollout, made, version } = await oneDevice()
  const { engineer, approver } = rollout
  const both = await make.account(app, { role: 'administrator' })
  const draft = {
    name: 'Two eyes',
    type: 'device' as const,
    modelId: rollout.modelId,
    versionIds: [version.id],
    deviceIds: [made.id],
    submit: true,
  }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, both)).envelope.data
  const act = async (token: string, password = 'Secret2026') => {
    const { updatedAt } = await taskOf(rollout, id)
    return app.ask(upgradeTaskApi.approve, { id, updatedAt, password }, { token })
  }
  assert.equal((await act(both.token)).status, 403)
  assert.equal((await act(engineer.token)).status, 403)
  assert.equal((await act(approver.token, 'Wrong2026')).status, 422)
  assert.equal((await act(approver.token)).status, 200)
  assert.equal((await taskOf(rollout, id)).status, 'EXAMINE_PASS')
  const { updatedAt } = await taskOf(rollout, id)
  const edited = await app.ask(upgradeTaskApi.updateTask, { ...draft, id, updatedAt, name: 'Other' }, engineer)
  assert.equal(edited.status, 200)
  const again = await taskOf(rollout, id)
  assert.deepEqual([again.status, again.approvedBy], ['EXAMINE_WAIT', null])
  const started = await app.ask(
    upgradeTaskApi.start,
    { id, updatedAt: again.updatedAt, password: 'Secret2026' },
    engineer,
  )
  assert.equal(started.status, 409)
})

test('four eyes refuse each participant, administrators included: creator, editor, uploader of the file, and the account that added the version', async () => {
  const rollout = await startRollout(app)
  const device = await make.device(app, rollout)
  const [creator, editor, uploader, adder, other] = await Promise.all(
    Array.from({ length: 5 }, () => make.account(app, { role: 'administrator' })),
  )
  assert.ok(creator && editor && uploader && adder && other)
  const fileId = (await uploadFirmware(app, uploader, Buffer.alloc(5000, 7))).data?.id ?? ''
  const version = { modelId: rollout.modelId, module: 'default', number: '01.02.00', fileId }
  const versionId = (await app.ask(firmwareApi.addVersion, version, adder)).envelope.data.id
  const draft = draftOf(rollout, [versionId], { deviceIds: [device.id] })
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, creator)).envelope.data
  const { updatedAt } = await taskOf(rollout, id)
  await app.ask(upgradeTaskApi.updateTask, { ...draft, id, updatedAt, submit: true }, editor)
  const submitted = await taskOf(rollout, id)
  const approveAs = (account: typeof other) =>
    app.ask(upgradeTaskApi.approve, { id, updatedAt: submitted.updatedAt, password: testPassword }, account)
  for (const account of [creator, editor, uploader, adder]) {
    const { status, envelope } = await approveAs(account)
    assert.deepEqual([status, envelope.data.key], [403, 'firmware.ownWork'])
  }
  assert.equal((await approveAs(other)).status, 200)
})

test('a device that has reached the target or a higher version since the approval is offered nothing, with that reason', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const connected = async () => {
    const made = await make.device(app, rollout)
    const device = await connectMade(app, made)
    await inform(device, made, '1.0.0')
    return { made, device }
  }
  const [before, there, later] = [await connected(), await connected(), await connected()]
  const fleet = [before, there, later]
  const ids = fleet.map(({ made }) => made.id)
  // All devices are busy, so that none gets an offer before it reports its version.
  await app.db.updateTable('deviceState').set({ workState: 2 }).where('deviceId', 'in', ids).execute()
  const draft = { ...draftOf(rollout, [version.id], { deviceIds: ids }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
  await approve(rollout, id)
  await inform(before.device, before.made, '1.3.0')
  await inform(there.device, there.made, '1.2.0')
  const { updatedAt } = await taskOf(rollout, id)
  await app.ask(upgradeTaskApi.start, { id, updatedAt, password: testPassword }, rollout.engineer)
  await reaches(rollout, id, later.made.id, 'waiting')
  await inform(later.device, later.made, '2.0.0')
  await reaches(rollout, id, later.made.id, 'skipped')
  await app.db.updateTable('deviceState').set({ workState: 0 }).where('deviceId', 'in', ids).execute()
  app.clock.advance(60_000)
  const reasons = []
  for (const { made } of fleet) reasons.push((await reaches(rollout, id, made.id, 'skipped')).reason)
  assert.deepEqual(reasons, ['version-higher', 'target-there', 'version-higher'])
  for (const { device } of fleet)
    assert.ok(!device.received.some(({ topic }) => topic.startsWith('/ota/device/upgrade/')))
})
