// @both-databases: the curve is made by SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import type { TemperatureQuery } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { modbusDtu } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import type { FakeDevice } from '../testing/fake-device.ts'
import { airFrom, settingsAt, watchedCooler } from '../testing/fault/cooler-watch.ts'
import { connectMade } from '../testing/linked-device.ts'
import { plantValues } from '../testing/history/plant-values.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { sealHistory } from '../telemetry/history/seal-history.ts'
import type { SignalReport } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { coolerLife, reportPast, startOfDay } from '../testing/cooler-past.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

async function curve(id: string, from: number, to: number, requested: Partial<TemperatureQuery> = {}) {
  const query = { id, startTime: iso(from), endTime: iso(to), ...requested }
  const { status, envelope } = await app.ask(coldChainApi.temperature, query, { token })
  assert.equal(status, 200, envelope.msg)
  return envelope.data
}

test('reports of a device are evaluated at once: its limits, its delay, its warm hours', async (t) => {
  const cooler = await make.device(app, { kind: 'cooler' })
  const device = await connectMade(app, cooler)
  t.after(() => device.vanish())
  const begin = app.clock.now() - 3 * hourMs
  const past = (minute: number, params: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, { value, time: begin + minute * minuteMs }]),
    )
  const settings = { SetPoint: 3, HighLimit: 8, LowLimit: 0, AlarmDelay: 10, Defrost: 0, DoorState: 0 }
  await device.report(past(0, { ...settings, CabinetTemp: 4 }))
  for (const minute of [10, 20, 30, 40]) await device.report(past(minute, { CabinetTemp: minute === 20 ? 12 : 9 }))
  await device.report(past(50, { CabinetTemp: 5 }))
  await device.report(past(60, { DoorState: 1 }))
  await device.report(past(61, { DoorState: 0, CabinetTemp: 10 }))
  await device.report(past(70, { CabinetTemp: 4 }))
  const found = await until('all reports to be there', async () => {
    const answer = await curve(cooler.id, begin, begin + 90 * minuteMs)
    return answer.figures.points === 8 ? answer : undefined
  })
  assert.deepEqual(found.excursions, [
    {
      from: begin + 10 * minuteMs,
      to: begin + 50 * minuteMs,
      side: 'high',
      limitC: 8,
      worstC: 12,
      worstAt: begin + 20 * minuteMs,
      unknownMs: 0,
    },
  ])
  assert.deepEqual(
    found.excused.map(({ from, to, by }) => [from - begin, (to ?? 0) - begin, by]),
    [[61 * minuteMs, 70 * minuteMs, 'door']],
  )
  assert.deepEqual(found.judged, { toleranceC: 0.5, delayMinutes: 10, delays: [10] })
  assert.deepEqual(found.doors, [{ from: begin + 60 * minuteMs, to: begin + 61 * minuteMs }])
  assert.equal(found.bucketMs, 0)
  assert.deepEqual(found.series[0]?.mean, [4, 9, 12, 9, 9, 5, 10, 4])
})

/** Sends stored values as a device does, each with its own time. */
async function sendKept(device: FakeDevice, kept: readonly (readonly [at: number, values: Record<string, number>])[]) {
  for (let from = 0; from < kept.length; from += 20) {
    const params = kept.slice(from, from + 20).map(([time, values]) => ({
      properties: [Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, time }]))],
    }))
    const method = 'thing.event.property.history.post'
    await device.send('thing/event/property/history/post', { id: String(from + 1), version: '1.0', method, params })
  }
}

test('a day with a silence of eight hours gets no all-clear, and reports kept while offline count', async (t) => {
  const now = app.clock.now()
  const cooler = await make.device(app, { kind: 'cooler', createdAt: now - 48 * hourMs })
  const device = await connectMade(app, cooler)
  t.after(() => device.vanish())
  const at = (ago: number) => now - ago * hourMs
  const settings = { SetPoint: 4, HighLimit: 8, LowLimit: 0, DoorState: 0 }
  const times = Array.from({ length: 144 }, (_, index) => now - (144 - index) * 10 * minuteMs)
  const kept = times.filter((time) => time <= at(15) || time >= at(7))
  await sendKept(
    device,
    kept.map((time) => [time, { CabinetTemp: 4, ...settings }]),
  )
  const found = await until('all reports to be there', async () => {
    const answer = await curve(cooler.id, at(24), now)
    return answer.figures.points === kept.length ? answer : undefined
  })
  assert.equal(found.verdict, 'partly')
  // The last report before the silence was valid for an hour.
  assert.deepEqual(found.gaps, [{ from: at(15) + 60 * minuteMs, to: at(7) }])
  assert.deepEqual(
    [found.figures.judgedMs, found.figures.unknownMs, found.figures.heldMs],
    [17 * hourMs, 7 * hourMs, 0],
  )
  assert.deepEqual([found.figures.excursions, found.figures.doorOpenings, found.figures.defrosts], [0, 0, null])
  // The device connected only now and sent all of this afterwards.
  assert.deepEqual([found.offline.length, found.offline[0]?.from], [1, at(24)])
  const known = await curve(cooler.id, at(7), now)
  assert.deepEqual([known.verdict, known.gaps], ['clear', []])
})

test('a broken sensor in a refrigerator that sends everything else is drawn as held, and gets no all-clear', async (t) => {
  const cooler = await make.device(app, { kind: 'cooler' })
  const device = await connectMade(app, cooler)
  t.after(() => device.vanish())
  const begin = app.clock.now() - 10 * hourMs
  const times = Array.from({ length: 120 }, (_, index) => begin + index * 5 * minuteMs)
  const settings = { HighLimit: 8, LowLimit: 0 }
  await sendKept(
    device,
    times.map((time, index) => [
      time,
      { ...(index === 0 ? settings : {}), EvaporatorTemp: -8, ...(index < 36 ? { CabinetTemp: 4 } : {}) },
    ]),
  )
  const found = await until('all reports to be there', async () => {
    const answer = await curve(cooler.id, begin, begin + 10 * hourMs)
    return answer.figures.points === 36 && answer.gaps.length === 0 ? answer : undefined
  })
  const last = times[35] ?? 0
  assert.deepEqual(found.series[0]?.held, [{ from: last, to: begin + 10 * hourMs }])
  const { judgedMs, unknownMs, heldMs } = found.figures
  assert.deepEqual([found.verdict, judgedMs, unknownMs], ['partly', last + hourMs - begin, 0])
  assert.equal(heldMs, begin + 10 * hourMs - last - hourMs)
})

test('a modem that measures no temperature gets no verdict, and nothing is counted of it', async () => {
  const properties = modbusDtu.properties.filter(({ identifier }) => identifier.startsWith('Modem:'))
  const product = await make.product(app, { kind: 'cooler', model: { ...modbusDtu, properties } })
  const modem = await make.device(app, { kind: 'cooler', productId: product.id, productKey: product.productKey })
  const now = app.clock.now()
  const { verdict, figures } = await curve(modem.id, now - 24 * hourMs, now)
  assert.equal(verdict, 'notMeasured')
  const { excursions, excused, defrosts, doorOpenings, beyondMs, within } = figures
  assert.deepEqual(
    [excursions, excused, defrosts, doorOpenings, beyondMs, within],
    [null, null, null, null, null, null],
  )
})

test('a span of days is judged report by report, the same before and after its days are sealed', async () => {
  const cooler = await make.device(app, { kind: 'cooler' })
  const from = startOfDay(app.clock.now()) - 12 * 24 * hourMs
  const to = from + 12 * 24 * hourMs
  await reportPast(app.db, cooler.id, coolerLife({ from, to, everyMs: 5 * minuteMs }))
  const ask = () => curve(cooler.id, from + 5 * hourMs, to - 7 * hourMs)
  const before = await ask()
  assert(before.excursions.length >= 3, JSON.stringify(before.figures))
  assert((await sealHistory(app.db, app.clock.now())) > 0)
  const after = await ask()
  assert.deepEqual(after, before)
  assert(before.bucketMs > 0 && (before.series[0]?.time.length ?? 0) <= 1000)
})

test('a limit that comes late to a sealed day holds until the same limit as before was reported again', async (t) => {
  const { id, device, send } = await watchedCooler(app)
  t.after(() => device.vanish())
  const origin = startOfDay(app.clock.now()) - 4 * 24 * hourMs
  const at = (minute: number) => origin + minute * minuteMs
  await send('history/post', settingsAt(origin))
  await send('history/post', [...airFrom(origin, [0, 4, 60], [60, 11.5, 240], [240, 4, 300]), [at(120), 'high', 8]])
  assert((await sealHistory(app.db, app.clock.now())) > 0)
  const spans = async () =>
    (await curve(id, origin, at(300))).excursions.map(({ from, to }) =>
      [from, to].map((end) => ((end ?? 0) - origin) / minuteMs),
    )
  assert.deepEqual(await spans(), [[60, 240]])
  await send('history/post', [[at(50), 'high', 14]])
  assert.deepEqual(await spans(), [[120, 240]])
  await sealHistory(app.db, app.clock.now())
  assert.deepEqual(await spans(), [[120, 240]])
})

test('a device that reports less often around a midnight has no gap there, wherever a span begins', async () => {
  const midnight = startOfDay(app.clock.now()) - dayMs
  const cooler = await make.device(app, { kind: 'cooler', createdAt: midnight - 12 * dayMs })
  function* reports(): Generator<SignalReport> {
    for (let at = midnight - 2 * hourMs; at <= midnight - 30 * minuteMs; at += 5 * minuteMs)
      yield [at, 'temperature', 4]
    for (let at = midnight + 15 * minuteMs; at < midnight + 12 * hourMs; at += 45 * minuteMs)
      yield [at, 'temperature', 4]
  }
  await reportPast(app.db, cooler.id, reports())
  const to = midnight + 11 * hourMs
  const first = midnight - 1.5 * hourMs
  for (let days = 0; days < 10; days += 1) {
    const { gaps } = await curve(cooler.id, first - days * dayMs, to)
    assert.deepEqual(
      gaps.filter((gap) => gap.from >= first),
      [],
      `from ${days} days before`,
    )
  }
})

test('a temperature that a text follows in one instant counts for nothing, before its day is sealed and after', async () => {
  const begin = startOfDay(app.clock.now()) - 4 * dayMs
  const { id } = await make.device(app, { kind: 'cooler', createdAt: begin - dayMs })
  await reportPast(app.db, id, coolerLife({ from: begin, to: begin + dayMs, everyMs: 10 * minuteMs }))
  const seen = async () => {
    const { series, figures } = await curve(id, begin, begin + dayMs)
    return { values: series[0]?.mean, points: figures.points }
  }
  const before = await seen()
  const odd = { deviceId: id, identifier: 'CabinetTemp', at: begin + 12 * hourMs + 5 * minuteMs }
  await plantValues(app.db, [
    { ...odd, value: 40 },
    { ...odd, at: odd.at + 1 / 1000, value: 'E2' },
  ])
  assert.deepEqual(await seen(), before)
  await sealHistory(app.db, app.clock.now())
  assert.deepEqual(await seen(), before)
  const sealedInstant = { ...odd, at: begin + 12 * hourMs + 10 * minuteMs }
  await plantValues(app.db, [{ ...sealedInstant, at: sealedInstant.at + 1 / 1000, value: 'E2' }])
  assert.equal((await seen()).points, before.points - 1)
})
