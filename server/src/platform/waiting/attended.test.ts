import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../testing/until.ts'
import { afterAttending, attendedSignal, patience } from './attended.ts'

function block(ms: number) {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('a limit passes after its time, in the order of times, and not once it is ended', async () => {
  const seed = randomInt(2 ** 31)
  const passed: number[] = []
  const lengths = Array.from({ length: 40 }, (_, index) => 100 + (((seed % 1009) * (index + 1)) % 9) * 200)
  const from = performance.now()
  const early: number[] = []
  const stops = lengths.map((ms) =>
    afterAttending(ms, () => {
      passed.push(ms)
      if (performance.now() - from < ms) early.push(ms)
    }),
  )
  const kept = lengths.filter((_, index) => index % 3 !== 0)
  for (const [index, stop] of stops.entries()) if (index % 3 === 0) stop()
  await until('all to pass', () => passed.length === kept.length)
  await wait(300)
  const told = `seed ${seed}`
  assert.deepEqual(early, [], told)
  assert.deepEqual(
    passed,
    kept.toSorted((a, b) => a - b),
    told,
  )
})

test('time in which our own loop does not turn is nobody else’s', async () => {
  let isOver = false
  const signal = attendedSignal(1000)
  const stop = afterAttending(1000, () => (isOver = true))
  block(2500)
  await wait(300)
  assert.deepEqual([isOver, signal.aborted], [false, false])
  await until('the rest to pass', () => isOver && signal.aborted)
  assert.equal(signal.reason instanceof DOMException && signal.reason.name, 'TimeoutError')
  stop()
})

test('while the other side waits for us its time does not run, and begins anew afterwards', async () => {
  let isOver = false
  const limit = patience(500, () => (isOver = true))
  assert.equal(await limit.during(wait(1500, 'ours')), 'ours')
  assert.equal(isOver, false)
  await assert.rejects(limit.during(Promise.reject(new Error('ours failed'))), /ours failed/)
  await until('its own time to pass', () => isOver)

  const ended = patience(200, () => assert.fail('it had ended'))
  const during = ended.during(wait(50))
  ended.end()
  await during
  await wait(600)
})
