// @both-databases: places of rows are found and stored by SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { connectMade, historyOf, shadowOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

const secondsAgo = (seconds: number) => Math.floor(app.clock.now() / 1000) * 1000 - seconds * 1000
async function linked() {
  const oven = await make.device(app)
  return { oven, device: await connectMade(app, oven) }
}
type Oven = Awaited<ReturnType<typeof linked>>['oven']

/** The rows of a device: the place of each, and how many values it has. */
async function rowsOf({ id }: Oven) {
  const { rows } = await sql<{ place: number; values: number }>`
    select extract(microseconds from reported_at)::int % 1000 as place, cardinality(properties) as "values"
    from device_history where device_id = ${id} order by reported_at`.execute(app.db)
  return rows.map(({ place, values }) => [place, values])
}

const post = (values: Readonly<Record<string, number>>, time: number) => ({
  id: '1',
  params: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, time }])),
})
const numbersOf = async (oven: Oven, identifier: string) =>
  (await historyOf(app, oven, identifier)).map(({ number }) => number)

test('what a message reports for an instant is one row, and each message of one instant has a row of its own', async () => {
  const { oven, device } = await linked()
  const time = secondsAgo(60)
  const send = (payload: unknown) => device.send('thing/event/property/post', payload)
  await send(post({ ChamberTemp: 180, CoreTemp: 60, Heating: 1 }, time))
  await send(post({ Humidity: 40 }, time))
  await send(post({ Heating: 0 }, time))
  assert.deepEqual(await rowsOf(oven), [
    [0, 3],
    [1, 1],
    [2, 1],
  ])
  assert.deepEqual(await numbersOf(oven, 'Heating'), [1, 0])
  // Before the newest instant the place is looked up.
  await send(post({ ChamberTemp: 181 }, time + 1000))
  await send(post({ CookCount: 7 }, time))
  assert.deepEqual(await rowsOf(oven), [
    [0, 3],
    [1, 1],
    [2, 1],
    [3, 1],
    [0, 1],
  ])
})

test('several values of a property in one message are rows of its instant, in their order', async () => {
  const { oven, device } = await linked()
  const time = secondsAgo(60)
  const listed = (values: readonly number[]) => values.map((value) => ({ value, time }))
  await device.send('thing/event/property/batch/post', {
    id: '1',
    params: { properties: { Heating: listed([1, 0, 1]), ChamberTemp: listed([180, 181]) }, events: {} },
  })
  assert.deepEqual(await numbersOf(oven, 'Heating'), [1, 0, 1])
  assert.deepEqual(await numbersOf(oven, 'ChamberTemp'), [180, 181])
  assert.equal((await rowsOf(oven)).length, 3)
})

test('in a full millisecond the last row takes the newest values and keeps those of other properties', async () => {
  const { oven, device } = await linked()
  const time = secondsAgo(60)
  for (let from = 0; from < 1000; from += 200)
    await device.send('thing/event/property/batch/post', {
      id: String(from),
      params: {
        properties: { ChamberTemp: Array.from({ length: 200 }, (_, index) => ({ value: (from + index) % 300, time })) },
        events: {},
      },
    })
  await device.send('thing/event/property/post', post({ CoreTemp: 55 }, time))
  await device.send('thing/event/property/post', post({ Humidity: 30 }, time))
  const rows = await rowsOf(oven)
  assert.equal(rows.length, 998)
  assert.deepEqual(rows.at(-1), [997, 3])
  assert.deepEqual(
    [
      (await numbersOf(oven, 'ChamberTemp')).at(-1),
      await numbersOf(oven, 'CoreTemp'),
      await numbersOf(oven, 'Humidity'),
    ],
    [99, [55], [30]],
  )
})

test('properties that are reported apart for the same seconds, in random order, keep all their values in their order', async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  t.diagnostic(`seed ${seed}`)
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  const { oven, device } = await linked()
  const names = ['ChamberTemp', 'CoreTemp', 'Humidity'] as const
  const expected = new Map<string, { time: number; value: number }[]>(names.map((name) => [name, []]))
  const waiting: Promise<void>[] = []
  for (let index = 0; index < 120; index += 1) {
    const values: Record<string, number> = {}
    const time = secondsAgo(300) + Math.floor(index / 6) * 1000 - random(2) * 1000
    for (const name of names) {
      if (random(2) === 0) continue
      values[name] = index % 90
      expected.get(name)?.push({ time, value: index % 90 })
    }
    if (Object.keys(values).length === 0) continue
    waiting.push(device.send('thing/event/property/post', post(values, time)))
    if (random(4) === 0) await Promise.all(waiting)
  }
  await Promise.all(waiting)
  const { reported } = await shadowOf(app, oven)
  for (const name of names) {
    const own = (expected.get(name) ?? []).toSorted((a, b) => a.time - b.time)
    assert.deepEqual(
      await numbersOf(oven, name),
      own.map(({ value }) => value),
    )
    assert.equal(reported[name]?.v, own.at(-1)?.value)
  }
})
