import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
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

test('beside sixty thousand devices at one message a second a loop is held, and all others pass', () => {
  const seed = randomInt(2 ** 31)
  const [devices, seconds, perSecond] = [60_000, 8, 5000]
  const guard = floodGuard()
  const refused = new Set<number>()
  let looped = 0
  for (let second = 0; second < seconds; second += 1)
    for (let n = 0; n < devices; n += 1) {
      // Each second in another order: no two primes of these have a factor in common with the number of devices.
      const device = (n * 7919 + (seed % 1009) * second) % devices
      const atMs = second * 1000 + Math.floor((n * 1000) / devices)
      if (guard(String(device), atMs) !== 'fine') refused.add(device)
      if ((n * perSecond) % devices < perSecond && guard('loop', atMs) === 'fine') looped += 1
    }
  assert.equal(refused.size, 0, `seed ${seed}`)
  assert(looped >= 6000 && looped <= 6000 + seconds * 200, `seed ${seed}: ${looped} of the loop passed`)
})

test('a clock that is set back by two hours holds no device for longer than before', () => {
  const guard = floodGuard()
  const late = 10 * hourMs
  for (let n = 0; n < 6000; n += 1) assert.equal(guard('1', late), 'fine')
  const back = late - 2 * hourMs
  assert.equal(guard('1', back), 'flood')
  assert.equal(guard('1', back + 1000), 'fine')
  assert.equal(guard('2', back), 'fine')
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
