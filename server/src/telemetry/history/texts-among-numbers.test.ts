// @both-databases: which value of an instant counts is found by SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { curvePoints } from '@brigade/contract/telemetry/curve.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { plantValues } from '../../testing/history/plant-values.ts'
import { randomFrom, seedOfRun, type Random } from '../../testing/malformed/random.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { sealHistory } from './seal-history.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

/** `place`: the order of several values of one instant. Null stands for a text. */
type Report = Readonly<{ at: number; place: number; value: number | null }>
type Span = Readonly<{ from: number; to: number }>

async function store(deviceId: string, reports: readonly Report[]) {
  const times = reports.map(({ at }) => at)
  await sql`select create_partitions(${iso(Math.min(...times))}::date, ${iso(Math.max(...times))}::date)`.execute(
    app.db,
  )
  await plantValues(
    app.db,
    reports.map(({ at, place, value }) => ({
      deviceId,
      identifier: 'ChamberTemp',
      at: at + place / 1000,
      value: value ?? 'E2',
    })),
  )
}

/** Numbers and texts, at times several in one instant, at times none for long. */
function randomReports(random: Random, { from, to }: Span): Report[] {
  const reports: Report[] = []
  let at = from
  while (at < to) {
    const values = random.chance(0.15) ? 2 + random.int(2) : 1
    for (let place = 0; place < values; place += 1) {
      const isText = random.chance(place === 0 ? 0.05 : 0.4)
      reports.push({ at, place, value: isText ? null : Math.round(random.int(30_000)) / 100 })
    }
    at += random.chance(0.01) ? random.int(8 * hourMs) : 1 + random.int(10 * minuteMs)
  }
  return reports
}

/** The last of several values of one instant counts, and a text is not a number. */
const counted = (reports: readonly Report[], { from, to }: Span): (readonly [at: number, value: number | null])[] =>
  [
    ...new Map(
      reports.toSorted((a, b) => a.at - b.at || a.place - b.place).map(({ at, value }) => [at, value] as const),
    ),
  ].filter(([at]) => at >= from && at < to)

type Bucket = Readonly<{ at: number; min: number; max: number; mean: number; timeMean: number }>

/** The figures by their definition, bucket by bucket. Each value holds until the next one, which may be a text. */
function naively(reports: readonly Report[], span: Span, widthMs: number, origin = span.from): Bucket[] {
  const all = counted(reports, span)
  const found: Bucket[] = []
  for (let start = origin; start < span.to; start += widthMs) {
    const end = Math.min(start + widthMs, span.to)
    const own = all.filter(([at]) => at >= start && at < end)
    const numbers = own.flatMap(([, value]) => (value === null ? [] : [value]))
    if (numbers.length === 0) continue
    const carried = all.filter(([at]) => at >= start - widthMs && at < start).at(-1)
    const steps = carried === undefined ? own : [[start, carried[1]] as const, ...own]
    let [area, heldMs] = [0, 0]
    for (const [index, [at, value]] of steps.entries()) {
      const forMs = (steps[index + 1]?.[0] ?? end) - at
      if (value === null) continue
      area += value * forMs
      heldMs += forMs
    }
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
    const timeMean = heldMs > 0 ? area / heldMs : mean
    found.push({ at: start, min: Math.min(...numbers), max: Math.max(...numbers), mean, timeMean })
  }
  return found
}

async function curve(id: string, { from, to }: Span, buckets?: number) {
  const span = { startTime: iso(from), endTime: iso(to) }
  const query = { id, identifiers: 'ChamberTemp', ...span, ...(buckets !== undefined && { buckets }) }
  const { status, envelope } = await app.ask(telemetryCalls.oven.curve, query, { token })
  assert.equal(status, 200, envelope.msg)
  const [own] = envelope.data.series
  assert(own !== undefined)
  const figures = own.time.map((at, index) => [at, own.min[index], own.max[index], own.mean[index]?.toPrecision(10)])
  return { bucketMs: envelope.data.bucketMs, figures, timeMeans: own.timeMean?.map((mean) => mean.toPrecision(10)) }
}
const shown = (buckets: readonly Bucket[]) =>
  buckets.map(({ at, min, max, mean }) => [at, min, max, mean.toPrecision(10)])

/** The reports themselves, hours and buckets of any width. */
async function assertCurves(id: string, reports: readonly Report[], whole: Span, what: string) {
  const short = { from: whole.from + 3 * dayMs - 9 * hourMs, to: whole.from + 3 * dayMs + 9 * hourMs }
  const points = counted(reports, short).flatMap(([at, value]) =>
    value === null ? [] : [[at, value, value, value.toPrecision(10)]],
  )
  const few = await curve(id, short)
  assert.deepEqual([few.bucketMs, few.figures], [0, points], `${what}, the reports of 18 hours`)
  const hours = await curve(id, whole)
  assert.equal(hours.bucketMs, hourMs)
  const origin = Math.floor(whole.from / hourMs) * hourMs
  assert.deepEqual(hours.figures, shown(naively(reports, whole, hourMs, origin)), `${what}, hours`)
  const equal = await curve(id, whole, 211)
  const expected = naively(reports, whole, equal.bucketMs)
  assert.deepEqual(equal.figures, shown(expected), `${what}, equal buckets`)
  assert.deepEqual(
    equal.timeMeans,
    expected.map(({ timeMean }) => timeMean.toPrecision(10)),
    `${what}, means over time`,
  )
}

test('a text after a number in one instant counts for nothing in young, sealed and late reports, as in a naive count', async () => {
  for (let round = 0; round < 3; round += 1) {
    const random = randomFrom(seedOfRun + round)
    const { id } = await make.device(app)
    // Whole hours have the figures of hours only if the span is more than 500 hours, which few of the days fill, and
    // if it has more reports than a curve draws one by one.
    const begin = Math.floor(app.clock.now() / dayMs) * dayMs - 24 * dayMs
    const whole = { from: begin + random.int(dayMs), to: begin + 24 * dayMs }
    const spans = [0, 2, 3, 9, 22, 23].map((day) => ({ from: begin + day * dayMs, to: begin + (day + 1) * dayMs }))
    let all: Report[]
    do all = spans.flatMap((span) => randomReports(random, span))
    while (counted(all, whole).length < 1.1 * curvePoints)
    const lateAt = new Set(all.filter(() => random.chance(0.02)).map(({ at }) => at))
    const atOnce = all.filter(({ at }) => !lateAt.has(at))
    await store(id, atOnce)
    const seed = `MALFORMED_SEED=${seedOfRun}, round ${round}`
    await assertCurves(id, atOnce, whole, `${seed}, young`)
    await sealHistory(app.db, app.clock.now(), 400)
    await assertCurves(id, atOnce, whole, `${seed}, sealed`)
    // Sealed instants get a further value, which may be a text; others arrive complete.
    const further = [...new Set(atOnce.map(({ at }) => at))].filter(() => random.chance(0.02))
    const late = [
      ...all.filter(({ at }) => lateAt.has(at)),
      ...further.map((at) => ({ at, place: 900, value: random.chance(0.5) ? null : 77 })),
    ]
    await store(id, late)
    await assertCurves(id, [...atOnce, ...late], whole, `${seed}, late`)
  }
})
