import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql, type KyselyPlugin } from 'kysely'
import { testDatabase } from '../../testing/database.ts'
import { testClock } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { openDatabase } from '../db/open-database.ts'
import { liveHub } from '../live/live-hub.ts'
import { createLog } from '../log.ts'
import { openQueues, queueFilled, type Queue } from './queues.ts'

/** Waiting rows are processed soon after a notification, and within the polling interval without one. */

let database: Awaited<ReturnType<typeof testDatabase>>
let opened: ReturnType<typeof openDatabase>
before(async () => {
  database = await testDatabase()
  opened = openDatabase({ databaseUrl: database.databaseUrl }, { applicationName: 'queues', max: 4 })
  await sql`create table parcel (queue text not null, due_at timestamptz not null)`.execute(opened.db)
})
after(async () => {
  await opened.close()
  await database.drop()
})

let made = 0

/** A process with queues of parcels; `lookMs` is an hour if the test must not depend on polling. */
function aProcess({ lookMs = hourMs } = {}) {
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const live = liveHub()
  const [clock, stopping] = [testClock(), new AbortController()]
  const log = createLog({ level: 'silent' })
  const db = opened.db.withPlugin(counting)
  const queues = openQueues({ db, clock, live, log, lookMs, stopping: stopping.signal })
  const own: { stop: () => Promise<void> }[] = []

  /** Counts its work; `take` removes the parcels, or leaves them. */
  function watch(given: Partial<Queue> = {}, { takes = true } = {}) {
    made += 1
    const queue = { name: `parcels-${made}`, worked: 0, atOnce: 0, most: 0 }
    const running = queues.watch({
      name: queue.name,
      waits: (now) =>
        sql<boolean>`exists (select from parcel where queue = ${queue.name} and due_at <= ${now}::timestamptz)`,
      busyMs: 10,
      work: async () => {
        queue.atOnce += 1
        queue.most = Math.max(queue.most, queue.atOnce)
        // The deletion uses the pool that is not counted.
        if (takes) await sql`delete from parcel where queue = ${queue.name}`.execute(opened.db)
        queue.worked += 1
        queue.atOnce -= 1
      },
      onErrorMessage: 'Parcels could not be worked off',
      ...given,
    })
    own.push(running)
    return Object.assign(queue, { stop: running.stop })
  }
  const put = async (queue: string, aheadMs = 0) => {
    const at = new Date(clock.now() + aheadMs).toISOString()
    await sql`insert into parcel (queue, due_at) values (${queue}, ${at}::timestamptz)`.execute(opened.db)
  }
  return {
    watch,
    put,
    live,
    clock,
    asked: () => statements,
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      await Promise.all(own.map(({ stop }) => stop()))
    },
  }
}

test('what waits at the start is worked off at once, each queue for itself', async () => {
  await using one = aProcess()
  await one.put(`parcels-${made + 2}`)
  const [empty, full] = [one.watch(), one.watch()]
  await until('the work', () => full.worked === 1)
  assert.equal(empty.worked, 0)
})

test('a notice of its kind, or one that names it, has a queue looked at, and no other', async () => {
  await using one = aProcess()
  const [byKind, byName, other] = [one.watch({ wokenBy: { oven: 10 } }), one.watch(), one.watch()]
  await until('the first question', () => one.asked() > 0)
  for (const { name } of [byKind, byName, other]) await one.put(name)
  one.live.publish('oven', ['7'])
  await until('the work of the kind', () => byKind.worked === 1)
  one.live.publish(queueFilled, [byName.name])
  await until('the work of the name', () => byName.worked === 1)
  assert.equal(other.worked, 0)
})

test('what nobody gives notice of is found by the next look, and so is what comes due by the clock', async () => {
  await using one = aProcess({ lookMs: 50 })
  const queue = one.watch()
  await until('the first question', () => one.asked() > 0)
  await one.put(queue.name)
  await until('the work', () => queue.worked === 1)
  await one.put(queue.name, 60_000)
  const asked = one.asked()
  await until('two more questions', () => one.asked() > asked + 1)
  assert.equal(queue.worked, 1)
  one.clock.advance(60_001)
  await until('the work that was due', () => queue.worked === 2)
})

test('all queues of a process are asked about in one statement, and one with work is asked about again after its pause', async () => {
  await using one = aProcess()
  const queues = Array.from({ length: 12 }, () => one.watch())
  const left = one.watch({ busyMs: 20 }, { takes: false })
  await one.put(left.name)
  one.live.publish(queueFilled, [left.name])
  await until('repeated work', () => left.worked >= 5)
  // At the start perhaps more than once, while they were added; then once for each time that work was done.
  assert.ok(one.asked() <= left.worked + 4, `${one.asked()} questions, worked ${left.worked} times`)
  assert.ok(queues.every(({ worked }) => worked === 0))
})

test('a queue never works beside itself, and a failure is one: it is tried again, and the others go on', async () => {
  await using one = aProcess()
  let tries = 0
  const failing = one.watch({
    work: async () => {
      tries += 1
      throw new Error('no')
    },
  })
  const steady = one.watch({ busyMs: 0 }, { takes: false })
  await one.put(failing.name)
  await one.put(steady.name)
  one.live.publish(queueFilled, [failing.name, steady.name])
  const waking = setInterval(() => one.live.publish(queueFilled, [steady.name]), 1)
  try {
    await until('several tries', () => tries >= 3 && steady.worked >= 20)
  } finally {
    clearInterval(waking)
  }
  assert.equal(steady.most, 1)
})

test('a notice that comes while the question is on its way has the queue asked about once more', async () => {
  await using one = aProcess()
  const slow = `parcels-${made + 1}`
  // Rows that are inserted during the sleep are not in the statement's snapshot.
  const queue = one.watch({
    waits: () => sql<boolean>`(select pg_sleep(0.5)) is not null and exists (select from parcel where queue = ${slow})`,
  })
  await until('the question to be on its way', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`.execute(opened.db)
    return rows.length > 0
  })
  await one.put(slow)
  one.live.publish(queueFilled, [slow])
  await until('the work', () => queue.worked === 1)
})

test('a process that missed notices looks at once', async () => {
  await using one = aProcess()
  const queue = one.watch()
  await until('the first question', () => one.asked() > 0)
  await one.put(queue.name)
  one.live.endAll()
  await until('the work', () => queue.worked === 1)
  await one.put(queue.name)
  one.live.publish(queueFilled, [queue.name])
  await until('the work after it', () => queue.worked === 2)
})

test('a queue that was stopped works no more, and its process asks nothing once all are stopped', async () => {
  await using one = aProcess({ lookMs: 20 })
  const [first, second] = [one.watch(), one.watch()]
  await until('the first question', () => one.asked() > 0)
  await first.stop()
  await one.put(first.name)
  await one.put(second.name)
  await until('the work of the other', () => second.worked === 1)
  assert.equal(first.worked, 0)
  await second.stop()
  const asked = one.asked()
  await one.put(second.name)
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(one.asked(), asked)
})
