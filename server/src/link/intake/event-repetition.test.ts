import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask, makeGateway, makeSub, named, own, session, signed } from '../../testing/gateway/gateway-device.ts'
import { connectMade, stateOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { randomFrom, seedOfRun, type Random } from '../../testing/malformed/random.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** An event is stored once for each time, message id and content. An id alone says little: many devices have only one. */

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

type Made = Awaited<ReturnType<typeof make.device>>
const faultPost = 'thing/event/Fault/post'
const batchPost = 'thing/event/property/batch/post'
const historyPost = 'thing/event/property/history/post'
const packPost = 'thing/event/property/pack/post'

async function linked() {
  const oven = await make.device(app)
  return { oven, device: await connectMade(app, oven) }
}

const eventsOf = ({ id }: Made) =>
  app.db
    .selectFrom('deviceEvent')
    .select(['code', 'messageId', 'occurredAt'])
    .where('deviceId', '=', id)
    .orderBy('seq')
    .execute()

const outcomesOf = async (made: Made) =>
  (await traceOf(app, made)).map(({ outcome, dropped }) => [outcome, ...(dropped ?? []).map(({ reason }) => reason)])

const fault = (code: string, time?: number) => ({
  value: { Code: code, Active: 1 },
  ...(time === undefined ? {} : { time }),
})

test('a burst of different faults under one message id and one time is stored whole', async () => {
  const { oven, device } = await linked()
  const time = app.clock.now()
  const codes = ['E01', 'E02', 'E03', 'E04', 'E05']
  await Promise.all(codes.map((code) => device.send(faultPost, { id: '123', params: fault(code, time) })))
  assert.deepEqual((await eventsOf(oven)).map(({ code }) => code).toSorted(), codes)
  assert.deepEqual(
    await outcomesOf(oven),
    Array.from(codes, () => ['stored']),
  )
  const records = await app.db
    .selectFrom('faultChange')
    .select('code')
    .where('deviceId', '=', oven.id)
    .where('kind', '=', 'raise')
    .execute()
  assert.deepEqual(records.map(({ code }) => code).toSorted(), codes)
})

test('equal events of one time under several message ids are several events', async () => {
  const { oven, device } = await linked()
  const time = app.clock.now()
  for (const id of ['1', '2', '3']) await device.send(faultPost, { id, params: fault('E01', time) })
  assert.deepEqual(
    (await eventsOf(oven)).map(({ messageId }) => messageId),
    ['1', '2', '3'],
  )
})

test('an equal event of one time and one id is one, and the trace says that it was stored already', async () => {
  const { oven, device } = await linked()
  const time = app.clock.now()
  for (let count = 0; count < 3; count += 1) await device.send(faultPost, { id: '123', params: fault('E01', time) })
  assert.equal((await eventsOf(oven)).length, 1)
  assert.deepEqual(await outcomesOf(oven), [['stored'], ['repeated', 'repeated'], ['repeated', 'repeated']])
  for (let count = 0; count < 3; count += 1)
    assert.match((await device.receive('post_reply')).payload, /"code":200/, 'each of them is answered')
})

test('equal events without a time of the device are never the same, though they arrive in one millisecond', async () => {
  const { oven, device } = await linked()
  await Promise.all(Array.from({ length: 40 }, () => device.send(faultPost, { id: '123', params: fault('E01') })))
  const parts = { events: { Fault: [fault('E01'), fault('E01'), fault('E01')] } }
  await device.send(batchPost, { id: '123', params: parts })
  await device.send(packPost, { id: '123', params: parts })
  assert.equal((await eventsOf(oven)).length, 46)
})

test('a message that MQTT marks as repeated brings its events once', async () => {
  const { oven, device } = await linked()
  const untimed = { id: '123', params: fault('E01') }
  await device.send(faultPost, untimed)
  await device.send(faultPost, untimed, { dup: true })
  await device.send(faultPost, { id: '123', params: fault('E02') }, { dup: true })
  assert.deepEqual(
    (await eventsOf(oven)).map(({ code }) => code),
    ['E01', 'E02'],
  )
  assert.deepEqual(await outcomesOf(oven), [['stored'], ['repeated'], ['stored']])
})

test('an end that comes again under its id and time does not end what began after it', async () => {
  const { oven, device } = await linked()
  const ended = app.clock.now() - 60_000
  const end = { id: '123', params: { value: { Code: 'E01', Active: 0 }, time: ended } }
  await device.send(faultPost, end)
  await device.send(faultPost, { id: '123', params: fault('E01', ended + 30_000) })
  app.clock.advance(60_000)
  await device.send(faultPost, end)
  assert.equal((await stateOf(app, oven)).faultCode, 'E01')
})

test('of a beginning and an end under one id the later counts, in whatever order they come', async () => {
  const now = app.clock.now()
  const begin = { id: '1', params: fault('E01', now - 2000) }
  const end = { id: '1', params: { value: { Code: 'E01', Active: 0 }, time: now - 1000 } }
  for (const order of [
    [begin, end],
    [end, begin],
  ]) {
    const { oven, device } = await linked()
    for (const message of order) await device.send(faultPost, message)
    assert.equal((await stateOf(app, oven)).faultCode, '')
  }
})

/** An event as the device posts it; undefined time: the device sent none. */
type Posted = Readonly<{ code: string; time: number | undefined; id: string }>
const keyOf = ({ code, time, id }: Posted) => `${code} ${time} ${id}`

const randomEvents = (random: Random, now: number, count: number): readonly Posted[] =>
  Array.from({ length: count }, () => ({
    code: random.pick(['E01', 'E02', 'E03']),
    time: random.pick([now - 1000, now - 2000, undefined]),
    id: random.pick(['123', '124']),
  }))

const storedKeys = async (made: Made, now: number) =>
  (await eventsOf(made))
    .map(({ code, messageId, occurredAt }) => {
      const time = Date.parse(occurredAt)
      return keyOf({ code, time: time < now ? time : undefined, id: messageId })
    })
    .toSorted()

/** Each timed key once, and each event without a time. */
const expectedKeys = (posted: readonly Posted[]) =>
  [
    ...new Set(posted.filter(({ time }) => time !== undefined).map(keyOf)),
    ...posted.filter(({ time }) => time === undefined).map(keyOf),
  ].toSorted()

test('events in any order, packing and with any repetition by MQTT are stored once for each time, id and content', async () => {
  const random = randomFrom(seedOfRun)
  for (let round = 0; round < 6; round += 1) {
    const { oven, device } = await linked()
    const now = app.clock.now()
    const posted = randomEvents(random, now, 24)
    let rest = [...posted]
    while (rest.length > 0) {
      const [first] = rest
      assert.ok(first !== undefined)
      // A message has one id: of the rest, some of the same id go with it.
      const together = rest.filter(({ id }) => id === first.id).slice(0, 1 + random.int(4))
      const kept = together.filter(({ time }) => time !== undefined)
      const form = random.pick(['one', 'batch', 'pack', 'history'])
      const taken = form === 'one' ? [first] : form === 'history' && kept.length > 0 ? kept : together
      rest = rest.filter((each) => !taken.includes(each))
      const faults = taken.map(({ code, time }) => fault(code, time))
      const message: [string, unknown] =
        form === 'one'
          ? [faultPost, { id: first.id, params: faults[0] }]
          : form === 'history' && kept.length > 0
            ? [historyPost, { id: first.id, params: [{ events: faults.map((each) => ({ Fault: each })) }] }]
            : [form === 'pack' ? packPost : batchPost, { id: first.id, params: { events: { Fault: faults } } }]
      await device.send(...message)
      if (random.chance(0.3)) await device.send(...message, { dup: true })
    }
    assert.deepEqual(await storedKeys(oven, now), expectedKeys(posted), `MALFORMED_SEED=${seedOfRun}, round ${round}`)
  }
})

test('a gateway’s pack and history bring each event of a sub-device once for each time, id and content', async () => {
  const [gateway, sub] = [await makeGateway(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  assert.equal((await ask(device, own(gateway, 'thing/topo/add'), [signed(sub)])).code, 200)
  assert.equal((await ask(device, session(gateway, 'login'), signed(sub))).code, 200)
  const time = app.clock.now()
  const events = [fault('E01', time), fault('E02', time), fault('E01', time)]
  const pack = { subDevices: [{ identity: named(sub), events: { Fault: events } }] }
  const history = [{ identity: named(sub), events: events.map((each) => ({ Fault: each })) }]
  for (const id of ['7', '7', '8']) {
    await device.send(packPost, { id, params: pack })
    await device.send(historyPost, { id, params: history })
  }
  await until('all six to be traced', async () => (await traceOf(app, sub)).length >= 6)
  const stored = (await eventsOf(sub)).map(({ code, messageId }) => `${code} ${messageId}`)
  assert.deepEqual(stored.toSorted(), ['E01 7', 'E01 8', 'E02 7', 'E02 8'])
})
