// @both-databases: buckets of many devices are SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { Comparison } from '@brigade/contract/telemetry/compare.model.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { randomFrom, seedOfRun, type Random } from '../../testing/malformed/random.ts'
import { make } from '../../testing/make.ts'
import { plantValues } from '../../testing/history/plant-values.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { sealHistory } from '../history/seal-history.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  for (const identifier of ['ChamberTemp', 'CoreTemp', 'CoreProbe'])
    await sql`insert into property_identifier (identifier) values (${identifier}) on conflict do nothing`.execute(
      app.db,
    )
})
after(() => app.stop())

/** `place`: of several values of one instant the order. */
type Report = Readonly<{ at: number; place: number; value: number | null }>
type Asked = Readonly<{ ids: readonly string[]; identifier?: string; by?: 'hour' | 'day'; from: number; to: number }>

async function store(deviceId: string, identifier: string, reports: readonly Report[]) {
  await plantValues(
    app.db,
    reports.map(({ at, place, value }) => ({ deviceId, identifier, at: at + place / 1000, value: value ?? 'none' })),
  )
}

const Reply = z.object({ msg: z.string(), data: Comparison.nullable() })

async function compare({ ids, identifier = 'ChamberTemp', by = 'hour', from, to }: Asked, zone?: string) {
  const input = { ids, identifier, by, startTime: iso(from), endTime: iso(to) }
  const response = await fetch(addressOf(app.url, telemetryCalls.oven.compare, input), {
    headers: { authorization: token, ...(zone === undefined ? {} : { 'time-zone': zone }) },
  })
  const { msg, data } = Reply.parse(await response.json())
  assert(data !== null, msg)
  return data
}

/** A series with gaps, repeated instants, and the last value of some instants no number. */
function randomSeries(random: Random, from: number, days: number): Report[] {
  const reports: Report[] = []
  let at = from
  while (at < from + days * dayMs) {
    const values = random.int(9) === 0 ? 1 + random.int(3) : 1
    for (let place = 0; place < values; place += 1)
      reports.push({ at, place, value: random.chance(place === 0 ? 0.02 : 0.3) ? null : random.int(40_000) / 100 })
    at += random.int(60) === 0 ? random.int(3 * dayMs) : 1 + random.int(40 * minuteMs)
  }
  return reports
}

type Figures = { min: number | null; max: number | null; mean: number | null }

/** Reads every report for every bucket. */
function naive(reports: readonly Report[], { from, to }: Asked, starts: readonly number[]): Figures[] {
  const last = new Map(reports.toSorted((a, b) => a.at - b.at || a.place - b.place).map((one) => [one.at, one.value]))
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY
    const values = [...last].flatMap(([at, value]) =>
      at >= Math.max(start, from) && at < Math.min(end, to) && value !== null ? [value] : [],
    )
    if (values.length === 0) return { min: null, max: null, mean: null }
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return { min: Math.min(...values), max: Math.max(...values), mean }
  })
}

const figuresOf = ({ min, max, mean }: Comparison['devices'][number]): Figures[] =>
  min.map((low, index) => ({ min: low, max: max[index] ?? null, mean: mean[index] ?? null }))

/** Means may differ in their last digits, by the order of summing; everything else is equal. */
function assertFigures(found: readonly Figures[], expected: readonly Figures[], what: string) {
  const apart = ({ min, max, mean }: Figures) => ({ min, max, hasMean: mean !== null })
  assert.deepEqual(found.map(apart), expected.map(apart), what)
  for (const [index, { mean }] of found.entries())
    assert(Math.abs((mean ?? 0) - (expected[index]?.mean ?? 0)) < 1e-5, `${what}, bucket ${index}`)
}

/** The hours of a span, and the hours at which its days begin in a zone, found by asking the calendar for every hour. */
const hoursOf = ({ from, to }: Asked): number[] => {
  const first = Math.floor(from / hourMs)
  return Array.from({ length: Math.ceil(to / hourMs) - first }, (_, index) => (first + index) * hourMs)
}
function daysOf({ from, to }: Asked, zone: string): number[] {
  const dayIn = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' })
  const starts: number[] = []
  let day = ''
  for (let at = Math.floor(from / hourMs) * hourMs - 2 * dayMs; at < to; at += hourMs) {
    const next = dayIn.format(at)
    if (next !== day) starts.push(at)
    day = next
  }
  return starts.filter((_, index) => (starts[index + 1] ?? to) > Math.floor(from / hourMs) * hourMs)
}

const zones = ['Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Asia/Shanghai', 'UTC'] as const

test('figures of devices by hour and by day, days of 23 and 25 hours too, are those of a naive count over random reports', async () => {
  for (const [round, first] of ['2026-03-26T00:00:00Z', '2026-10-22T00:00:00Z'].entries()) {
    const random = randomFrom(seedOfRun + round)
    const begin = Date.parse(first)
    await sql`select create_partitions(${iso(begin)}::date, ${iso(begin + 10 * dayMs)}::date)`.execute(app.db)
    const series = new Map<string, Report[]>()
    const late = new Map<string, Report[]>()
    for (let count = 0; count < 4; count += 1) {
      const { id } = await make.device(app)
      const reports = randomSeries(random, begin + random.int(dayMs), 6)
      const lateAt = new Set(reports.filter(() => random.chance(0.04)).map(({ at }) => at))
      const atOnce = reports.filter(({ at }) => !lateAt.has(at))
      await store(id, 'ChamberTemp', atOnce)
      // Some known instants get a further value, which may not be a number.
      const further = [...new Set(atOnce.filter(() => random.chance(0.01)).map(({ at }) => at))]
      late.set(id, [
        ...reports.filter(({ at }) => lateAt.has(at)),
        ...further.map((at) => ({ at, place: 900, value: random.chance(0.5) ? null : 77 })),
      ])
      series.set(id, atOnce)
    }
    // The newest two days stay rows.
    await sealHistory(app.db, begin + 6 * dayMs, 400)
    for (const [id, reports] of series) {
      const came = late.get(id) ?? []
      await store(id, 'ChamberTemp', came)
      series.set(id, [...reports, ...came])
    }
    const spans = [
      [begin, begin + 6 * dayMs],
      [begin + random.int(2 * dayMs), begin + 3 * dayMs + random.int(3 * dayMs)],
      [begin + dayMs + 10 * minuteMs, begin + dayMs + 25 * minuteMs],
    ] as const
    for (const [from, to] of spans) {
      for (const [by, zone] of [['hour', 'UTC'] as const, ...zones.map((one) => ['day', one] as const)]) {
        const asked = { ids: [...series.keys()], by, from, to }
        const starts = by === 'hour' ? hoursOf(asked) : daysOf(asked, zone)
        const what = `MALFORMED_SEED=${seedOfRun}, ${by} of ${zone}, ${iso(from)} to ${iso(to)}`
        const found = await compare(asked, zone)
        assert.equal(found.zone, zone)
        assert.deepEqual(found.time.map(iso), starts.map(iso), what)
        for (const device of found.devices) {
          const reports = series.get(device.id) ?? []
          assertFigures(figuresOf(device), naive(reports, asked, starts), what)
          const whole = device.whole ?? { min: null, max: null, mean: null }
          assertFigures([whole], naive(reports, asked, [0]), what)
        }
      }
    }
  }
})

test('values that another property makes meaningless are not compared, sealed or not, and an hour without others is a gap', async () => {
  const begin = Date.parse('2026-05-04T00:00:00Z')
  await sql`select create_partitions(${iso(begin)}::date, ${iso(begin + 8 * dayMs)}::date)`.execute(app.db)
  const random = randomFrom(seedOfRun)
  const expected = new Map<string, Report[]>()
  for (let count = 0; count < 3; count += 1) {
    const { id } = await make.device(app)
    const reports = randomSeries(random, begin, 5)
    // The third oven never reported whether its probe is plugged in, so nothing is denied.
    const turns: Report[] = []
    for (let at = begin + random.int(dayMs); count < 2 && at < begin + 5 * dayMs; at += 1 + random.int(12 * hourMs))
      turns.push({ at, place: 0, value: random.chance(0.25) ? null : random.int(2) })
    await store(id, 'CoreTemp', reports)
    await store(id, 'CoreProbe', turns)
    const isPlugged = ({ at }: Report) => (turns.findLast((turn) => turn.at <= at)?.value ?? 1) === 1
    expected.set(id, reports.filter(isPlugged))
  }
  const asked = { ids: [...expected.keys()], identifier: 'CoreTemp', from: begin + 3 * hourMs, to: begin + 5 * dayMs }
  for (const isSealed of [false, true]) {
    if (isSealed) await sealHistory(app.db, begin + 5 * dayMs, 400)
    for (const by of ['hour', 'day'] as const) {
      const starts = by === 'hour' ? hoursOf(asked) : daysOf(asked, 'UTC')
      const what = `MALFORMED_SEED=${seedOfRun}, ${by}, sealed ${isSealed}`
      for (const device of (await compare({ ...asked, by })).devices)
        assertFigures(figuresOf(device), naive(expected.get(device.id) ?? [], asked, starts), what)
    }
  }
})

test('of devices whose models give a property another unit, another type or none, each is told so and none is mixed in', async () => {
  const chamber = combiOven.properties.filter(({ identifier }) => identifier === 'ChamberTemp')
  const modelled = (dataType: (typeof chamber)[number]['dataType'] | undefined) => ({
    ...combiOven,
    properties: combiOven.properties.flatMap((property) =>
      property.identifier !== 'ChamberTemp' ? [property] : dataType === undefined ? [] : [{ ...property, dataType }],
    ),
  })
  const made = async (model?: typeof combiOven) => {
    const product = model === undefined ? undefined : await make.product(app, { model })
    const wanted = product === undefined ? {} : { productId: product.id, productKey: product.productKey }
    return make.device(app, wanted)
  }
  const [one, other] = [await made(), await made()]
  const warm = await made(modelled({ type: 'double', min: 0, max: 700, unit: '°F' }))
  const word = await made(modelled({ type: 'text', length: 20 }))
  const none = await made(modelled(undefined))
  const begin = Date.parse('2026-06-02T00:00:00Z')
  await sql`select create_partitions(${iso(begin)}::date, ${iso(begin + dayMs)}::date)`.execute(app.db)
  for (const { id } of [one, other, warm, none]) await store(id, 'ChamberTemp', [{ at: begin, place: 0, value: 180 }])
  const ids = [warm, one, word, none, other, one].map(({ id }) => id)
  const found = await compare({ ids, from: begin, to: begin + 2 * hourMs })
  assert.equal(found.unit, '°C')
  assert.deepEqual(
    found.devices.map(({ id, standing, unit, mean }) => ({ id, standing, unit, mean })),
    [
      { id: warm.id, standing: 'otherUnit', unit: '°F', mean: [] },
      { id: one.id, standing: 'compared', unit: '°C', mean: [180, null] },
      { id: word.id, standing: 'noNumber', unit: null, mean: [] },
      { id: none.id, standing: 'noProperty', unit: null, mean: [] },
      { id: other.id, standing: 'compared', unit: '°C', mean: [180, null] },
    ],
  )
  const { envelope } = await app.ask(telemetryCalls.oven.comparable, { ids }, { token })
  assert.deepEqual(
    envelope.data.properties
      .filter(({ identifier }) => identifier === 'ChamberTemp')
      .map(({ unit, devices }) => [unit, devices]),
    [
      ['°C', 2],
      ['°F', 1],
    ],
  )
  assert.equal(
    envelope.data.properties.some(({ identifier }) => identifier === 'WorkState'),
    false,
  )
  const unknown = await compare({ ids: [one.id], identifier: 'NobodyReports', from: begin, to: begin + hourMs })
  assert.deepEqual([unknown.unit, unknown.devices[0]?.standing], [null, 'noProperty'])
})

test('a comparison with a device that one may not see is refused as a whole, as is one of the other kind', async () => {
  const outside = await make.organisation(app, { name: 'Elsewhere' })
  const inside = await make.organisation(app, { name: 'Here' })
  const [own, foreign] = [
    await make.device(app, { organisationId: inside.id }),
    await make.device(app, { organisationId: outside.id }),
  ]
  const cooler = await make.device(app, { kind: 'cooler' })
  const person = await make.account(app, { role: 'administrator', organisationId: inside.id })
  const ask = async (ids: readonly string[]) => {
    const input = { ids, identifier: 'ChamberTemp', startTime: iso(0 + dayMs * 20_000), endTime: iso(dayMs * 20_001) }
    const { status, envelope } = await app.ask(telemetryCalls.oven.compare, input, { token: person.token })
    return [status, envelope.msg]
  }
  assert.equal((await ask([own.id]))[0], 200)
  const refused = [404, 'There is no such device']
  assert.deepEqual(await ask([own.id, foreign.id]), refused)
  assert.deepEqual(await ask([own.id, '999999999999']), refused)
  assert.deepEqual(await ask([own.id, cooler.id]), refused)
})

test('a comparison has 1 to 500 devices, and at most 1,000 hours or 1,000 days', async () => {
  const { id } = await make.device(app)
  const ask = async (ids: readonly string[], hours: number, by: 'hour' | 'day') => {
    const startTime = iso(dayMs * 20_000)
    const input = { ids, identifier: 'ChamberTemp', by, startTime, endTime: iso(dayMs * 20_000 + hours * hourMs) }
    return (await app.ask(telemetryCalls.oven.compare, input, { token })).status
  }
  assert.equal(await ask([id], 1000, 'hour'), 200)
  assert.equal(await ask([id], 1001, 'hour'), 422)
  assert.equal(await ask([id], 24_000, 'day'), 200)
  assert.equal(await ask([id], 24_001, 'day'), 422)
  assert.equal(await ask([id], 0, 'day'), 422)
  assert.equal(await ask([], 5, 'hour'), 422)
  // The core probe depends on being plugged in: the number of reports that are read one by one is limited.
  const dependent = async (days: number) => {
    const startTime = iso(dayMs * 20_000)
    const input = {
      ids: probes,
      identifier: 'CoreTemp',
      by: 'day' as const,
      startTime,
      endTime: iso(dayMs * (20_000 + days)),
    }
    return JSON.stringify((await app.ask(telemetryCalls.oven.compare, input, { token })).envelope)
  }
  const probes: string[] = []
  for (let count = 0; count < 16; count += 1) probes.push((await make.device(app)).id)
  assert.match(await dependent(900), /"standing":"compared"/)
  assert.match(await dependent(1000), /"fields":\{"endTime":"This property depends on another one/)
  const many = Array.from({ length: 501 }, (_, index) => String(900_000 + index))
  assert.equal(await ask(many.slice(1), 5, 'hour'), 404)
  assert.equal(await ask(many, 5, 'hour'), 422)
})
