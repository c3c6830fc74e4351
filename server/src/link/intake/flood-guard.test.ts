import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectMade, historyOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { floodGuard } from './flood-guard.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

test('a device may send thousands of messages at once to catch up and then 200 a second; messages beyond that are a flood', () => {
  const guard = floodGuard()
  const verdicts = Array.from({ length: 6002 }, () => guard('1', 0))
  assert.equal(
    verdicts.findIndex((verdict) => verdict !== 'fine'),
    6000,
  )
  assert.deepEqual(verdicts.slice(6000), ['flood', 'floodAgain'])
  assert.equal(guard('2', 0), 'fine')
  assert.deepEqual(
    Array.from({ length: 201 }, () => guard('1', 1000)).filter((verdict) => verdict !== 'fine'),
    ['floodAgain'],
  )
  const second = Array.from({ length: 2001 }, () => guard('1', 11_000))
  assert.deepEqual(
    second.filter((verdict) => verdict !== 'fine'),
    ['flood'],
  )
})

test('a flood is acknowledged and refused with 429, one message of it is in the trace, and nothing is stored', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven)
  const topic = 'thing/event/property/post'
  const report = (id: number) => device.send(topic, `{"id":"${id}","params":{"ChamberTemp":20}}`)
  const isThrottled = ({ payload }: { payload: string }) => payload.includes('"code":429')
  let count = 0
  // Even on a slow machine far more than 200 a second are sent.
  while (!device.received.some(isThrottled) && count < 40_000) {
    await Promise.all(Array.from({ length: 400 }, (_, index) => report(count + index)))
    count += 400
  }
  await until('every answer', () => device.received.length === count)
  const throttled = device.received.filter(isThrottled).length
  assert(throttled > 0 && throttled <= count - 6000, `${throttled} of ${count} were throttled`)
  assert.equal((await historyOf(app, oven, 'ChamberTemp')).length, count - throttled)
  const refused = (await traceOf(app, oven)).filter(({ code }) => code === 429)
  assert.deepEqual(
    refused.map(({ outcome }) => outcome),
    ['refused'],
  )
})
