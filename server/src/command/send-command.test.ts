import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import type { FakeDevice } from '../testing/fake-device.ts'
import { connectMade, isOnline, shadowOf, traceOf } from '../testing/linked-device.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  ;({ token } = await make.account(app, { role: 'administrator', name: 'Anke' }))
})
after(() => app.stop())

type Params = Record<string, string | number>
type Made = Awaited<ReturnType<typeof make.device>>

async function linked(): Promise<{ oven: Made; device: FakeDevice }> {
  const oven = await make.device(app)
  return { oven, device: await connectMade(app, oven) }
}

const send = (oven: Made, params: Params, service?: string) =>
  app.ask(
    commandCalls.oven.sendCommand,
    service === undefined
      ? { kind: 'property.set', deviceId: oven.id, params, password: testPassword }
      : { kind: 'service', identifier: service, deviceId: oven.id, params, password: testPassword },
    { token },
  )

/** Sends a command and returns the ledger row's id. */
async function sent(oven: Made, params: Params, service?: string): Promise<string> {
  const { status, envelope } = await send(oven, params, service)
  assert.equal(status, 200, envelope.msg)
  return envelope.data.id
}

async function refused(oven: Made, params: Params, service?: string) {
  const { status, envelope } = await send(oven, params, service)
  assert.notEqual(status, 200)
  const rows = await app.db.selectFrom('command').select('id').where('deviceId', '=', oven.id).execute()
  assert.deepEqual(rows, [])
  return envelope.data
}

async function ledger(oven: Made): Promise<CommandRow[]> {
  const { envelope } = await app.ask(commandCalls.oven.commands, { id: oven.id }, { token })
  return envelope.data.list
}

const becomes = (oven: Made, id: string, status: CommandRow['status']) =>
  until(`command ${id} to be ${status}`, async () =>
    (await ledger(oven)).find((row) => row.id === id && row.status === status),
  )

const desiredOf = async (oven: Made) => (await shadowOf(app, oven)).desired

test('a property set is sent to the device, acknowledged, answered and no longer pending once reported', async () => {
  const { oven, device } = await linked()
  await device.report({ FanSpeed: 40 })
  const id = await sent(oven, { FanSpeed: 60 })
  const received = await device.receive('thing/service/property/set')
  assert.deepEqual(JSON.parse(received.payload), {
    id,
    version: '1.0.0',
    params: { FanSpeed: 60 },
    method: 'thing.service.property.set',
  })
  await becomes(oven, id, 'acknowledged')
  assert.equal((await desiredOf(oven))['FanSpeed']?.v, 60)
  await device.send('thing/service/property/set_reply', { id, code: 200, data: {} })
  const row = await becomes(oven, id, 'succeeded')
  assert.deepEqual(
    [row.params, row.before, row.code, row.accountName, row.error],
    [{ FanSpeed: 60 }, { FanSpeed: 40 }, 200, 'Anke', ''],
  )
  assert.ok(row.sentAt !== null && row.acknowledgedAt !== null && row.finishedAt !== null)
  await device.report({ FanSpeed: 60 })
  assert.deepEqual(await desiredOf(oven), {})
  assert.equal((await traceOf(app, oven, 'down')).length, 1)
})

test('a service that answers later does so on its reply topic, with its output', async () => {
  const { oven, device } = await linked()
  const id = await sent(oven, { Minutes: 5 }, 'AddTime')
  const received = await device.receive('thing/service/AddTime')
  assert.deepEqual(JSON.parse(received.payload), {
    id,
    version: '1.0.0',
    params: { Minutes: 5 },
    method: 'thing.service.AddTime',
  })
  await device.send('thing/service/AddTime_reply', { id, code: 200, data: { StageRemaining: 900 } })
  const row = await becomes(oven, id, 'succeeded')
  assert.deepEqual(row.reply, { StageRemaining: 900 })
})

test('a service that answers at once is called by RRPC', async () => {
  const ask: ThingModel['services'][number] = {
    identifier: 'Ask',
    name: { en: 'Ask', zh: '询问' },
    required: false,
    callType: 'sync',
    inputData: [],
    outputData: [],
  }
  const product = await make.product(app, { model: { ...combiOven, services: [ask] } })
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  const device = await connectMade(app, oven)
  const id = await sent(oven, {}, 'Ask')
  await device.receive(`rrpc/request/${id}`)
  await device.send(`rrpc/response/${id}`, { id: 'anything', code: 200, data: {} })
  await becomes(oven, id, 'succeeded')
})

test('a device that refuses makes the command fail with its code, as in its messages; the value is no longer pending', async () => {
  const { oven, device } = await linked()
  const id = await sent(oven, { FanSpeed: 60 })
  await device.receive('thing/service/property/set')
  await device.send('thing/service/property/set_reply', { id, code: 5001, data: {}, message: 'busy' })
  const row = await becomes(oven, id, 'failed')
  assert.equal(row.code, 5001)
  assert.deepEqual(await desiredOf(oven), {})
  const traced = (await traceOf(app, oven)).map(({ outcome, code }) => [outcome, code])
  assert.deepEqual(traced, [['failed', 5001]])
})

test('without an answer a command times out at its own deadline; an answer after it is kept as late', async () => {
  const { oven, device } = await linked()
  const id = await sent(oven, { FanSpeed: 70 })
  await device.receive('thing/service/property/set')
  await becomes(oven, id, 'acknowledged')
  app.clock.advance(59_000)
  // A second command sent now is still open when the first has timed out.
  const second = await sent(oven, { Light: 1 })
  app.clock.advance(2000)
  const row = await becomes(oven, id, 'timed_out')
  assert.equal(row.finishedAt, row.deadlineAt)
  assert.equal(Date.parse(row.deadlineAt) - Date.parse(row.createdAt), 60_000)
  assert.deepEqual(Object.keys(await desiredOf(oven)), ['Light'])
  assert.notEqual((await ledger(oven)).find(({ id: other }) => other === second)?.status, 'timed_out')
  await device.send('thing/service/property/set_reply', { id, code: 200, data: {} })
  const late = await becomes(oven, id, 'late')
  assert.equal(late.code, 200)
})

test('the newest of two values pending stays pending when the older command ends', async () => {
  const { oven, device } = await linked()
  const first = await sent(oven, { FanSpeed: 50 })
  await sent(oven, { FanSpeed: 80 })
  await device.receive('thing/service/property/set')
  await device.send('thing/service/property/set_reply', { id: first, code: 200, data: {} })
  await becomes(oven, first, 'succeeded')
  assert.equal((await desiredOf(oven))['FanSpeed']?.v, 80)
})

test('a set has succeeded if the device reports its values in time, confirmed by that report', async () => {
  const { oven, device } = await linked()
  await device.report({ FanSpeed: 60, Light: 0 })
  const id = await sent(oven, { FanSpeed: 60, Light: 1 })
  await device.receive('thing/service/property/set')
  const isOpen = async () => (await ledger(oven)).find((row) => row.id === id)?.finishedAt === null
  // The device's former value, a value stored before the command, and one of two values do not confirm it.
  await device.report({ FanSpeed: { value: 60, time: app.clock.now() - 10_000 } })
  await device.report({ Light: { value: 1, time: app.clock.now() - 10_000 } })
  await device.report({ FanSpeed: 60 })
  assert(await isOpen())
  await device.report({ Light: 1 })
  const row = await becomes(oven, id, 'succeeded')
  assert.deepEqual([row.byReport, row.code, row.reply, row.error], [true, null, null, ''])
  assert.deepEqual(await desiredOf(oven), {})
})

test('of two sets of one value both are confirmed, the second by a report that was made after it', async () => {
  const { oven, device } = await linked()
  const first = await sent(oven, { FanSpeed: 60 })
  await device.receive('thing/service/property/set')
  const slow = await sent(oven, { FanSpeed: 80 })
  await device.receive('thing/service/property/set')
  await device.report({ FanSpeed: 60 })
  await becomes(oven, first, 'succeeded')
  assert.notEqual((await ledger(oven)).find(({ id }) => id === slow)?.status, 'succeeded')
  await device.report({ FanSpeed: 80 })
  assert.equal((await becomes(oven, slow, 'succeeded')).byReport, true)
})

test("the device's own answer counts more than its report, before it and after it", async () => {
  const { oven, device } = await linked()
  const first = await sent(oven, { FanSpeed: 60 })
  await device.receive('thing/service/property/set')
  await device.report({ FanSpeed: 60 })
  assert.equal((await becomes(oven, first, 'succeeded')).byReport, true)
  await device.send('thing/service/property/set_reply', { id: first, code: 200, data: {} })
  const answered = (await ledger(oven)).find(({ id }) => id === first)
  assert.deepEqual([answered?.byReport, answered?.code], [false, 200])
  const second = await sent(oven, { FanSpeed: 80 })
  await device.receive('thing/service/property/set')
  await device.send('thing/service/property/set_reply', { id: second, code: 5001, data: {} })
  await device.report({ FanSpeed: 80 })
  await becomes(oven, second, 'failed')
})

test('an answer after the deadline of a set that a report has confirmed is kept, and the set stays confirmed', async () => {
  const { oven, device } = await linked()
  const id = await sent(oven, { FanSpeed: 60 })
  await device.receive('thing/service/property/set')
  await device.report({ FanSpeed: 60 })
  const { finishedAt } = await becomes(oven, id, 'succeeded')
  app.clock.advance(61_000)
  for (const code of [5001, 200]) {
    await device.send('thing/service/property/set_reply', { id, code, data: {} })
    const row = (await ledger(oven)).find((one) => one.id === id)
    assert.deepEqual([row?.status, row?.byReport, row?.code, row?.finishedAt], ['succeeded', true, 5001, finishedAt])
  }
})

test("an answer under an id of the device's own counts for its only open call of that service", async () => {
  const { oven, device } = await linked()
  const id = await sent(oven, { Minutes: 5 }, 'AddTime')
  await device.receive('thing/service/AddTime')
  await device.send('thing/service/AddTime_reply', { id: '3', code: 200, data: { StageRemaining: 900 } })
  assert.deepEqual((await becomes(oven, id, 'succeeded')).reply, { StageRemaining: 900 })
  const two = [await sent(oven, { Minutes: 5 }, 'AddTime'), await sent(oven, { Minutes: 6 }, 'AddTime')]
  for (const _ of two) await device.receive('thing/service/AddTime')
  await device.send('thing/service/AddTime_reply', { id: '4', code: 200, data: {} })
  // A second reply to a closed command is not a reply to another one.
  await device.send('thing/service/AddTime_reply', { id, code: 200, data: {} })
  const open = (await ledger(oven)).filter(({ finishedAt }) => finishedAt === null).map((row) => row.id)
  assert.deepEqual(open.toSorted(), two.toSorted())
  assert.equal((await traceOf(app, oven)).at(-1)?.outcome, 'unknown')
})

test('an answer counts only on the topic of its own kind', async () => {
  const { oven, device } = await linked()
  const set = await sent(oven, { FanSpeed: 60 })
  const stop = await sent(oven, {}, 'StopCooking')
  const identify = await sent(oven, { Seconds: 5 }, 'Identify')
  await device.receive(`rrpc/request/${identify}`)
  const answer = (topic: string, id: string) => device.send(topic, { id, code: 200, data: {} })
  for (const [topic, id] of [
    ['thing/service/NoSuch_reply', set],
    ['thing/service/StopCooking_reply', set],
    ['thing/service/property/get_reply', set],
    [`rrpc/response/${set}`, set],
    ['thing/service/property/set_reply', stop],
    ['thing/service/NoSuch_reply', stop],
    [`rrpc/response/${stop}`, stop],
    ['thing/service/Identify_reply', identify],
    ['thing/service/property/set_reply', identify],
  ] as const)
    await answer(topic, id)
  // The reply on the topic of the only open call of StopCooking belonged to it.
  const open = (await ledger(oven)).filter(({ finishedAt }) => finishedAt === null).map(({ id }) => id)
  assert.deepEqual(open.toSorted(), [set, identify].toSorted())
  await answer('thing/service/property/set_reply', set)
  await answer(`rrpc/response/${identify}`, 'anything')
  await becomes(oven, set, 'succeeded')
  await becomes(oven, identify, 'succeeded')
})

test('an answer of another device, or a second one, changes nothing', async () => {
  const { oven, device } = await linked()
  const intruder = await linked()
  const id = await sent(oven, { FanSpeed: 60 })
  await device.receive('thing/service/property/set')
  await intruder.device.send('thing/service/property/set_reply', { id, code: 500, data: {} })
  await device.send('thing/service/property/set_reply', { id, code: 200, data: {} })
  await device.send('thing/service/property/set_reply', { id, code: 500, data: {} })
  const row = await becomes(oven, id, 'succeeded')
  assert.equal(row.code, 200)
})

test('a command to a device that disconnects is timed out, and not sent again when the device reconnects', async () => {
  const { oven, device } = await linked()
  const id = await sent(oven, { SetTemp: 180 })
  const stop = await sent(oven, {}, 'StopCooking')
  for (const one of [id, stop]) await becomes(oven, one, 'acknowledged')
  device.vanish()
  await isOnline(app, oven, false)
  const back = await connectMade(app, oven)
  // This new command arrives; if the others were sent again, they would arrive before it.
  await sent(oven, { FanSpeed: 30 })
  await back.receive('thing/service/property/set')
  await back.report({ SetTemp: 30 })
  assert.deepEqual(
    back.received.filter(({ topic }) => topic.includes('/service/')),
    [],
  )
  app.clock.advance(61_000)
  const row = await becomes(oven, id, 'timed_out')
  assert.deepEqual([row.error, row.sends], ['noReply', 1])
  assert.equal((await becomes(oven, stop, 'timed_out')).sends, 1)
})

test('a command that the thing model marks as repeatable is sent again under its id, once over each connection made in time', async () => {
  const { oven, device } = await linked()
  const set = await sent(oven, { FanSpeed: 60, Light: 1 })
  const call = await sent(oven, { Seconds: 5 }, 'Identify')
  const mixed = await sent(oven, { FanSpeed: 60, SetTemp: 180 })
  for (const id of [set, call, mixed]) await becomes(oven, id, 'acknowledged')
  device.vanish()
  const second = await connectMade(app, oven)
  assert.equal(z.object({ id: z.string() }).parse(JSON.parse((await second.receive('property/set')).payload)).id, set)
  await second.receive(`rrpc/request/${call}`)
  await second.leave()
  await isOnline(app, oven, false)
  const third = await connectMade(app, oven)
  assert.deepEqual(JSON.parse((await third.receive('property/set')).payload), {
    id: set,
    version: '1.0.0',
    params: { FanSpeed: 60, Light: 1 },
    method: 'thing.service.property.set',
  })
  await third.receive(`rrpc/request/${call}`)
  await third.send('thing/service/property/set_reply', { id: set, code: 200, data: {} })
  await third.send(`rrpc/response/${call}`, { id: call, code: 200, data: {} })
  const row = await becomes(oven, set, 'succeeded')
  assert.deepEqual([row.sends, (await becomes(oven, call, 'succeeded')).sends], [3, 3])
  assert.deepEqual(
    [second, third].flatMap(({ received: parsed }) => parsed.filter(({ topic }) => topic.includes('/service/'))),
    [],
  )
  assert.equal((await ledger(oven)).find(({ id }) => id === mixed)?.sends, 1)
})

test('a command that must not be repeated and was not acknowledged ends with its arrival unknown', async () => {
  const [{ oven, device }, { oven: other, device: second }] = [await linked(), await linked()]
  for (const deaf of [device, second]) deaf.deafen()
  const start = { ProgramId: 1, ProgramName: 'Bread', Stages: [] }
  const order = { kind: 'service', identifier: 'StartProgram', deviceId: oven.id, params: start } as const
  const body = { ...order, password: testPassword, confirmsHeat: true }
  const { status, envelope } = await app.ask(commandCalls.oven.sendCommand, body, { token })
  assert.equal(status, 200, envelope.msg)
  const harmless = await sent(other, { FanSpeed: 60 })
  // A claimed command is not yet written to the connection; a received one was. A deaf device takes one message only.
  await device.receive('StartProgram')
  await second.receive('property/set')
  await becomes(oven, envelope.data.id, 'sent')
  await becomes(other, harmless, 'sent')
  for (const deaf of [device, second]) deaf.vanish()
  app.clock.advance(61_000)
  assert.equal((await becomes(oven, envelope.data.id, 'unknown')).error, 'arrivalUnknown')
  assert.equal((await becomes(other, harmless, 'timed_out')).error, 'noReply')
})

test('a stage is sent with its end, its difference and its pause, or without them', async () => {
  const { oven, device } = await linked()
  const plain = { Mode: 2, Temp: 180, Minutes: 20, Humidity: 30, FanSpeed: 80, FanReverse: 0, CoreTarget: 0 }
  const more = { ...plain, CoreTarget: 60, EndsBy: 2, TempDifference: 30, Pause: 1 }
  const ask = (stages: readonly Readonly<Record<string, number>>[]) => {
    const params = { ProgramId: 1, ProgramName: 'Beef', Stages: stages }
    const order = { kind: 'service', identifier: 'StartProgram', deviceId: oven.id, params } as const
    return app.ask(commandCalls.oven.sendCommand, { ...order, password: testPassword, confirmsHeat: true }, { token })
  }
  assert.equal((await ask([plain, more])).status, 200)
  const received = await device.receive('thing/service/StartProgram')
  const parsed: unknown = JSON.parse(received.payload)
  assert.partialDeepStrictEqual(parsed, { params: { Stages: [plain, more] } })
  const wrong = await ask([{ ...plain, EndsBy: 4 }])
  assert.deepEqual(Object.keys(wrong.envelope.data.fields ?? {}), ['params.Stages.0.EndsBy'])
})

test('an offline device and a disabled one are refused before anything is sent', async () => {
  const oven = await make.device(app)
  assert.equal((await refused(oven, { FanSpeed: 60 })).key, 'device.offline')
  await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', oven.id).execute()
  assert.equal((await refused(oven, { FanSpeed: 60 })).key, 'device.disabled')
})

test('a product without a published thing model cannot be sent commands', async () => {
  const product = await make.product(app, { model: null })
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  await connectMade(app, oven)
  assert.equal((await refused(oven, { FanSpeed: 60 })).key, 'device.modelIncomplete')
})

test('values outside the thing model are refused, each with its reason', async () => {
  const { oven, device } = await linked()
  const outOfRange = await refused(oven, { FanSpeed: 101, Light: 5, Volume: 55 })
  assert.equal(outOfRange.key, 'device.badValue')
  assert.deepEqual(Object.keys(outOfRange.fields ?? {}).toSorted(), [
    'params.FanSpeed',
    'params.Light',
    'params.Volume',
  ])
  assert.match(outOfRange.fields?.['params.FanSpeed'] ?? '', /must be 30 to 100/)
  assert.equal((await refused(oven, { ChamberTemp: 100 })).key, 'device.readOnly')
  assert.equal((await refused(oven, { Nonsense: 100 })).key, 'device.unknownFunction')
  assert.equal((await refused(oven, {}, 'Nonsense')).key, 'device.unknownFunction')
  assert.equal((await refused(oven, {})).key, 'device.emptyCommand')
  assert.equal((await refused(oven, { FanSpeed: '' })).key, 'device.emptyCommand')
  assert.equal((await refused(oven, {}, 'AddTime')).key, 'device.badValue')
  assert.equal((await refused(oven, { Minutes: 5, More: 1 }, 'AddTime')).key, 'device.badValue')
  await device.report({ FanSpeed: 40 })
  assert.deepEqual(
    device.received.filter(({ topic }) => topic.includes('/service/')),
    [],
  )
})

test('an oven is made hot remotely only with a confirmation; a command that heats nothing needs none', async () => {
  const { oven, device } = await linked()
  assert.equal((await refused(oven, { Temp: 180 }, 'Preheat')).key, 'device.heatUnconfirmed')
  const order = { kind: 'service', identifier: 'Preheat', deviceId: oven.id, params: { Temp: 180 } } as const
  const confirmed = await app.ask(
    commandCalls.oven.sendCommand,
    { ...order, password: testPassword, confirmsHeat: true },
    { token },
  )
  assert.equal(confirmed.status, 200, confirmed.envelope.msg)
  await device.receive('thing/service/Preheat')
  await sent(oven, {}, 'StopCooking')
})
