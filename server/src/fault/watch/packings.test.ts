import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { excursionDefaults } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { evaluateReports, type SignalReport } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { inOrder, settingsAt, settled, spellsOf, ways, watchedCooler } from '../../testing/fault/cooler-watch.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

const seed = Number(process.env['PACKINGS_SEED'] || Date.now() % 1_000_000)
const devices = Number(process.env['PACKINGS_DEVICES'] || 10)

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
})
after(() => app.stop())

/** Numbers from 0 to 1 that a seed repeats. */
function dice(from: number) {
  let state = (from * 2_654_435_761 + 1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, upTo: (n: number) => Math.floor(next() * n), is: (share: number) => next() < share }
}
type Dice = ReturnType<typeof dice>

/** A day of a refrigerator: warm and cold times, silences, defrosts, an open door, limits and delays that change; its clock is coarse. */
function dayOf({ next, upTo, is }: Dice, fromMs: number, toMs: number): SignalReport[] {
  const tickMs = [1000, 10_000, minuteMs][upTo(3)] ?? 1000
  const reports = new Map<string, SignalReport>()
  // There is one value of a property at an instant: other tests cover several.
  const add = (at: number, signal: SignalReport[1], value: number) => {
    const tick = Math.floor(at / tickMs) * tickMs
    reports.set(`${tick} ${signal}`, [tick, signal, value])
  }
  for (const [at, signal, value] of settingsAt(fromMs)) add(at, signal, value)
  let [celsius, until] = [4, 0]
  const everyMs = (2 + upTo(8)) * minuteMs
  for (let at = fromMs + minuteMs; at < toMs; at += everyMs * (0.5 + next())) {
    if (at > until) {
      celsius = is(0.55) ? 4 : is(0.7) ? 12 : -4
      until = at + (5 + upTo(100)) * minuteMs
    }
    add(at, 'temperature', Math.round((celsius + next() * 2) * 10) / 10)
    if (is(0.02)) at += upTo(150) * minuteMs
    if (is(0.03)) {
      const signal = is(0.5) ? 'defrost' : 'door'
      add(at + upTo(minuteMs), signal, 1)
      add(at + (3 + upTo(30)) * minuteMs, signal, 0)
    }
    if (is(0.01)) add(at, 'high', 6 + upTo(6))
    if (is(0.01)) add(at, 'delay', 5 + upTo(30))
  }
  return inOrder([...reports.values()].filter(([at]) => at < toMs))
}

/** The same values in packets of any size and order, some of them twice. */
function packetsOf({ upTo, is }: Dice, reports: readonly SignalReport[]): SignalReport[][] {
  const rest = [...reports]
  // Some live values and stored values are mixed before they are cut into packets.
  const mixing = upTo(4)
  for (let n = 0; n < rest.length * mixing; n += 1) {
    const [a, b] = [upTo(rest.length), upTo(rest.length)]
    const [one, other] = [rest[a], rest[b]]
    if (one !== undefined && other !== undefined && is(0.2)) [rest[a], rest[b]] = [other, one]
  }
  const packets: SignalReport[][] = []
  while (rest.length > 0) packets.push(rest.splice(0, 1 + upTo(60)))
  if (is(0.5)) packets.sort(() => (is(0.5) ? 1 : -1))
  return packets.flatMap((packet) => (is(0.15) ? [packet, packet] : [packet]))
}

const naive = (reports: readonly SignalReport[], toMs: number) =>
  evaluateReports(
    {
      span: { from: (reports[0]?.[0] ?? 0) - 1, to: toMs },
      toleranceC: excursionDefaults.toleranceC,
      delayMinutes: excursionDefaults.delayMinutes,
      followsDelay: true,
    },
    reports,
  ).excursions.map(({ unknownMs: _unknown, ...spell }) => spell)

test(`one series of values gives the same excursions in each packing, order and repetition, as a naive reading of it gives (seed ${seed})`, async (t) => {
  const [toMs, started] = [app.clock.now(), performance.now()]
  const series = await Promise.all(
    Array.from({ length: devices }, async (_, n) => {
      const own = dice(seed + n)
      const cooler = await watchedCooler(app)
      t.after(() => cooler.device.vanish())
      const reports = dayOf(own, toMs - 20 * hourMs, toMs)
      return { ...cooler, own, reports, packets: packetsOf(own, reports) }
    }),
  )
  await Promise.all(
    series.map(async ({ own, packets, send }) => {
      for (const packet of packets) {
        await send(packet.length > 8 ? (ways[1 + own.upTo(3)] ?? 'batch/post') : (ways[own.upTo(4)] ?? 'post'), packet)
        // Records that are raised in between are corrected later.
        if (own.is(0.2)) await settled(app)
      }
    }),
  )
  await settled(app)
  // Runs the second checks, and one more of lasting excursions.
  for (const minutes of [240, 5]) {
    app.clock.advance(minutes * minuteMs)
    await settled(app)
  }
  for (const { id, reports } of series) {
    const expected = naive(reports, app.clock.now() + 1)
    const recorded = (await spellsOf(app, id)).map(({ faultId: _record, ...spell }) => spell)
    assert.deepEqual(
      recorded,
      expected.toSorted((a, b) => a.from - b.from),
      `device ${id} of seed ${seed}`,
    )
    await sameRecords(id, expected)
  }
  t.diagnostic(
    `${series.reduce((sum, { packets }) => sum + packets.length, 0)} packets in ${Math.round(performance.now() - started)} ms`,
  )
})

/** Nobody handled them, so each side is one open record, with beginning, end and extremes of its occurrences. */
async function sameRecords(deviceId: string, expected: ReturnType<typeof naive>): Promise<void> {
  const { rows } = await sql<{
    code: string
    raised: number
    ended: number | null
    last: number
    worst: number
    n: number
    condition: string
  }>`
    select code, (extract(epoch from raised_at) * 1000)::float8 as raised, (extract(epoch from eliminated_at) * 1000)::float8 as ended,
      (extract(epoch from last_at) * 1000)::float8 as last, (output ->> 'worstC')::float8 as worst, occurrences as n, condition
    from fault_open where device_id = ${deviceId}::bigint and identifier = 'Excursion' order by code`.execute(app.db)
  const wanted = (['high', 'low'] as const).flatMap((side) => {
    const own = expected.filter((one) => one.side === side)
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined) return []
    const ended = last.to
    const condition = ended === null ? 'active' : 'eliminated'
    return [{ code: side, raised: first.from, ended, last: last.from, worst: last.worstC, n: own.length, condition }]
  })
  assert.deepEqual(rows, wanted, `records of device ${deviceId} of seed ${seed}`)
  const { rows: taken } = await sql<{ n: number }>`
    select count(*)::int as n from fault_record where device_id = ${deviceId}::bigint and condition <> 'withdrawn'`.execute(
    app.db,
  )
  assert.equal(taken[0]?.n, 0)
}

test('the walk of this test has excursions of both sides, and some that were taken back', async () => {
  const { rows } = await sql<{ high: number; low: number; acts: number }>`
    select count(*) filter (where side = 'high')::int as high, count(*) filter (where side = 'low')::int as low,
      (select count(*) from fault_act where act in ('correct', 'withdraw'))::int as acts from fault_excursion`.execute(
    app.db,
  )
  const [{ high, low, acts } = { high: 0, low: 0, acts: 0 }] = rows
  assert.ok(high > 0 && low > 0 && acts > 0, JSON.stringify({ high, low, acts, seed }))
})
