// @both-databases: locks, snapshots and portions are those of the database.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { dayMs, hourMs, iso } from '@brigade/contract/time.ts'
import { sql, type KyselyPlugin } from 'kysely'
import { findNextDeadline, timeOutCommands } from '../../command/command-outcome.store.ts'
import { connectMade } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { plantHistories, type World } from '../../testing/statistics/plant-histories.ts'
import { until } from '../../testing/until.ts'
import { countDay } from './count-measures.store.ts'
import { beginCounting, holdingRuns } from './counting.store.ts'
import { reconcileDays } from './recount.ts'
import { findDue } from './run.store.ts'
import { ofDevices, type FlowSource } from './source.store.ts'
import { takeDue } from './take-run.ts'

/** The statistics of the test use the zone of Shanghai. */
const dayOf = (at: number) => iso(at + 8 * hourMs).slice(0, 10)
const seed = Number(process.env['SEED'] ?? 31)
const small = { devices: 3, hours: 1, ms: 0 }

let app: TestApp
let world: World
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  const real = app.clock.now()
  // 13:30 in Shanghai.
  app.clock.advance(Math.ceil((real - 5.5 * hourMs) / dayMs) * dayMs + 5.5 * hourMs - real)
  world = await plantHistories(app, app.clock.now() - hourMs, seed)
  // The connector ends planted open sessions that are over, so that counts before and after it would differ.
  await timeOutCommands(app.db, app.clock.now())
  await until('the planted commands to be over', async () => (await findNextDeadline(app.db)) === undefined)
  // The state is that after a first run, so that the past is not counted day by day.
  const { last: due } = await findDue(app.db, iso(app.clock.now() - 12 * hourMs), app.settings.statisticsZone)
  assert.ok(due)
  await sql`insert into statistic_run (due_at, day, began_at, outcome)
    values (${due.dueAt}::timestamptz, ${due.day}::date, ${due.dueAt}::timestamptz, 'succeeded')`.execute(app.db)
  await takeDue(app)
})
after(() => app.stop())

const tables = ['hour', 'day', 'share', 'stock', 'leaf_stock', 'people', 'active', 'span'].map(
  (name) => `statistic_${name}`,
)
/** Every row; fractions may be added in another order if the portions differ. */
async function everything(): Promise<string> {
  const parts: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(
      app.db,
    )
    parts.push(
      `${table}\n${rows.map(({ row }) => row.replaceAll(/\d+\.\d{7,}/g, (number) => Number(number).toFixed(6))).join('\n')}`,
    )
  }
  return parts.join('\n\n')
}

/** Moves on to the next nightly run, which nobody has taken yet. */
async function untilNight(): Promise<void> {
  const hour = () => new Date(app.clock.now() + 8 * hourMs).getUTCHours()
  do {
    app.clock.advance(6 * hourMs)
    if (hour() !== 1) await takeDue(app)
  } while (hour() !== 1)
}

/** Takes the last run once more, as if nobody had. */
async function again(run: () => Promise<unknown>): Promise<void> {
  await sql`delete from statistic_run where due_at = (select max(due_at) from statistic_run)`.execute(app.db)
  await run()
}

/** A database whose statements each pause after their end until the test continues them. */
function pausing() {
  let pause = Promise.withResolvers<() => void>()
  let isReleased = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isReleased) return result
      const goOn = Promise.withResolvers<void>()
      const reached = pause
      pause = Promise.withResolvers()
      reached.resolve(goOn.resolve)
      await goOn.promise
      return result
    },
  }
  const release = () => {
    isReleased = true
  }
  return { db: app.db.withPlugin(plugin), reached: () => pause.promise, release }
}

type Pauses = Readonly<{ portions?: typeof small; each: (statement: number) => Promise<void> }>
/** Takes the run that is due, and calls `each` after each of its statements, while its transaction is open. */
async function takePausing({ portions, each }: Pauses): Promise<number> {
  const { db, reached, release } = pausing()
  let isOver = false
  const taking = takeDue({ ...app, db, ...(portions === undefined ? {} : { portions }) }).finally(() => {
    isOver = true
  })
  let statements = 0
  const over = taking.then(
    () => undefined,
    () => undefined,
  )
  while (!isOver) {
    const goOn = await Promise.race([reached(), over])
    if (goOn === undefined) break
    statements += 1
    try {
      await each(statements)
    } catch (error) {
      release()
      goOn()
      await over
      throw error
    }
    goOn()
  }
  assert.equal(await taking, true)
  return statements
}

/** The connection that holds the lock of counts. */
const runningPid = async (): Promise<number | undefined> =>
  (
    await sql<{ pid: number }>`
      select l.pid from pg_locks l where l.locktype = 'advisory' and l.granted
        and l.database = (select oid from pg_database where datname = current_database())
        and (l.classid::bigint << 32 | l.objid::bigint) = hashtext('statistic_run')::bigint`.execute(app.db)
  ).rows[0]?.pid

/**
 * Lists locks of a connection for which others could wait. Reading a table does not stop writers, and nobody else sees
 * a table that an open transaction has created.
 */
async function heldAgainstOthers(pid: number): Promise<string[]> {
  const { rows } = await sql<{ held: string }>`
    select concat_ws(' ', l.locktype, c.relname, l.mode) as held from pg_locks l
    left join pg_class c on c.oid = l.relation and l.locktype = 'relation'
    where l.pid = ${pid}::int and l.granted and l.mode <> 'AccessShareLock'
      and l.locktype not in ('virtualxid', 'transactionid')
      and not (l.locktype = 'advisory' and (l.classid::bigint << 32 | l.objid::bigint) = hashtext('statistic_run')::bigint)
      and not (l.locktype = 'relation' and c.oid is null)
      and (c.oid is null or (c.relpersistence <> 't' and c.relname not like 'statistic\\_%' and c.relnamespace <> 'pg_toast'::regnamespace))
      and (l.locktype <> 'relation' or l.database <> 0)`.execute(app.db)
  return rows.map(({ held }) => held)
}

test('a count in many small portions writes the rows of a count in few', async () => {
  await untilNight()
  await takeDue(app)
  const few = await everything()
  await again(() => takeDue({ ...app, portions: small }))
  assert.equal(await everything(), few, `seed ${seed}`)
  // Without stored rows, sealed days are read for the digest and the rows together.
  for (const table of tables.slice(1, 3))
    await sql`delete from ${sql.table(table)} where day >= ${dayOf(app.clock.now() - 8 * dayMs)}::date
      and measure in ('energy', 'water', 'inUse', 'stateReported')`.execute(app.db)
  await sql`delete from statistic_digest`.execute(app.db)
  await again(() => takeDue({ ...app, portions: small }))
  assert.equal(await everything(), few, `seed ${seed}`)
})

test('a source that takes long is cut: no snapshot is as old as two of its portions, and its sum is whole', async () => {
  const { rows: all } = await sql<{ many: number }>`select count(*)::int as many from device_state`.execute(app.db)
  const planted: FlowSource = {
    measures: ['planted'],
    isOfDevices: true,
    rows: (window) => sql`
      select ${window.from}::timestamptz as at, s.organisation_id, s.product_id, 0 as place, ''::text as part, 1 + length(slow.done::text) as value
      from device_state s cross join lateral (select pg_sleep(0.1 + s.device_id * 0) as done) as slow where true ${ofDevices('s.device_id', window)}`,
  }
  let [oldest, isOver] = [0, false]
  const watch = async () => {
    while (!isOver) {
      const { rows } = await sql<{ ms: number }>`
        select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 * 1000 as ms from pg_stat_activity
        where pid = ${(await runningPid()) ?? null}::int and (backend_xmin is not null or backend_xid is not null)`.execute(
        app.db,
      )
      oldest = Math.max(oldest, rows[0]?.ms ?? 0)
    }
  }
  const zone = app.settings.statisticsZone
  const now = iso(app.clock.now())
  const day = dayOf(app.clock.now() - 5 * dayMs)
  const from = `${day}T00:00:00+08:00`
  const window = { from, to: iso(Date.parse(from) + dayMs), zone }
  const counted = await holdingRuns(app.db, async (connection) => {
    const counting = await beginCounting(connection, { from, now, zone, portions: { devices: 1, hours: 1, ms: 0 } })
    const began = performance.now()
    const watching = watch()
    await countDay(counting, planted, { day, window })
    isOver = true
    await watching
    const took = performance.now() - began
    const { rows } = await sql<{ own: number }>`select sum(own)::float8 as own from staged_day`.execute(connection)
    return { took, own: rows[0]?.own }
  })
  const many = all[0]?.many ?? 0
  assert.ok(many >= 16)
  assert.ok(counted !== undefined && counted.took >= many * 100, `${counted?.took} ms`)
  assert.equal(counted.own, many)
  assert.ok(oldest >= 50, `it was watched: ${oldest} ms`)
  // On a busy machine a portion may take longer than it sleeps, and the whole run takes proportionally longer.
  assert.ok(oldest < counted.took / 4, `the oldest snapshot was ${oldest} of ${counted.took} ms`)
})

test('at no statement does a run hold what a report could wait for, and a report is acknowledged beside each', async () => {
  const made = await make.device(app, { kind: 'oven' })
  const device = await connectMade(app, made)
  await untilNight()
  const transactions = new Set<string>()
  const statements = await takePausing({
    portions: { devices: 8, hours: 6, ms: 0 },
    each: async (statement) => {
      const pid = await runningPid()
      if (pid === undefined) return
      assert.deepEqual(await heldAgainstOthers(pid), [], `statement ${statement}`)
      const { rows } = await sql<{ at: string | null }>`
        select xact_start::text as at from pg_stat_activity where pid = ${pid}`.execute(app.db)
      if (rows[0]?.at) transactions.add(rows[0].at)
      if (statement % 10 === 0) await device.report({ ChamberTemp: statement })
    },
  })
  await device.leave()
  assert.ok(statements > 100, `${statements} statements`)
  assert.ok(transactions.size > 30, `${transactions.size} transactions`)
})

test('a lock that a report could wait for would be found', async () => {
  const planted = [
    sql`select from device_state for update`,
    sql`lock table device_history in share mode`,
    sql`select pg_advisory_xact_lock(7)`,
  ]
  for (const statement of planted)
    await app.db.connection().execute(async (connection) =>
      connection.transaction().execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        await statement.execute(trx)
        assert.notDeepEqual(await heldAgainstOthers(rows[0]?.pid ?? 0), [], String(statement))
      }),
    )
})

test('an open transaction of a report does not stop a run', async () => {
  app.clock.advance(6 * hourMs)
  await app.db.transaction().execute(async (report) => {
    const oven = world.ovens[0] ?? ''
    await sql`update device_shadow set version = version + 1 where device_id = ${oven}::bigint`.execute(report)
    await sql`update device_state set online = not online where device_id = ${oven}::bigint`.execute(report)
    await sql`insert into command (device_id, kind, params, status, created_at, deadline_at)
      values (${oven}::bigint, 'property.get', '{}', 'succeeded', ${iso(app.clock.now())}, ${iso(app.clock.now())})`.execute(
      report,
    )
    assert.equal(await takeDue(app), true)
  })
})

test('a run whose connection ends leaves nothing, and the next look takes it', async () => {
  app.clock.advance(6 * hourMs)
  const kept = await everything()
  await assert.rejects(
    takePausing({
      portions: small,
      each: async (statement) => {
        const pid = await runningPid()
        if (statement === 60) await sql`select pg_terminate_backend(${pid ?? null}::int)`.execute(app.db)
      },
    }),
  )
  await until('the lock of counts to be free', async () => (await runningPid()) === undefined)
  assert.equal(await everything(), kept)
  assert.equal(await takeDue(app), true)
  assert.notEqual(await everything(), kept)
})

test('a device that is deleted or changes hands between two portions is counted once, at its owner of then', async () => {
  const reconcile = async () => {
    const days = [3, 5, 8].map((back) => dayOf(app.clock.now() - back * dayMs))
    const differing: string[] = []
    await reconcileDays(app.db, days, app.settings.statisticsZone, (found) =>
      differing.push(...found.differing.map((measure) => `${measure} of ${found.recounted}`)),
    )
    return differing
  }
  await untilNight()
  await reconcile()
  const { token } = await make.account(app, { role: 'administrator' })
  const [moving = '', going = ''] = [world.ovens.at(-1), world.ovens.at(-2)]
  const { sn } = await app.db.selectFrom('device').where('id', '=', going).select('sn').executeTakeFirstOrThrow()
  const to = world.customerIds[1] ?? ''
  // Somewhere among the portions, another place for another seed.
  const at = 200 + (seed % 11) * 120
  let isDone = false
  await takePausing({
    portions: { devices: 2, hours: 2, ms: 0 },
    each: async (statement) => {
      if (statement !== at) return
      const { status } = await app.ask(recordCalls.oven.remove, { id: going, sn }, { token })
      assert.equal(status, 200)
      await app.db.transaction().execute(async (trx) => {
        await trx
          .updateTable('device')
          .set({ updatedAt: iso(app.clock.now()) })
          .where('id', '=', moving)
          .execute()
        await trx.updateTable('deviceState').set({ organisationId: to }).where('deviceId', '=', moving).execute()
      })
      isDone = true
    },
  })
  assert.ok(isDone)
  assert.deepEqual(await reconcile(), [], `seed ${seed}, statement ${at}`)
})
