import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { workStateNumberOf } from '@brigade/contract/device/device.rules.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { make } from '../../testing/make.ts'
import { moveCustomer } from '../../testing/move-customer.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { watchLive } from '../../testing/watch-live.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const nowIso = () => new Date(app.clock.now()).toISOString()

/** The effects of a batch of reports: the state, the shadow, and the notification. */
async function cook(id: string, temperature: number) {
  const at = app.clock.now()
  const reported = JSON.stringify({ ChamberTemp: { v: temperature, t: at, s: at } })
  await app.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('deviceState')
      .set({ online: true, onlineChangedAt: nowIso(), lastSeenAt: nowIso(), workState: workStateNumberOf('cooking') })
      .where('deviceId', '=', id)
      .execute()
    await trx.updateTable('deviceShadow').set({ reported, reportedAt: nowIso() }).where('deviceId', '=', id).execute()
    await notifyOnCommit(trx, 'live', { device: [id] })
  })
}

test('a list is notified at once that its stream is open, then of each device that changes, in its current state', async () => {
  const oven = await make.device(app)
  const stream = await watchLive(app.url, liveCalls.oven.live, {}, token)
  assert.deepEqual((await stream.next())?.devices, [])
  const started = app.clock.now()
  await cook(oven.id, 164)
  const event = await stream.nextThat(({ devices }) => devices.length > 0)
  const [device] = event.devices
  assert.equal(device?.id, oven.id)
  assert.deepEqual([device?.online, device?.workState, device?.fact.temperatureC], [true, 'cooking', 164])
  assert(
    device !== undefined && device.at >= started && device.at <= event.at,
    'at is when the change reached the server',
  )
  assert.deepEqual([device.shadow, device.commands], [undefined, undefined])
  await stream.leave()
})

test('a detail receives the whole device at once, and with each change its shadow and the commands that changed', async () => {
  const oven = await make.device(app)
  await cook(oven.id, 100)
  const unset = {
    sentAt: null,
    acknowledgedAt: null,
    finishedAt: null,
    code: null,
    reply: null,
    accountId: null,
  } as const
  const { id: commandId } = await app.db
    .insertInto('command')
    .values({
      ...unset,
      deviceId: oven.id,
      kind: 'property.set',
      params: '{"SetTemp":180}',
      status: 'sent',
      createdAt: nowIso(),
      deadlineAt: nowIso(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stream = await watchLive(app.url, liveCalls.oven.live, { id: oven.id }, token)
  const first = (await stream.next())?.devices[0]
  assert.equal(first?.fact.temperatureC, 100)
  assert.deepEqual(
    first?.shadow?.list.map(({ identifier, value }) => [identifier, value]),
    [['ChamberTemp', 100]],
  )
  assert.deepEqual(
    first?.commands?.map(({ id, status }) => [id, status]),
    [[commandId, 'sent']],
  )

  await cook(oven.id, 101)
  const second = (await stream.nextThat(({ devices }) => devices.length > 0)).devices[0]
  assert.deepEqual(
    second?.shadow?.list.map(({ value }) => value),
    [101],
  )
  assert.deepEqual(second?.commands, [])

  await app.db
    .updateTable('command')
    .set({ status: 'succeeded', finishedAt: nowIso() })
    .where('id', '=', commandId)
    .execute()
  await cook(oven.id, 102)
  const third = (await stream.nextThat(({ devices }) => devices.length > 0)).devices[0]
  assert.deepEqual(
    third?.commands?.map(({ id, status }) => [id, status]),
    [[commandId, 'succeeded']],
  )
  await stream.leave()
})

test('a stream contains neither the other kind nor devices of another organisation', async () => {
  const customer = await make.organisation(app)
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const own = await make.device(app, { organisationId: customer.id })
  const cooler = await make.device(app, { organisationId: customer.id, kind: 'cooler' })
  const foreign = await make.device(app)
  const stream = await watchLive(app.url, liveCalls.oven.live, {}, theirs)
  await stream.next()
  await cook(foreign.id, 180)
  await cook(cooler.id, 4)
  await cook(own.id, 180)
  const received = await stream.nextThat(({ devices }) => devices.length > 0)
  assert.deepEqual(
    received.devices.map(({ id }) => id),
    [own.id],
  )
  await stream.leave()
})

test("a stream of a device outside the caller's scope contains nothing about it", async () => {
  const customer = await make.organisation(app)
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const foreign = await make.device(app)
  const stream = await watchLive(app.url, liveCalls.oven.live, { id: foreign.id }, theirs)
  assert.equal(await stream.next(), undefined)
})

test('streams of a device and of its messages end, and send nothing more, when it moves to another organisation', async () => {
  const [first, second] = [await make.organisation(app), await make.organisation(app)]
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: first.id })
  const oven = await make.device(app, { organisationId: first.id })
  const [whole, trace] = await Promise.all([
    watchLive(app.url, liveCalls.oven.live, { id: oven.id }, theirs),
    watchLive(app.url, telemetryCalls.oven.trace, { id: oven.id }, theirs),
  ])
  assert.equal((await whole.next())?.devices.length, 1)
  assert.deepEqual((await trace.next())?.messages, [])
  const { status } = await app.ask(recordCalls.oven.transfer, { ids: [oven.id], organisationId: second.id }, { token })
  assert.equal(status, 200)
  await cook(oven.id, 180)
  assert.equal(await whole.next(), undefined)
  assert.equal(await trace.next(), undefined)
})

test('streams of a device and of its messages end at once when the customer who has it moves to another distributor', async () => {
  const [first, second] = [
    await make.organisation(app, { kind: 'distributor' }),
    await make.organisation(app, { kind: 'distributor' }),
  ]
  const customer = await make.organisation(app, { parentId: first.id })
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: first.id })
  const [oven, other] = [
    await make.device(app, { organisationId: customer.id }),
    await make.device(app, { organisationId: first.id }),
  ]
  const [whole, trace, page] = await Promise.all([
    watchLive(app.url, liveCalls.oven.live, { id: oven.id }, theirs),
    watchLive(app.url, telemetryCalls.oven.trace, { id: oven.id }, theirs),
    watchLive(app.url, liveCalls.oven.live, { ids: `${oven.id},${other.id}` }, theirs),
  ])
  assert.equal((await whole.next())?.devices.length, 1)
  assert.deepEqual((await trace.next())?.messages, [])
  assert.equal((await page.next())?.devices.length, 2)
  await moveCustomer(app, { id: customer.id, parentId: second.id }, token)
  // There is no other change: the move itself notifies the streams.
  assert.equal(await whole.next(), undefined)
  assert.equal(await trace.next(), undefined)
  await cook(oven.id, 180)
  await cook(other.id, 90)
  const received = await page.nextThat(({ devices }) => devices.length > 0)
  assert.deepEqual(
    received.devices.map(({ id }) => id),
    [other.id],
  )
  await page.leave()
})

test('a stream ends, and sends nothing more, when the account that opened it moves to another organisation', async () => {
  const [first, second] = [await make.organisation(app), await make.organisation(app)]
  const person = await make.account(app, { role: 'administrator', organisationId: first.id })
  const oven = await make.device(app, { organisationId: first.id })
  const stream = await watchLive(app.url, liveCalls.oven.live, { ids: oven.id }, person.token)
  assert.equal((await stream.next())?.devices.length, 1)
  await app.db.transaction().execute(async (trx) => {
    await trx.updateTable('account').set({ organisationId: second.id }).where('id', '=', person.id).execute()
    await notifyOnCommit(trx, 'access', {})
    await notifyOnCommit(trx, 'live', { device: [oven.id] })
  })
  assert.equal(await stream.next(), undefined)
})

test('changes during simultaneous changes of many devices arrive completely', async () => {
  const customer = await make.organisation(app)
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const ids: string[] = []
  for (let number = 0; number < 60; number += 1) ids.push((await make.device(app, { organisationId: customer.id })).id)
  const stream = await watchLive(app.url, liveCalls.oven.live, {}, theirs)
  await stream.next()
  await notifyOnCommit(app.db, 'live', { device: ids })
  const received = new Set<string>()
  while (received.size < ids.length) for (const { id } of (await stream.next())?.devices ?? []) received.add(id)
  assert.deepEqual(received, new Set(ids))
  await stream.leave()
})

test('a page receives at once the state of its devices, then changes of those alone, and of all the others only how many changed', async () => {
  const customer = await make.organisation(app)
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const ours = async () => make.device(app, { organisationId: customer.id })
  const [shown, also] = [await ours(), await ours()]
  const foreign = await make.device(app)
  await cook(shown.id, 90)
  const stream = await watchLive(app.url, liveCalls.oven.live, { ids: `${shown.id},${also.id},${foreign.id}` }, theirs)
  const first = await stream.next()
  assert.deepEqual(
    first?.devices.map(({ id, fact }) => [id, fact.temperatureC]),
    [
      [shown.id, 90],
      [also.id, null],
    ],
  )
  const elsewhere: string[] = []
  for (let number = 0; number < 7; number += 1) elsewhere.push((await ours()).id)
  await notifyOnCommit(app.db, 'live', { device: [...elsewhere, foreign.id] })
  const of = await stream.nextThat(({ others }) => others !== 0)
  assert.deepEqual([of.devices, of.others], [[], 7])
  await cook(shown.id, 91)
  const next = await stream.nextThat(({ devices }) => devices.length > 0)
  assert.deepEqual(
    next.devices.map(({ id, fact }) => [id, fact.temperatureC]),
    [[shown.id, 91]],
  )
  await stream.leave()
  const empty = await watchLive(app.url, liveCalls.oven.live, { ids: '0' }, theirs)
  assert.deepEqual((await empty.next())?.devices, [])
  await cook(also.id, 20)
  assert.equal((await empty.nextThat(({ others }) => others !== 0)).others, 1)
  await empty.leave()
})
