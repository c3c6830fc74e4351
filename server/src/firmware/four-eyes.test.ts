import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { connectMade } from '../testing/linked-device.ts'
import { testPassword, type MadeAccount } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import {
  addVersion,
  approve,
  draftOf,
  inform,
  progress,
  reaches,
  receiveOffer,
  runTask,
  startRollout,
  taskOf,
  type Rollout,
} from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'

/**
 * The rule of four eyes cannot be suspended for a moment: a sole decision waits if others could recently have decided.
 */

const hour = hourMs
let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' } })
})
after(() => app.stop())

type House = Readonly<{ rollout: Rollout; sole: MadeAccount; other: MadeAccount; deviceId: string; versionId: string }>

/**
 * An organisation with two accounts that may approve, in which nobody else ever could: an administrator, and the
 * approver of the rollout.
 */
async function house(): Promise<House> {
  const rollout = await startRollout(app)
  const sole = await make.account(app, { role: 'administrator' })
  const kept = [sole.id, rollout.approver.id, rollout.engineer.id]
  await app.db.updateTable('account').set({ enabled: false }).where('id', 'not in', kept).execute()
  await app.db.deleteFrom('upgradeApproverPast').where('accountId', 'not in', kept).execute()
  const { id: versionId } = await addVersion(rollout, '01.02.00')
  const { id: deviceId } = await make.device(app, rollout)
  return { rollout, sole, other: rollout.approver, deviceId, versionId }
}

/** Tasks of its own that the sole approver submitted. */
async function submit({ rollout, sole, deviceId, versionId }: House, wanted: object = {}): Promise<string> {
  const draft = { ...draftOf(rollout, [versionId], { deviceIds: [deviceId], ...wanted }), submit: true }
  const { status, envelope } = await app.ask(upgradeTaskApi.addTask, draft, sole)
  assert.equal(status, 200, JSON.stringify(envelope))
  return envelope.data.id
}

async function approveAs({ rollout }: House, who: MadeAccount, id: string, reason = '') {
  const { updatedAt } = await taskOf(rollout, id)
  const body = { id, updatedAt, password: testPassword, reason }
  const { status, envelope } = await app.ask(upgradeTaskApi.approve, body, who)
  return { status, countsAt: status === 200 ? envelope.data.countsAt : undefined }
}
const seenBy = async (who: MadeAccount, id: string) => (await app.ask(upgradeTaskApi.task, { id }, who)).envelope.data
const confirmed = async ({ rollout }: House, id: string) => {
  const { updatedAt } = await taskOf(rollout, id)
  return { id, updatedAt, password: testPassword }
}

async function disable({ sole }: House, { id }: MadeAccount, enabled = false): Promise<void> {
  const body = { id, enabled, reason: enabled ? '' : 'on holiday', password: testPassword }
  const { status, envelope } = await app.ask(accountApi.setEnabled, body, sole)
  assert.equal(status, 200, JSON.stringify(envelope))
}

const roleOf = async ({ id }: MadeAccount) => {
  const { roleId } = await app.db.selectFrom('account').select('roleId').where('id', '=', id).executeTakeFirstOrThrow()
  return roleId ?? ''
}
async function setRole({ sole, other }: House, enabled: boolean): Promise<void> {
  const { status, envelope } = await app.ask(roleApi.setEnabled, { id: await roleOf(other), enabled }, sole)
  assert.equal(status, 200, JSON.stringify(envelope))
}

/** The time by the clock of the database passes. */
const dayPasses = (id: string) =>
  sql`update upgrade_task set alone_counts_at = clock_timestamp() where id = ${id}::bigint`.execute(app.db)
/** The other account lost the code this many days ago. */
const lostFor = ({ other }: House, days: number) =>
  sql`update upgrade_approver_past set since = since - make_interval(days => 100), until = clock_timestamp() - make_interval(days => ${days})
    where account_id = ${other.id}::bigint and until is not null`.execute(app.db)
const eventsOf = async (id: string) => {
  const rows = await app.db.selectFrom('upgradeEvent').select('kind').where('taskId', '=', id).orderBy('seq').execute()
  return rows.map(({ kind }) => kind)
}
const statusOf = async (id: string) =>
  (await app.db.selectFrom('upgradeTask').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('where one account alone ever could approve, it approves its own work at once, with a typed reason', async () => {
  const own = await house()
  const { sole, other } = own
  await disable(own, other)
  await app.db.deleteFrom('upgradeApproverPast').where('accountId', '<>', sole.id).execute()
  const id = await submit(own)
  const auditors = (await app.ask(upgradeTaskApi.auditors, { id }, sole)).envelope.data
  assert.deepEqual([auditors.sole, auditors.list.map((each) => [each.id, each.tookPart])], [true, [[sole.id, true]]])
  const { approval } = await seenBy(sole, id)
  assert.deepEqual([approval.isSole, approval.others, approval.waiting], [true, [], null])
  const { envelope, status } = await app.ask(upgradeTaskApi.approve, await confirmed(own, id), sole)
  assert.deepEqual([status, Object.keys(envelope.data.fields ?? {})], [422, ['reason']])
  assert.deepEqual(await approveAs(own, sole, id, 'I am alone here'), { status: 200, countsAt: null })
  const after = await seenBy(sole, id)
  assert.deepEqual([after.status, after.approval.soleReason], ['EXAMINE_PASS', 'I am alone here'])
})

test('with a second account that was disabled since yesterday a sole approval waits 24 hours by the database’s clock, is shown, and is announced to it', async () => {
  const own = await house()
  const { sole, other } = own
  await disable(own, other)
  await lostFor(own, 1)
  const [id, second] = [await submit(own), await submit(own)]
  assert.deepEqual((await seenBy(sole, id)).approval.others, [await nameOf(other)])
  const before = Date.now()
  const { status, countsAt } = await approveAs(own, sole, id, 'Nobody is there')
  assert.equal(status, 200)
  const waits = Date.parse(countsAt ?? '') - before
  assert.ok(waits >= 24 * hour && waits < 24 * hour + 60_000, `${waits} ms`)
  await approveAs(own, sole, second, 'Nobody is there')

  const shown = await seenBy(sole, id)
  assert.deepEqual([shown.status, shown.approvedBy, shown.approvalCountsAt], ['EXAMINE_WAIT', null, countsAt])
  assert.deepEqual(
    [
      shown.approval.waiting?.by?.id,
      shown.approval.waiting?.countsAt,
      shown.approval.waiting?.told,
      shown.approval.soleReason,
    ],
    [sole.id, countsAt, [await nameOf(other)], 'Nobody is there'],
  )
  assert.equal((await app.ask(upgradeTaskApi.start, await confirmed(own, id), sole)).status, 409)
  // A given approval waits: it cannot be given again, and the task does not wait for this account.
  assert.equal((await approveAs(own, sole, id, 'Again')).status, 409)
  const mine = (await app.ask(upgradeTaskApi.tasks, { waitingForMe: 'true' }, sole)).envelope.data.list
  assert.ok(!mine.some((task) => task.id === id))

  // Another clock than the database's does not count.
  app.clock.advance(25 * hour)
  await dayPasses(second)
  await until('the second to count', async () => (await statusOf(second)) === 'EXAMINE_PASS')
  assert.equal(await statusOf(id), 'EXAMINE_WAIT')
  app.clock.advance(-25 * hour)
  await dayPasses(id)
  await until('the first to count', async () => (await statusOf(id)) === 'EXAMINE_PASS')
  const passed = await seenBy(sole, id)
  assert.deepEqual([passed.approvedBy?.id, passed.approvalCountsAt, passed.approval.waiting], [sole.id, null, null])
  assert.deepEqual(await eventsOf(id), ['created', 'submitted', 'approved-alone', 'approved'])
  assert.equal((await app.ask(upgradeTaskApi.start, await confirmed(own, id), sole)).status, 200)

  // The account finds the message when it is enabled again.
  await app.db.updateTable('account').set({ enabled: true }).where('id', '=', other.id).execute()
  const { list } = (await app.ask(messageApi.bell, {}, await signedIn(other))).envelope.data
  assert.ok(
    list.some(({ words }) => words.en.title === `Upgrade task “${passed.name}” was approved without a second person`),
  )
})

const nameOf = async ({ id }: MadeAccount) =>
  (await app.db.selectFrom('account').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

/** A disabled account lost its session: another one. */
async function signedIn({ id }: MadeAccount): Promise<{ token: string }> {
  const made = await make.account(app, { operationCodes: [] })
  await app.db.updateTable('session').set({ accountId: id }).where('accountId', '=', made.id).execute()
  return made
}

test('an account that lost the code 29 days ago still counts, one that lost it 31 days ago does not', async () => {
  const own = await house()
  await disable(own, own.other)
  await lostFor(own, 29)
  const waiting = await approveAs(own, own.sole, await submit(own), 'Alone')
  assert.ok(waiting.status === 200 && waiting.countsAt !== null, JSON.stringify(waiting))
  await lostFor(own, 31)
  const at = await approveAs(own, own.sole, await submit(own), 'Alone')
  assert.deepEqual([at.status, at.countsAt], [200, null])
})

test('with the role of the others disabled for a moment it waits, and whoever comes back approves at once', async () => {
  const own = await house()
  await setRole(own, false)
  const id = await submit(own)
  assert.notEqual((await approveAs(own, own.sole, id, 'Alone')).countsAt, null)
  await setRole(own, true)
  assert.equal((await seenBy(own.other, id)).approval.refusal, null)
  assert.deepEqual(await approveAs(own, own.other, id), { status: 200, countsAt: null })
  const task = await seenBy(own.sole, id)
  assert.deepEqual(
    [task.status, task.approvedBy?.id, task.approval.soleReason, task.approval.waiting, task.approvalCountsAt],
    ['EXAMINE_PASS', own.other.id, '', null, null],
  )
  // No approval remains that could count later.
  assert.deepEqual(await eventsOf(id), ['created', 'submitted', 'approved-alone', 'approved'])
})

test('with the code taken from their role it waits; given back, they reject at once, and nobody is sole any more', async () => {
  const own = await house()
  const { sole, other } = own
  const id = await roleOf(other)
  const rows = await app.db
    .selectFrom('menu')
    .select('id')
    .where('operationCode', '=', 'firmware-task:approve')
    .execute()
  const codes = rows.map((row) => row.id)
  const change = async (added: string[], removed: string[]) => {
    const { updatedAt } = await app.db
      .selectFrom('role')
      .select('updatedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { status, envelope } = await app.ask(roleApi.updateMenus, { id, updatedAt, added, removed }, sole)
    assert.equal(status, 200, JSON.stringify(envelope))
  }
  await change([], codes)
  const task = await submit(own)
  assert.notEqual((await approveAs(own, sole, task, 'Alone')).countsAt, null)
  await change(codes, [])
  const another = await submit(own)
  assert.equal((await approveAs(own, sole, another, 'Alone')).status, 403)
  const { updatedAt } = await taskOf(own.rollout, task)
  const reason = 'Not without me'
  assert.equal((await app.ask(upgradeTaskApi.reject, { id: task, updatedAt, reason }, other)).status, 200)
  const rejected = await seenBy(sole, task)
  assert.deepEqual(
    [rejected.status, rejected.approval.waiting, rejected.approvalCountsAt],
    ['EXAMINE_REJECT', null, null],
  )
})

test('stopping and withdrawing never wait; what is approved alone again, to go on after a stop, waits', async () => {
  const own = await house()
  const { rollout, sole, other, deviceId, versionId } = own
  const wanted = { deviceIds: [deviceId] }
  const running = await runTask(rollout, [versionId], wanted)
  await disable(own, other)
  assert.equal(
    (await app.ask(upgradeTaskApi.stop, { id: running, updatedAt: (await taskOf(rollout, running)).updatedAt }, sole))
      .status,
    200,
  )
  assert.equal(await statusOf(running), 'DISABLE')
  const { updatedAt, name } = await taskOf(rollout, running)
  const draft = draftOf(rollout, [versionId], wanted)
  const edited = {
    ...draft,
    name,
    id: running,
    updatedAt,
    submit: true,
    plan: { ratePerMinute: 10, allowUnknown: true },
  }
  const { status, envelope } = await app.ask(upgradeTaskApi.updateTask, edited, sole)
  assert.equal(status, 200, JSON.stringify(envelope))
  assert.notEqual((await approveAs(own, sole, running, 'It goes on')).countsAt, null)
  assert.equal((await app.ask(upgradeTaskApi.start, await confirmed(own, running), sole)).status, 409)
  assert.equal((await app.ask(upgradeTaskApi.withdraw, await confirmed(own, running), sole)).status, 200)
  const withdrawn = await seenBy(sole, running)
  assert.deepEqual([withdrawn.status, withdrawn.approvalCountsAt], ['CANCEL', null])
})

test('what changed while an approval waited is not approved, nor is what its approver may not approve any more', async () => {
  const own = await house()
  const { sole, other } = own
  await disable(own, other)
  const [edited, orphaned] = [await submit(own), await submit(own)]
  for (const id of [edited, orphaned]) assert.notEqual((await approveAs(own, sole, id, 'Alone')).countsAt, null)
  const plan = JSON.stringify({ ratePerMinute: 10_000, allowUnknown: true, allowDowngrade: true, allowArchived: false })
  await app.db.updateTable('upgradeTask').set({ plan }).where('id', '=', edited).execute()
  await dayPasses(edited)
  await until('the edited one to lapse', async () => (await eventsOf(edited)).includes('alone-void'))
  assert.deepEqual([await statusOf(edited), (await seenBy(sole, edited)).approval.waiting], ['EXAMINE_WAIT', null])
  await app.db.updateTable('account').set({ enabled: true }).where('id', '=', other.id).execute()
  const another = await make.account(app, { role: 'administrator' })
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', sole.id).execute()
  await dayPasses(orphaned)
  await until('the orphaned one to lapse', async () => (await eventsOf(orphaned)).includes('alone-void'))
  assert.deepEqual([await statusOf(orphaned), (await seenBy(another, orphaned)).approvedBy], ['EXAMINE_WAIT', null])
})

test('a roll back to what each device ran before is approved alone without waiting; with one that did not run it, it waits', async () => {
  const own = await house()
  const { rollout, sole, other } = own
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, '1.1.0')
  const take = async (versionId: string, reported: string) => {
    const id = await runTask(rollout, [versionId], { deviceIds: [made.id] })
    await receiveOffer(device, made)
    await progress(device, made, 100)
    await inform(device, made, reported)
    await reaches(rollout, id, made.id, 'succeeded')
  }
  await take(own.versionId, '1.2.0')
  await take((await addVersion(rollout, '01.03.00')).id, '1.3.0')
  const ahead = await addVersion(rollout, '01.04.00')
  await disable(own, other)
  const plan = { ratePerMinute: 100, allowDowngrade: true, allowUnknown: true, allowArchived: true }
  const back = (...deviceIds: string[]) => submit(own, { deviceIds, plan })
  assert.deepEqual(await approveAs(own, sole, await back(made.id), 'It was better'), { status: 200, countsAt: null })
  assert.notEqual((await approveAs(own, sole, await back(made.id, own.deviceId), 'It was better')).countsAt, null)
  const forward = await submit({ ...own, versionId: ahead.id }, { deviceIds: [made.id], plan })
  assert.notEqual((await approveAs(own, sole, forward, 'It is better')).countsAt, null)
  // An earlier report of a number does not prove a version that is uploaded later under that number.
  const other110 = await addVersion(rollout, '01.01.00')
  const forged = await submit({ ...own, versionId: other110.id }, { deviceIds: [made.id], plan })
  assert.notEqual((await approveAs(own, sole, forged, 'It ran before')).countsAt, null)
})

test('a second person’s look at the work of others never waits, though that one alone may approve', async () => {
  const own = await house()
  const { rollout, sole, other, deviceId, versionId } = own
  await disable(own, other)
  const draft = { ...draftOf(rollout, [versionId], { deviceIds: [deviceId] }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
  assert.deepEqual(await approveAs(own, sole, id), { status: 200, countsAt: null })
  assert.equal((await approve(rollout, id)).status, 401, 'the disabled account has no session')
})
