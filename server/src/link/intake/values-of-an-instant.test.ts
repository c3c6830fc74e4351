// @both-databases: places of values are found, stored and sealed by SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sealHistory } from '../../telemetry/history/seal-history.ts'
import type { FakeDevice } from '../../testing/fake-device.ts'
import { connectMade, historyOf, shadowOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

const secondsAgo = (seconds: number) => Math.floor(app.clock.now() / 1000) * 1000 - seconds * 1000

type Made = Awaited<ReturnType<typeof make.device>>
async function linked() {
  const oven = await make.device(app)
  return { oven, device: await connectMade(app, oven) }
}

const valuesOf = async (oven: Made, identifier = 'Heating') =>
  (await historyOf(app, oven, identifier)).map(({ number }) => number)
const lastOf = async (oven: Made, identifier = 'Heating') => (await shadowOf(app, oven)).reported[identifier]?.v

const live = (values: readonly number[], time: number, id = '1') =>
  values.map((value) => ({ topic: 'post', payload: { id, params: { Heating: { value, time } } } }))
const listed = (values: readonly number[], time: number) => values.map((value) => ({ value, time }))
const batch = (values: readonly number[], time: number, id = '1') => [
  { topic: 'batch/post', payload: { id, params: { properties: { Heating: listed(values, time) }, events: {} } } },
]
const history = (values: readonly number[], time: number, id = '1') => [
  { topic: 'history/post', payload: { id, params: [{ properties: [{ Heating: listed(values, time) }] }] } },
]
const pack = (values: readonly number[], time: number, id = '1') => [
  { topic: 'pack/post', payload: { id, params: { properties: { Heating: listed(values, time) } } } },
]
type Message = Readonly<{ topic: string; payload: unknown }>

/** Sends messages one after another, each acknowledged; or all at once, so that they are one batch. */
async function send(device: FakeDevice, messages: readonly Message[], { atOnce = false, dup = false } = {}) {
  const sent = ({ topic, payload }: Message) => device.send(`thing/event/property/${topic}`, payload, { dup })
  if (atOnce) await Promise.all(messages.map(sent))
  else for (const message of messages) await sent(message)
}

const ways = { live, 'a batch': batch, 'a history': history, 'a pack': pack }
for (const [way, packed] of Object.entries(ways)) {
  for (const atOnce of way === 'live' ? [true, false] : [true]) {
    test(`on, off and on within one second end on, sent as ${way}${atOnce ? '' : ', each acknowledged before the next'}`, async () => {
      const { oven, device } = await linked()
      const time = secondsAgo(60)
      await send(device, packed([1, 0, 1], time), { atOnce })
      assert.deepEqual(await valuesOf(oven), [1, 0, 1])
      assert.equal(await lastOf(oven), 1)
      const times = (await historyOf(app, oven, 'Heating')).map((row) => Date.parse(row.time))
      assert.deepEqual(times, [time, time, time])
    })
  }
}

test('of two values of one instant the one that was received last counts, also when the earlier one had to wait', async () => {
  const { oven, device } = await linked()
  const time = secondsAgo(60)
  await send(device, live([1], time))
  await send(device, live([0], time - 1000))
  await send(device, live([0], time))
  assert.deepEqual(await valuesOf(oven), [0, 1, 0])
  assert.equal(await lastOf(oven), 0)
})

for (const { name, resent } of [
  { name: 'live messages with the same content over a later connection', resent: live },
  { name: 'a history, packed in another way', resent: history },
  { name: 'a batch, packed in another way', resent: batch },
]) {
  test(`a night that is sent again changes nothing: ${name}`, async () => {
    const { oven, device } = await linked()
    const night = [7200, 7100, 7000].map((seconds) => secondsAgo(seconds))
    for (const time of night) await send(device, live([1, 0], time))
    await send(device, live([1], secondsAgo(10)))
    const before = await historyOf(app, oven, 'Heating')
    await device.leave()
    const again = await connectMade(app, oven)
    for (const time of night) await send(again, resent([1, 0], time))
    assert.deepEqual(await historyOf(app, oven, 'Heating'), before)
    assert.equal(await lastOf(oven), 1)
    const outcomes = (await traceOf(app, oven)).map(({ outcome }) => outcome)
    assert.deepEqual(new Set(outcomes.slice(0, 7)), new Set(['stored']))
    assert.deepEqual(new Set(outcomes.slice(7)), new Set(['repeated']))
  })
}

test('a switch that was on and off at the last instant stays off when both are sent again over a later connection', async () => {
  const { oven, device } = await linked()
  const time = secondsAgo(60)
  await send(device, live([1, 0], time))
  await device.leave()
  const again = await connectMade(app, oven)
  await send(again, live([1, 0], time), { atOnce: true })
  assert.deepEqual(await valuesOf(oven), [1, 0])
  assert.equal(await lastOf(oven), 0)
  // A message that follows it on this connection is new, although its content was sent before.
  await send(again, live([1], time, '2'))
  assert.deepEqual(await valuesOf(oven), [1, 0, 1])
})

test('messages that MQTT marks as repeated change nothing, and their values once they were lost are stored in their order', async () => {
  const { oven, device } = await linked()
  const time = secondsAgo(60)
  const [on, off] = live([1, 0], time)
  assert.ok(on && off)
  await send(device, [on])
  await device.leave()
  const again = await connectMade(app, oven)
  await send(again, [on, off], { dup: true })
  assert.deepEqual(await valuesOf(oven), [1, 0])
  await send(again, [off], { dup: true })
  assert.deepEqual(await valuesOf(oven), [1, 0])
})

test('stored data with the content of what is stored changes nothing, over any connection, though nothing newer is known', async () => {
  for (const [way, packed] of Object.entries({ history, batch })) {
    const { oven, device } = await linked()
    const messages = packed([1, 0], secondsAgo(3600))
    await send(device, messages)
    await send(device, messages)
    await send(device, messages, { dup: true })
    await device.leave()
    const again = await connectMade(app, oven)
    await send(again, messages)
    await send(again, messages, { dup: true })
    await send(again, messages)
    assert.deepEqual(await valuesOf(oven), [1, 0], way)
  }
})

test('a marked message that was lost before is no repetition, though its value is known for its instant', async () => {
  const { oven, device } = await linked()
  const time = secondsAgo(60)
  await send(device, [...live([1], time, '1'), ...live([0], time, '2')])
  await device.leave()
  const again = await connectMade(app, oven)
  await send(again, live([1], time, '3'), { dup: true })
  assert.deepEqual(await valuesOf(oven), [1, 0, 1])
  assert.equal(await lastOf(oven), 1)
})

test('a history that adds to what is known of an instant stores what is new of it', async () => {
  const { oven, device } = await linked()
  const time = secondsAgo(3600)
  await send(device, live([1], time))
  await send(device, live([1], secondsAgo(10)))
  await send(device, history([1, 0, 1], time))
  assert.deepEqual(await valuesOf(oven), [1, 0, 1, 1])
})

test('one instant keeps the order of its values when its day is sealed, and takes those that come late', async () => {
  const { oven, device } = await linked()
  const time = secondsAgo(4 * 86_400)
  await send(device, history([1, 0, 1, 0], time))
  const sealed = async () => {
    const { rows } = await sql<{ number: number; micro: number }>`
      select point.number, extract(microseconds from point.reported_at)::int % 1000 as micro
      from device_history_day d cross join lateral sealed_points(d) as point
      join property_identifier i on i.id = d.property_id
      where d.device_id = ${oven.id} and i.identifier = 'Heating' order by point.reported_at`.execute(app.db)
    return rows.map(({ number, micro }) => [number, micro])
  }
  await sealHistory(app.db, app.clock.now())
  assert.deepEqual(await sealed(), [
    [1, 0],
    [0, 1],
    [1, 2],
    [0, 3],
  ])
  await send(device, live([1], secondsAgo(5)))
  await send(device, history([1, 0, 1, 0], time, '2'))
  assert.deepEqual(await valuesOf(oven), [1], 'what came again is no row')
  await device.report({ ChamberTemp: 20 })
  await send(device, [
    { topic: 'history/post', payload: { id: '3', params: [{ properties: [{ ChamberTemp: listed([80], time) }] }] } },
    {
      topic: 'history/post',
      payload: { id: '4', params: [{ properties: [{ ChamberTemp: listed([80, 90], time) }] }] },
    },
  ])
  assert.deepEqual(await valuesOf(oven, 'ChamberTemp'), [80, 90, 20])
  await sealHistory(app.db, app.clock.now())
  assert.deepEqual((await sealed()).length, 4)
})

test('a clock that stands still loses the values in the middle of a full millisecond at most, never the last one', async () => {
  const { oven, device } = await linked()
  const time = secondsAgo(60)
  const numbers = Array.from({ length: 1100 }, (_, index) => index % 300)
  for (let from = 0; from < numbers.length; from += 200) {
    const temperatures = listed(numbers.slice(from, from + 200), time)
    const payload = { id: String(from), params: { properties: { ChamberTemp: temperatures }, events: {} } }
    await send(device, [{ topic: 'batch/post', payload }])
  }
  const stored = await valuesOf(oven, 'ChamberTemp')
  assert.equal(stored.length, 998)
  assert.deepEqual(stored.slice(0, 997), numbers.slice(0, 997))
  assert.equal(stored.at(-1), numbers.at(-1))
  assert.equal(await lastOf(oven, 'ChamberTemp'), numbers.at(-1))
})

test('a clock that ran ahead and reaches the same instant again finds its place behind what is stored', async () => {
  const { oven, device } = await linked()
  const ahead = secondsAgo(-600)
  await send(device, live([1], ahead))
  await send(device, live([1], secondsAgo(1)))
  app.clock.advance(600_000)
  await send(device, live([0], ahead))
  assert.equal(await lastOf(oven), 0)
  assert.deepEqual(await valuesOf(oven), [1, 1, 0])
})

test('two devices that report the same seconds, in random sizes and pauses, keep all their values in their order', async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  t.diagnostic(`seed ${seed}`)
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  await Promise.all(
    [0, 1].map(async () => {
      const { oven, device } = await linked()
      const expected: number[] = []
      const waiting: Promise<void>[] = []
      let second = 300
      for (let index = 0; index < 60; index += 1) {
        if (random(4) === 0) second -= 1
        const values = Array.from({ length: 1 + random(3) }, () => random(2))
        expected.push(...values)
        const [packed] = random(2) === 0 ? pack(values, secondsAgo(second), String(random(3))) : []
        const messages = packed === undefined ? live(values, secondsAgo(second), String(random(3))) : [packed]
        for (const { topic, payload } of messages) waiting.push(device.send(`thing/event/property/${topic}`, payload))
        if (random(5) === 0) await Promise.all(waiting)
      }
      await Promise.all(waiting)
      assert.deepEqual(await valuesOf(oven), expected)
      assert.equal(await lastOf(oven), expected.at(-1))
    }),
  )
})
