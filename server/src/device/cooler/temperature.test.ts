// @both-databases: the curve is made by SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { coolerApi } from '@brigade/contract/device/cooler/cooler.endpoints.ts'
import type { TemperatureQuery } from '@brigade/contract/device/cooler/cooler.model.ts'
import { connectMade } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { sealHistory } from '../history/seal-history.ts'
import { coolerLife, hourMs, minuteMs, reportPast, startOfDay } from '../../testing/cooler-past.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api', 'gateway'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const iso = (ms: number) => new Date(ms).toISOString()

async function curve(id: string, from: number, to: number, asked: Partial<TemperatureQuery> = {}) {
  const query = { id, startTime: iso(from), endTime: iso(to), ...asked }
  const { status, envelope } = await app.ask(coolerApi.temperature, query, { token })
  assert.equal(status, 200, envelope.msg)
  return envelope.data
}

test('what a device sends is judged at once: its limits, its delay, its warm hours', async (t) => {
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
  assert.deepEqual(found.judged, { toleranceC: 0.5, delayMinutes: 10 })
  assert.deepEqual(found.doors, [{ from: begin + 60 * minuteMs, to: begin + 61 * minuteMs }])
  assert.equal(found.bucketMs, 0)
  assert.deepEqual(found.series[0]?.mean, [4, 9, 12, 9, 9, 5, 10, 4])
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
