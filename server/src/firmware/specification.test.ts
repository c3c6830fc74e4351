import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Endpoint, RequestOf } from '@brigade/contract/endpoint.ts'
import { firmwareApi, firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { TaskStatus } from '@brigade/contract/firmware/reach.model.ts'
import { upgradeResults } from '@brigade/contract/firmware/upgrade.rules.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { z } from 'zod'
import { readTable } from '../platform/excel/read-table.ts'
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
  uploadFirmware,
  type Rollout,
} from '../testing/firmware/rollout.ts'
import { connectMade, isOnline } from '../testing/linked-device.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

/** The sentences of the specification about firmware that no other file of this folder proves. */

const hour = hourMs
let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' } })
})
after(() => app.stop())

async function online(rollout: Rollout, version = '1.0.0') {
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, version)
  await until('its version to be known', async () => {
    const known = app.db.selectFrom('deviceModule').select('version').where('deviceId', '=', made.id)
    return (await known.executeTakeFirst())?.version === version
  })
  return { made, device }
}
const setWork = (deviceId: string, workState: number) =>
  app.db.updateTable('deviceState').set({ workState }).where('deviceId', '=', deviceId).execute()
const inHours = (hours: number) => new Date(app.clock.now() + hours * hour).toISOString()

async function submitted(rollout: Rollout, wanted: object, versionIds: string[]): Promise<string> {
  const draft = { ...draftOf(rollout, versionIds, wanted), submit: true }
  const { status, envelope } = await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)
  assert.equal(status, 200, JSON.stringify(envelope))
  return envelope.data.id
}
async function confirm(rollout: Rollout, act: 'start' | 'withdraw', id: string, password = testPassword) {
  const { updatedAt } = await taskOf(rollout, id)
  return app.ask(upgradeTaskApi[act], { id, updatedAt, password }, rollout.engineer)
}

/** The rows of a downloaded table, its head first. */
async function table<E extends Endpoint>(
  endpoint: E,
  query: RequestOf<E>,
  who: Readonly<{ token: string }>,
  language = 'en',
) {
  const response = await fetch(addressOf(app.url, endpoint, query), {
    headers: { authorization: who.token, 'accept-language': language },
  })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /spreadsheetml/)
  const rows: string[][] = []
  const limits = { maxBytes: 1_000_000, maxRows: 1000 }
  for await (const { cells } of readTable(Buffer.from(await response.arrayBuffer()), limits))
    rows.push(cells.map((cell) => String(cell)))
  return rows
}

test('a started task offers nothing before its start time, and begins at it', async () => {
  const rollout = await startRollout(app)
  const { id: versionId } = await addVersion(rollout, '01.02.00')
  const { made, device } = await online(rollout)
  const startAt = inHours(2)
  const id = await submitted(rollout, { deviceIds: [made.id], startAt }, [versionId])
  await approve(rollout, id)
  assert.equal((await confirm(rollout, 'start', id)).status, 200)
  app.clock.advance(hour)
  // Another task of the same worker completes meanwhile, which shows that this one was looked at.
  const other = await startRollout(app)
  const { id: otherVersion } = await addVersion(other, '01.02.00')
  const second = await online(other)
  await runTask(other, [otherVersion], { deviceIds: [second.made.id] })
  await receiveOffer(second.device, second.made)
  const waiting = await taskOf(rollout, id)
  assert.deepEqual([waiting.status, waiting.startAt, waiting.startedAt], ['ENABLE', startAt, null])
  assert.equal((await rowOf(rollout, id, made.id)).state, 'planned')
  app.clock.advance(hour)
  await receiveOffer(device, made)
  const begun = await taskOf(rollout, id)
  assert.equal(begun.status, 'START')
  assert.ok(begun.startedAt !== null && begun.startedAt >= startAt)
})

test('at the end time waiting devices expire, running ones end by themselves, and then the task is finished and its state shows it', async () => {
  const rollout = await startRollout(app)
  const { id: versionId } = await addVersion(rollout, '01.02.00')
  const [busy, atIt] = [await online(rollout), await online(rollout)]
  await setWork(busy.made.id, 2)
  const endAt = inHours(0.5)
  const id = await runTask(rollout, [versionId], { deviceIds: [busy.made.id, atIt.made.id], endAt })
  await receiveOffer(atIt.device, atIt.made)
  await progress(atIt.device, atIt.made, 100)
  await reaches(rollout, id, atIt.made.id, 'installing')
  app.clock.advance(0.5 * hour - 15 * minuteMs)
  assert.equal((await rowOf(rollout, id, busy.made.id)).state, 'waiting')
  await inform(atIt.device, atIt.made, '1.2.0')
  await reaches(rollout, id, atIt.made.id, 'succeeded')
  assert.equal((await taskOf(rollout, id)).status, 'START')
  app.clock.advance(15 * minuteMs)
  await until('the task to be finished', async () => (await taskOf(rollout, id)).status === 'FINISH')
  const over = await taskOf(rollout, id)
  assert.ok(over.endedAt !== null && over.endedAt >= endAt)
  assert.equal((await rowOf(rollout, id, busy.made.id)).state, 'expired')
  const { list } = (await app.ask(messageApi.bell, {}, rollout.engineer)).envelope.data
  assert.ok(list.some(({ words }) => words.en.title.includes(over.name)))
})

test('an end that lies before the start or in the past is refused at its field', async () => {
  const rollout = await startRollout(app)
  const { id: versionId } = await addVersion(rollout, '01.02.00')
  const { id } = await make.device(app, rollout)
  const refusedAt = async (times: object) => {
    const draft = draftOf(rollout, [versionId], { deviceIds: [id], ...times })
    const { status, envelope } = await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)
    return [status, Object.keys(envelope.data.fields ?? {})]
  }
  assert.deepEqual(await refusedAt({ startAt: inHours(2), endAt: inHours(1) }), [422, ['endAt']])
  assert.deepEqual(await refusedAt({ startAt: inHours(2), endAt: inHours(2) }), [422, ['endAt']])
  assert.deepEqual(await refusedAt({ endAt: inHours(-1) }), [422, ['endAt']])
  assert.deepEqual(await refusedAt({ startAt: inHours(1), endAt: inHours(2) }), [200, []])
})

test('results are success, failure and not upgraded: each filters the devices of a task and its export, and its count is that of the task', async () => {
  const rollout = await startRollout(app)
  const { id: versionId } = await addVersion(rollout, '01.02.00')
  const fleet = [await online(rollout), await online(rollout), await online(rollout), await online(rollout)]
  const [well, broken, ...rest] = fleet
  assert.ok(well !== undefined && broken !== undefined)
  for (const { made } of rest) await setWork(made.id, 2)
  const id = await runTask(rollout, [versionId], { deviceIds: fleet.map(({ made }) => made.id) })
  await receiveOffer(well.device, well.made)
  await progress(well.device, well.made, 100)
  await inform(well.device, well.made, '1.2.0')
  await receiveOffer(broken.device, broken.made)
  await progress(broken.device, broken.made, -4)
  await reaches(rollout, id, well.made.id, 'succeeded')
  await reaches(rollout, id, broken.made.id, 'failed')
  const counts = async () => {
    const task = await taskOf(rollout, id)
    const { list } = (await app.ask(upgradeTaskApi.tasks, { keyword: task.name }, rollout.engineer)).envelope.data
    const each = [task, ...list].map(({ succeeded, failed, notUpgraded }) => [succeeded, failed, notUpgraded])
    assert.deepEqual(each[0], each[1], 'in the detail and in the list')
    return each[0]
  }
  const sns = (devices: typeof fleet) => devices.map(({ made }) => made.sn).toSorted()
  const finds = async (expected: Readonly<Record<(typeof upgradeResults)[number], string[]>>) => {
    for (const result of upgradeResults) {
      const { list, total } = (await app.ask(upgradeTaskApi.taskDevices, { id, result }, rollout.engineer)).envelope
        .data
      assert.deepEqual(
        [list.map(({ device }) => device.sn).toSorted(), total],
        [expected[result], expected[result].length],
      )
      assert.ok(list.every((row) => row.result === result))
      const [head, ...rows] = await table(upgradeTaskApi.exportTaskDevices, { id, result }, rollout.engineer)
      assert.ok(head?.includes('Result') === true, String(head))
      assert.deepEqual(rows.map(([sn = '']) => sn).toSorted(), expected[result])
    }
  }
  // A waiting device has no result yet.
  assert.deepEqual(await counts(), [1, 1, 0])
  await finds({ success: sns([well]), failure: sns([broken]), 'not-upgraded': [] })
  assert.equal((await confirm(rollout, 'withdraw', id)).status, 200)
  assert.deepEqual(await counts(), [1, 1, 2])
  await finds({ success: sns([well]), failure: sns([broken]), 'not-upgraded': sns(rest) })
})

test('models, versions and tasks name who created them and when', async () => {
  const rollout = await startRollout(app)
  const { engineer, modelId } = rollout
  const before = new Date(app.clock.now()).toISOString()
  const { id: versionId } = await addVersion(rollout, '01.02.00')
  const { id: deviceId } = await make.device(app, rollout)
  const taskId = await submitted(rollout, { deviceIds: [deviceId] }, [versionId])
  const now = new Date(app.clock.now()).toISOString()
  const [model, version, task] = [
    (await app.ask(firmwareApi.model, { id: modelId }, engineer)).envelope.data,
    (await app.ask(firmwareApi.version, { id: versionId }, engineer)).envelope.data,
    await taskOf(rollout, taskId),
  ]
  for (const { creator } of [model, version, task]) assert.equal(creator?.id, engineer.id)
  for (const { createdAt } of [version, task]) assert.ok(createdAt >= before && createdAt <= now, createdAt)
  const made = { startTime: before, endTime: inHours(0.1) }
  const versions = (await app.ask(firmwareApi.versions, { modelId, ...made }, engineer)).envelope.data
  const tasks = (await app.ask(upgradeTaskApi.tasks, { modelId, ...made }, engineer)).envelope.data
  assert.deepEqual([versions.list.map(({ id }) => id), tasks.list.map(({ id }) => id)], [[versionId], [taskId]])
  const earlier = { startTime: inHours(-2), endTime: before }
  assert.equal((await app.ask(upgradeTaskApi.tasks, { modelId, ...earlier }, engineer)).envelope.data.total, 0)
})

test('approving, starting and withdrawing a task require the sign-in password, and a wrong one changes nothing', async () => {
  const rollout = await startRollout(app)
  const { id: versionId } = await addVersion(rollout, '01.02.00')
  const { id: deviceId } = await make.device(app, rollout)
  const id = await submitted(rollout, { deviceIds: [deviceId] }, [versionId])
  const status = async () => (await taskOf(rollout, id)).status
  const { updatedAt } = await taskOf(rollout, id)
  const approving = (password: string) => app.ask(upgradeTaskApi.approve, { id, updatedAt, password }, rollout.approver)
  for (const password of ['', 'Wrong2026']) {
    const refused = await approving(password)
    assert.deepEqual([refused.status, Object.keys(refused.envelope.data?.fields ?? {})], [422, ['password']])
  }
  assert.equal(await status(), 'EXAMINE_WAIT')
  assert.equal((await approving(testPassword)).status, 200)
  assert.equal((await confirm(rollout, 'start', id, 'Wrong2026')).status, 422)
  assert.equal(await status(), 'EXAMINE_PASS')
  assert.equal((await confirm(rollout, 'start', id)).status, 200)
  assert.equal((await confirm(rollout, 'withdraw', id, 'Wrong2026')).status, 422)
  assert.ok(['ENABLE', 'START'].includes(await status()))
  assert.equal((await confirm(rollout, 'withdraw', id)).status, 200)
  assert.equal(await status(), 'CANCEL')
})

test('a task that begins while somebody withdraws it is withdrawn: the beginning is no change by another person', async () => {
  const rollout = await startRollout(app)
  const { id: versionId } = await addVersion(rollout, '01.02.00')
  const { id: deviceId } = await make.device(app, rollout)
  const id = await submitted(rollout, { deviceIds: [deviceId] }, [versionId])
  const { updatedAt } = await taskOf(rollout, id)
  const approved = await app.ask(upgradeTaskApi.approve, { id, updatedAt, password: testPassword }, rollout.approver)
  assert.equal(approved.status, 200)
  assert.equal((await confirm(rollout, 'start', id)).status, 200)
  const seen = await taskOf(rollout, id)
  await until('the task to begin', async () => (await taskOf(rollout, id)).status === 'START')
  const withdrawal = { id, updatedAt: seen.updatedAt, password: testPassword }
  assert.equal((await app.ask(upgradeTaskApi.withdraw, withdrawal, rollout.engineer)).status, 200)
})

test('remarks, notes, descriptions and the reason of a rejection have at most 120 characters', async () => {
  const rollout = await startRollout(app)
  const { engineer, approver, modelId } = rollout
  // The count is a person's: a character beyond the basic plane is one.
  const [fits, tooLong] = ['蒸'.repeat(119) + '🍞', '蒸'.repeat(121)]
  const outcome = ({
    status,
    envelope,
  }: {
    status: number
    envelope: { data: { fields?: Record<string, string> } | null }
  }) => [status, Object.keys(envelope.data?.fields ?? {})].flat()
  const model = async (remark: string) => {
    const draft = {
      name: 'Remark',
      code: `R${remark.length}`,
      type: 'single' as const,
      productIds: [(await make.product(app)).id],
      remark,
    }
    return outcome(await app.ask(firmwareApi.addModel, draft, engineer))
  }
  assert.deepEqual([await model(tooLong), await model(fits)], [[422, 'remark'], [200]])
  const { data } = await uploadFirmware(app, engineer, randomBytes(100))
  const version = async (notes: string) => {
    const draft = { modelId, number: '01.02.00', fileId: data?.id ?? '', notes }
    return outcome(await app.ask(firmwareApi.addVersion, draft, engineer))
  }
  assert.deepEqual([await version(tooLong), await version(fits)], [[422, 'notes'], [200]])
  const { list } = (await app.ask(firmwareApi.versions, { modelId }, engineer)).envelope.data
  const { id: deviceId } = await make.device(app, rollout)
  const task = async (description: string) => {
    const draft = draftOf(rollout, [list[0]?.id ?? ''], { deviceIds: [deviceId], description })
    return app.ask(upgradeTaskApi.addTask, { ...draft, submit: true }, engineer)
  }
  assert.deepEqual(outcome(await task(tooLong)), [422, 'description'])
  const { id } = (await task(fits)).envelope.data
  const { updatedAt, description } = await taskOf(rollout, id)
  assert.equal(description, fits)
  const reject = async (reason: string) =>
    outcome(await app.ask(upgradeTaskApi.reject, { id, updatedAt, reason }, approver))
  assert.deepEqual([await reject(tooLong), await reject(fits)], [[422, 'reason'], [200]])
})

test('both templates of a list are the same table, in the language of the caller, and are read again as a list', async () => {
  const rollout = await startRollout(app)
  for (const language of ['en', 'zh']) {
    const demo = await table(firmwareDeviceApi.listTemplate, {}, rollout.engineer, language)
    assert.deepEqual(demo, await table(firmwareDeviceApi.template, {}, rollout.engineer, language))
    assert.equal(demo.length, 3, 'a head and two examples')
  }
  const response = await fetch(addressOf(app.url, firmwareDeviceApi.template, {}), {
    headers: { authorization: rollout.engineer.token },
  })
  const form = new FormData()
  form.append('file', new Blob([await response.arrayBuffer()]), 'template.xlsx')
  const read = await fetch(app.url + firmwareDeviceApi.readList.path, {
    method: 'POST',
    headers: { authorization: rollout.engineer.token },
    body: form,
  })
  const Found = z.object({ data: z.object({ found: z.number(), unknown: z.number(), unreadable: z.number() }) })
  const { data } = Found.parse(await read.json())
  assert.deepEqual([read.status, data.found, data.unknown, data.unreadable], [200, 0, 2, 0])
})

test('devices with their firmware are exported as their list finds them, a line for each module', async () => {
  const rollout = await startRollout(app)
  const [known, silent] = [await make.device(app, rollout), await make.device(app, rollout)]
  const reportedAt = new Date(app.clock.now()).toISOString()
  const modules = ['default', 'DTU'].map((module) => ({ deviceId: known.id, module, version: '1.0.0', reportedAt }))
  await app.db.insertInto('deviceModule').values(modules).execute()
  const query = { modelId: rollout.modelId }
  const page = (await app.ask(firmwareDeviceApi.devices, query, rollout.engineer)).envelope.data
  const [head, ...rows] = await table(firmwareDeviceApi.exportDevices, query, rollout.engineer)
  assert.equal(head?.[0], 'SN')
  assert.deepEqual(
    rows.map(([sn = '']) => sn).toSorted(),
    [known.sn, known.sn, silent.sn].toSorted(),
    'the one that reported nothing has one line',
  )
  assert.equal(page.total, 2)
})

test('statistics count tasks by each status, add up to all, and a filter by a status finds as many', async () => {
  const rollout = await startRollout(app)
  const { engineer } = rollout
  const { id: versionId } = await addVersion(rollout, '01.02.00')
  const { id: deviceId } = await make.device(app, rollout)
  const draft = draftOf(rollout, [versionId], { deviceIds: [deviceId] })
  await app.ask(upgradeTaskApi.addTask, draft, engineer)
  await submitted(rollout, { deviceIds: [deviceId] }, [versionId])
  await approve(rollout, await submitted(rollout, { deviceIds: [deviceId] }, [versionId]))
  const figures = (await app.ask(upgradeTaskApi.taskFigures, {}, engineer)).envelope.data
  assert.equal(
    Object.values(figures.byStatus).reduce((sum, count) => sum + count, 0),
    figures.all,
  )
  for (const [status, count] of Object.entries(figures.byStatus)) {
    const query = { status: TaskStatus.parse(status) }
    const { total } = (await app.ask(upgradeTaskApi.tasks, query, engineer)).envelope.data
    assert.equal(total, count, status)
  }
  assert.ok(figures.byStatus.CREATE >= 1 && figures.byStatus.EXAMINE_WAIT >= 1 && figures.byStatus.EXAMINE_PASS >= 1)
})

test('a device that comes online is checked at once: it is offered what waits for it although no worker looks at the task', async () => {
  const rollout = await startRollout(app)
  const { id: versionId } = await addVersion(rollout, '01.02.00')
  const { made, device } = await online(rollout)
  device.vanish()
  await isOnline(app, made, false)
  const id = await runTask(rollout, [versionId], { deviceIds: [made.id] })
  assert.equal((await rowOf(rollout, id, made.id)).state, 'waiting')
  // A worker elsewhere has the lease and does nothing, so that the regular look does not come.
  const leaseUntil = new Date(Date.now() + 24 * hour).toISOString()
  await app.db.updateTable('upgradeTask').set({ leaseOwner: 'elsewhere', leaseUntil }).where('id', '=', id).execute()
  const back = await connectMade(app, made)
  assert.equal((await receiveOffer(back, made)).version, '01.02.00')
})
