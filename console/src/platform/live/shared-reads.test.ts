import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { mock, test } from 'node:test'
import { shareReads } from './shared-reads.ts'

const key = ['fault', 'totals', { kind: 'oven' }] as const
let answered = 0

/** A page that asks every `everyMs`, and counts how often it did. */
function openPage(session: string, everyMs: number) {
  const client = new QueryClient()
  const page = { asked: 0, shown: () => client.getQueryData(key), close: () => {} }
  const stop = shareReads(client, session, [key])
  const queryFn = () => {
    page.asked += 1
    answered += 1
    return answered
  }
  const leave = new QueryObserver(client, { queryKey: key, queryFn, refetchInterval: everyMs }).subscribe(() => {})
  page.close = () => {
    leave()
    stop()
    client.clear()
  }
  return page
}

/** Messages between pages take real time, timers stand still until they are moved. */
async function until(holds: () => boolean) {
  for (const endMs = performance.now() + 10_000; !holds(); await turn()) {
    assert.ok(performance.now() < endMs, 'it did not come to hold')
    mock.timers.tick(0)
  }
}

test('Of several pages of a session one asks again and again, and the next one when it is closed; a page of another session asks for itself', async (t) => {
  environmentManager.setIsServer(() => false)
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000 })
  const [first, second, stranger] = [openPage('a', 1000), openPage('a', 1500), openPage('b', 100_000)]
  t.after(() => {
    for (const page of [first, second, stranger]) page.close()
    mock.timers.reset()
    environmentManager.setIsServer(() => true)
  })
  await until(() => [first, second, stranger].every(({ asked, shown }) => asked === 1 && shown() !== undefined))
  const strangers = stranger.shown()
  for (let round = 2; round <= 6; round += 1) {
    mock.timers.tick(1000)
    await until(() => first.asked === round && [first, second].every(({ shown }) => shown() === answered))
  }
  assert.equal(second.asked, 1)
  assert.equal(stranger.shown(), strangers)
  first.close()
  mock.timers.tick(1500)
  await until(() => second.asked === 2)
})
