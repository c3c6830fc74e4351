import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { dayMs, hourMs, iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { make } from '../../testing/make.ts'
import { plantValues } from '../../testing/history/plant-values.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { sealHistory } from './seal-history.ts'

let app: TestApp
let token: string

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

type Value = Readonly<{ at: number; place: number; number: number }>
const today = () => Math.floor(app.clock.now() / dayMs) * dayMs

async function report(deviceId: string, values: readonly Value[]) {
  await sql`select create_partitions(${iso(today() - 30 * dayMs)}::date, ${iso(today() + dayMs)}::date)`.execute(app.db)
  await plantValues(
    app.db,
    values.map(({ at, place, number }) => ({
      deviceId,
      identifier: 'ChamberTemp',
      at: at + place / 1000,
      value: number,
    })),
  )
}

/** The figures by their definition, bucket by bucket. */
function naively(
  values: readonly Value[],
  span: Readonly<{ from: number; to: number }>,
  { widthMs, origin = span.from }: Readonly<{ widthMs: number; origin?: number }>,
) {
  const byInstant = new Map(
    values.toSorted((a, b) => a.at - b.at || a.place - b.place).map((value) => [value.at, value.number]),
  )
  const counted = [...byInstant].filter(([at]) => at >= span.from && at < span.to)
  const found = []
  for (let start = origin; start < span.to; start += widthMs) {
    const end = Math.min(start + widthMs, span.to)
    const own = counted.filter(([at]) => at >= start && at < end)
    if (own.length === 0) continue
    const carried = counted.filter(([at]) => at >= start - widthMs && at < start).at(-1)
    const steps = carried === undefined ? own : [[start, carried[1]] as const, ...own]
    const area = steps.reduce((sum, [at, value], index) => sum + value * ((steps[index + 1]?.[0] ?? end) - at), 0)
    const numbers = own.map(([, value]) => value)
    found.push({
      at: start,
      min: Math.min(...numbers),
      max: Math.max(...numbers),
      mean: numbers.reduce((sum, value) => sum + value, 0) / numbers.length,
      timeMean: area / (end - (steps[0]?.[0] ?? start)),
      last: numbers.at(-1),
    })
  }
  return found
}

test('equal buckets of any span have the figures of their values, sealed, young and late', async (t) => {
  t.diagnostic(`SEED=${seed}`)
  let state = seed
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296
  const oven = await make.device(app)
  const values: Value[] = []
  const [begin, end] = [today() - 25 * dayMs, app.clock.now()]
  for (let at = begin; at < end; at += random() < 0.01 ? random() * 30_000_000 : 900_000) {
    const ms = Math.floor(at + random() * 500)
    const repeats = random() < 0.05 ? 3 : 1
    for (let place = 0; place < repeats; place += 1)
      values.push({ at: ms, place, number: Math.round(2000 + 400 * Math.sin(at / 9e6) + random() * 90) / 100 })
  }
  await report(oven.id, values)
  assert((await sealHistory(app.db, app.clock.now())) > 100)
  // Late values: some have instants of their own, and some repeat a sealed instant, where they replace the sealed
  // value.
  const late = values
    .filter(({ at, place }) => place === 0 && Math.floor(at / dayMs) % 3 === 0 && random() < 0.05)
    .map(({ at }): Value => ({
      at: random() < 0.5 ? at : at + 7,
      place: 900,
      number: Math.round(random() * 900) / 100,
    }))
  await report(oven.id, late)
  const all = [...values, ...late]
  const curve = async (from: number, to: number, buckets?: number) => {
    const span = { startTime: iso(from), endTime: iso(to) }
    const query = { id: oven.id, identifiers: 'ChamberTemp', ...span, ...(buckets !== undefined && { buckets }) }
    const { status, envelope } = await app.ask(telemetryCalls.oven.curve, query, { token })
    assert.equal(status, 200, envelope.msg)
    const [own] = envelope.data.series
    assert(own !== undefined)
    const figures = own.time.map((at, index) => ({
      at,
      min: own.min[index],
      max: own.max[index],
      mean: own.mean[index]?.toPrecision(10),
    }))
    const timeMeans = own.timeMean?.map((mean) => mean.toPrecision(10))
    return { bucketMs: envelope.data.bucketMs, figures, timeMeans, last: own.last }
  }
  for (let round = 0; round < 6; round += 1) {
    const from = Math.floor(begin + random() * 3 * dayMs)
    const to = Math.floor(from + 60_000 + random() * (end - from - 60_000))
    const buckets = 1 + Math.floor(random() * 999)
    const { bucketMs, figures, timeMeans, last } = await curve(from, to, buckets)
    assert.equal(bucketMs, Math.ceil((to - from) / buckets))
    const expected = naively(all, { from, to }, { widthMs: bucketMs })
    assert.deepEqual(
      figures,
      expected.map(({ at, min, max, mean }) => ({ at, min, max, mean: mean.toPrecision(10) })),
      `SEED=${seed}, round ${round}`,
    )
    assert.deepEqual(
      timeMeans,
      expected.map(({ timeMean }) => timeMean.toPrecision(10)),
      `SEED=${seed}, round ${round}`,
    )
    assert.deepEqual(
      last,
      expected.map((bucket) => bucket.last),
      `SEED=${seed}, round ${round}`,
    )
  }
  // Whole hours come from the figures of hours, except for partial days and days with late values.
  for (let round = 0; round < 3; round += 1) {
    const from = Math.floor(begin + random() * 2 * dayMs)
    const { bucketMs, figures, timeMeans } = await curve(from, end)
    assert.deepEqual([bucketMs, timeMeans], [hourMs, undefined])
    const expected = naively(all, { from, to: end }, { widthMs: hourMs, origin: Math.floor(from / hourMs) * hourMs })
    assert.deepEqual(
      figures,
      expected.map(({ at, min, max, mean }) => ({ at, min, max, mean: mean.toPrecision(10) })),
      `SEED=${seed}, hours ${round}`,
    )
  }
})
