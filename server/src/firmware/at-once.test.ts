import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { firmwareApi, firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { make } from '../testing/make.ts'
import { makeAccount, testPassword as password } from '../testing/make-account.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { addVersion, approve, draftOf, startRollout, taskOf, uploadFirmware } from '../testing/firmware/rollout.ts'
import { watchLive } from '../testing/watch-live.ts'

/**
 * Two people decide about one task at the same time, and devices move to another organisation while a stream is open.
 */

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

/** A submitted task with the version that two people see of it. */
async function submitted() {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const device = await make.device(app, rollout)
  const draft = { ...draftOf(rollout, [version.id], { deviceIds: [device.id] }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
  const { updatedAt } = await taskOf(rollout, id)
  return { rollout, draft, id, updatedAt }
}
const titlesOf = async (account: { token: string }) =>
  (await app.ask(messageApi.bell, {}, account)).envelope.data.list.map(({ words }) => words.en.title)

test('of two approvals at once one counts and the other is refused; the creator is notified of one decision', async () => {
  const { rollout, id, updatedAt } = await submitted()
  const second = await makeAccount(app, { role: 'operations' })
  const answers = await Promise.all(
    [rollout.approver, second].map((who) => app.ask(upgradeTaskApi.approve, { id, updatedAt, password }, who)),
  )
  assert.deepEqual(statusesOf(answers), [200, 409])
  const task = await taskOf(rollout, id)
  const winner = answers[0]?.status === 200 ? rollout.approver : second
  assert.deepEqual([task.status, task.approvedBy?.id], ['EXAMINE_PASS', winner.id])
  assert.equal((await titlesOf(rollout.engineer)).length, 1)
  const { list } = (await app.ask(upgradeTaskApi.events, { id, kind: 'approved' }, rollout.engineer)).envelope.data
  assert.equal(list.length, 1)
})

test('of an approval and a rejection at once one counts, and nothing of the other is stored', async () => {
  const { rollout, id, updatedAt } = await submitted()
  const second = await makeAccount(app, { role: 'operations' })
  const [approval, rejection] = await Promise.all([
    app.ask(upgradeTaskApi.approve, { id, updatedAt, password }, rollout.approver),
    app.ask(upgradeTaskApi.reject, { id, updatedAt, reason: 'Not yet' }, second),
  ])
  assert.deepEqual(statusesOf([approval, rejection]), [200, 409])
  const { status, approvedBy, rejectReason } = await taskOf(rollout, id)
  assert.deepEqual(
    [status, approvedBy?.id ?? null, rejectReason],
    approval.status === 200 ? ['EXAMINE_PASS', rollout.approver.id, ''] : ['EXAMINE_REJECT', null, 'Not yet'],
  )
})

test('of an approval and an edit that is submitted again at once one counts: nobody approves what they have not seen', async () => {
  const { rollout, draft, id, updatedAt } = await submitted()
  const [approval, edit] = await Promise.all([
    app.ask(upgradeTaskApi.approve, { id, updatedAt, password }, rollout.approver),
    app.ask(upgradeTaskApi.updateTask, { ...draft, id, updatedAt, name: 'Submitted again' }, rollout.engineer),
  ])
  assert.deepEqual(statusesOf([approval, edit]), [200, 409])
  const { status, approvedBy } = await taskOf(rollout, id)
  assert.deepEqual(
    [status, approvedBy?.id ?? null],
    approval.status === 200 ? ['EXAMINE_PASS', rollout.approver.id] : ['EXAMINE_WAIT', null],
  )
})

test('a task that one person starts while another one edits it is started as it was approved, or is a draft again', async () => {
  const { rollout, draft, id } = await submitted()
  assert.equal((await approve(rollout, id)).status, 200)
  const { updatedAt, name } = await taskOf(rollout, id)
  const edited = { ...draft, submit: false, id, updatedAt, name: 'Edited meanwhile' }
  const [start, edit] = await Promise.all([
    app.ask(upgradeTaskApi.start, { id, updatedAt, password }, rollout.engineer),
    app.ask(upgradeTaskApi.updateTask, edited, rollout.engineer),
  ])
  assert.deepEqual(statusesOf([start, edit]), [200, 409])
  const task = await taskOf(rollout, id)
  assert.deepEqual(
    [task.status, task.name, task.approvedBy?.id ?? null],
    start.status === 200 ? ['ENABLE', name, rollout.approver.id] : ['CREATE', 'Edited meanwhile', null],
  )
})

test('of two who change one model or version at once one is kept and the other refused, whatever the change', async () => {
  const rollout = await startRollout(app)
  const { engineer, modelId, productId } = rollout
  const second = await makeAccount(app, { role: 'firmware-engineer' })
  const { id } = await addVersion(rollout, '01.02.00')
  const both = async (change: (who: { token: string }, name: string) => Promise<{ status: number }>) =>
    statusesOf(await Promise.all([change(engineer, 'One'), change(second, 'Two')]))
  const model = (await app.ask(firmwareApi.model, { id: modelId }, engineer)).envelope.data
  const draft = { code: model.code, type: 'single' as const, productIds: [productId] }
  const edits = await both((who, name) =>
    app.ask(firmwareApi.updateModel, { ...draft, id: modelId, updatedAt: model.updatedAt, name }, who),
  )
  assert.deepEqual(edits, [200, 409])
  const stateOf = async () => (await app.ask(firmwareApi.version, { id }, engineer)).envelope.data
  for (const change of [
    'updateVersion',
    'disableVersion',
    'enableVersion',
    'removeVersion',
    'restoreVersion',
  ] as const) {
    const { updatedAt } = await stateOf()
    const statuses = await both((who, alias) =>
      change === 'updateVersion'
        ? app.ask(firmwareApi.updateVersion, { id, updatedAt, alias, notes: '', reportedAs: '' }, who)
        : app.ask(firmwareApi[change], { id, updatedAt }, who),
    )
    assert.deepEqual(statuses, [200, 409], change)
  }
  const after = await stateOf()
  assert.deepEqual([after.enabled, after.archivedAt], [true, null])
})

test('of two versions that replace the current one at once both are kept, and one is current', async () => {
  const rollout = await startRollout(app)
  await addVersion(rollout, '01.00.00')
  const added = await Promise.all(['01.01.00', '01.02.00'].map((number) => addVersion(rollout, number)))
  const { modelId, engineer } = rollout
  const list = async (call: typeof firmwareApi.versions | typeof firmwareApi.history) =>
    (await app.ask(call, { modelId }, engineer)).envelope.data.list.map(({ id }) => id)
  const [current, archived] = [await list(firmwareApi.versions), await list(firmwareApi.history)]
  assert.deepEqual([current.length, archived.length], [1, 2])
  assert.ok(added.every(({ id }) => [...current, ...archived].includes(id)))
  // Two simultaneous restores wait for each other, and only one version is current afterwards.
  const restored = await Promise.all(
    archived.map(async (id) => {
      const { updatedAt } = (await app.ask(firmwareApi.version, { id }, engineer)).envelope.data
      return app.ask(firmwareApi.restoreVersion, { id, updatedAt, replace: true }, engineer)
    }),
  )
  assert.ok(restored.every(({ status }) => status === 200 || status === 409))
  assert.deepEqual([(await list(firmwareApi.versions)).length, (await list(firmwareApi.history)).length], [1, 2])
})

test('of two who replace the same version at once, the second is refused with the version that is current by then', async () => {
  const rollout = await startRollout(app)
  const { modelId, engineer } = rollout
  const seen = await addVersion(rollout, '01.00.00')
  const stored = await Promise.all([1, 2].map(() => uploadFirmware(app, engineer, randomBytes(50))))
  const answers = await Promise.all(
    stored.map(({ data }, at) => {
      const draft = { modelId, number: `01.00.0${at + 1}`, fileId: data?.id ?? '', replace: true, replaces: seen.id }
      return app.ask(firmwareApi.addVersion, draft, engineer)
    }),
  )
  assert.deepEqual(statusesOf(answers), [200, 409])
  const { list } = (await app.ask(firmwareApi.versions, { modelId }, engineer)).envelope.data
  const refused = answers.find(({ status }) => status === 409)
  assert.match(refused?.envelope.msg ?? '', new RegExp(`Version ${list[0]?.number} has become the current one`))
  const { updatedAt } = (await app.ask(firmwareApi.version, { id: seen.id }, engineer)).envelope.data
  const restore = { id: seen.id, updatedAt, replace: true, replaces: seen.id }
  assert.equal((await app.ask(firmwareApi.restoreVersion, restore, engineer)).status, 409)
  const known = { ...restore, replaces: list[0]?.id }
  assert.equal((await app.ask(firmwareApi.restoreVersion, known, engineer)).status, 200)
})

test('of a stop and a withdrawal, and of two starts, at once one counts', async () => {
  const { rollout, id } = await submitted()
  const second = await makeAccount(app, { role: 'operations' })
  assert.equal((await approve(rollout, id)).status, 200)
  const approved = { id, updatedAt: (await taskOf(rollout, id)).updatedAt }
  const starts = await Promise.all(
    [rollout.engineer, second].map((who) => app.ask(upgradeTaskApi.start, { ...approved, password }, who)),
  )
  assert.deepEqual(statusesOf(starts), [200, 409])
  const started = { id, updatedAt: (await taskOf(rollout, id)).updatedAt }
  const [stop, withdrawal] = await Promise.all([
    app.ask(upgradeTaskApi.stop, started, rollout.engineer),
    app.ask(upgradeTaskApi.withdraw, { ...started, password }, second),
  ])
  assert.deepEqual(statusesOf([stop, withdrawal]), [200, 409])
  assert.equal((await taskOf(rollout, id)).status, stop.status === 200 ? 'DISABLE' : 'CANCEL')
})

/** All further events of a stream that ends. */
async function toItsEnd<Event>(stream: { next: () => Promise<Event | undefined> }): Promise<Event[]> {
  const event = await stream.next()
  return event === undefined ? [] : [event, ...(await toItsEnd(stream))]
}

test('streams of a task and of the firmware of a device end without another event when the device moves to another organisation', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [first, second] = [await make.organisation(app), await make.organisation(app)]
  const operationCodes = ['firmware-task:view', 'firmware-version:view']
  const reader = await make.account(app, { organisationId: first.id, operationCodes })
  const { token } = await make.account(app, { role: 'administrator' })
  const device = await make.device(app, { ...rollout, organisationId: first.id })
  const draft = { ...draftOf(rollout, [version.id], { deviceIds: [device.id] }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
  const [task, tab] = await Promise.all([
    watchLive(app.url, upgradeTaskApi.taskLive, { id }, reader.token),
    watchLive(app.url, firmwareDeviceApi.deviceLive, { deviceId: device.id }, reader.token),
  ])
  assert.equal((await task.next())?.task?.id, id)
  assert.equal((await tab.next())?.hasNews, false)
  const moved = await app.ask(recordCalls.oven.transfer, { ids: [device.id], organisationId: second.id }, { token })
  assert.equal(moved.status, 200, moved.envelope.msg)
  const movedAt = app.clock.now()
  assert.equal((await approve(rollout, id)).status, 200)
  // News of the submission may arrive after the first event, but not after the device moved.
  for (const events of [await toItsEnd(task), await toItsEnd(tab)])
    assert.deepEqual(
      events.filter(({ at }) => at > movedAt),
      [],
    )
})
