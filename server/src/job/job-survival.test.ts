import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { JobStatus } from '@brigade/contract/job/job.model.ts'
import { startApp } from '../app.ts'
import { createLog } from '../platform/log.ts'
import { makeAccount, type MadeAccount } from '../testing/make-account.ts'
import { sampleExport, sampleImport, sampleWork, startAs } from '../testing/sample-work.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

/** The app has no worker: each test starts its own processes and kills them. */
let app: TestApp
let me: MadeAccount
const workers = new Set<ChildProcess>()
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  me = await makeAccount(app, { role: 'administrator' })
})
after(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.stop()
})

async function startWorker(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../testing/worker-process.ts', import.meta.url))
  const worker = fork(script, [], {
    env: { ...process.env, DATABASE_URL: app.settings.databaseUrl, DATA_DIR: app.settings.dataDir, DEMO: 'off' },
  })
  workers.add(worker)
  worker.once('exit', () => workers.delete(worker))
  await once(worker, 'message')
  return worker
}
async function kill(worker: ChildProcess) {
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
}
/** Expires the lease at once, so that the test need not wait. One that has expired stays as it is. */
const runOut = (id: string) =>
  sql`update job set lease_until = clock_timestamp() - interval '1 s'
    where id = ${id} and status = 'running' and lease_until > clock_timestamp()`.execute(app.db)
/**
 * A long pause of its machine, at a moment when it has no transaction open: the database would end one that stands still.
 * A statement that has left it may still be on its way, which several looks show.
 */
async function holdUp(worker: ChildProcess) {
  let quietLooks = 0
  await until(
    'the worker to stand still between two rows',
    async () => {
      worker.kill('SIGSTOP')
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
        and application_name = 'brigade worker' and (state <> 'idle' or backend_xid is not null)`.execute(app.db)
      quietLooks = rows.length === 0 ? quietLooks + 1 : 0
      if (rows.length > 0) worker.kill('SIGCONT')
      return quietLooks === 10
    },
    60_000,
  )
}
async function stop(worker: ChildProcess) {
  const gone = once(worker, 'exit')
  worker.send('stop')
  assert.deepEqual(await gone, [0, null])
}

const jobOf = (id: string) => app.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const reached = (id: string, status: JobStatus) =>
  until(
    `job ${id} to be ${status}`,
    async () => {
      const job = await jobOf(id)
      return job.status === status ? job : undefined
    },
    60_000,
  )
const past = (id: string, done: number) =>
  until(`job ${id} to be past ${done}`, async () => (await jobOf(id)).done > done, 60_000)
const start = (prefix: string, rows: number, pauseMs = 20) =>
  startAs(app, me, sampleImport, sampleImport.params.parse({ prefix, rows, pauseMs }), { fileName: 'a.xlsx' })
async function numbersOf(prefix: string): Promise<number[]> {
  const rows = await app.db.selectFrom('organisation').select('name').where('name', 'like', `${prefix} %`).execute()
  return rows.map(({ name }) => Number(name.split(' ').at(-1))).toSorted((a, b) => a - b)
}
const upTo = (rows: number) => Array.from({ length: rows }, (_, index) => index + 1)

test('another worker continues the job of a killed worker, without a row missing or twice', async () => {
  const worker = await startWorker()
  const id = await start('Killed', 400)
  await past(id, 50)
  await kill(worker)
  const { done } = await jobOf(id)
  assert.ok(done < 400)
  assert.equal((await numbersOf('Killed')).length, done, 'rows and progress were committed together')
  await runOut(id)
  const next = await startWorker()
  const job = await reached(id, 'succeeded')
  assert.deepEqual([job.done, job.interruptions], [400, 1])
  assert.deepEqual(await numbersOf('Killed'), upTo(400))
  await stop(next)
})

test('after three kills it fails, with the reason', async () => {
  const id = await start('Thrice', 100_000)
  for (const _kill of [1, 2, 3]) {
    const worker = await startWorker()
    await past(id, (await jobOf(id)).done)
    await kill(worker)
    await runOut(id)
  }
  const finder = await startWorker()
  const job = await reached(id, 'failed')
  assert.deepEqual([job.errorKey, job.interruptions], ['job.stopped', 3])
  await stop(finder)
  const { done } = await jobOf(id)
  assert.deepEqual(await numbersOf('Thrice'), upTo(done), 'what it did stays done')
})

test('a worker that is stopped hands its job back at once, and that is no interruption', async () => {
  const worker = await startWorker()
  const id = await start('Stopped', 300)
  await past(id, 50)
  await stop(worker)
  const { status, interruptions, runner } = await jobOf(id)
  assert.deepEqual([status, interruptions, runner], ['waiting', 0, null])
  const next = await startWorker()
  await reached(id, 'succeeded')
  assert.deepEqual(await numbersOf('Stopped'), upTo(300))
  await stop(next)
})

test('a job is cancelled from another process than it runs in', async () => {
  const worker = await startWorker()
  const id = await start('Elsewhere', 100_000)
  await past(id, 0)
  await app.db.updateTable('job').set({ cancelling: true }).where('id', '=', id).execute()
  await reached(id, 'cancelled')
  assert.ok((await jobOf(id)).done < 100_000)
  await kill(worker)
})

test('one that was to be cancelled when its worker was killed is cancelled, not begun again', async () => {
  const worker = await startWorker()
  const id = await start('Both', 100_000)
  await past(id, 0)
  await kill(worker)
  await app.db.updateTable('job').set({ cancelling: true }).where('id', '=', id).execute()
  await runOut(id)
  const next = await startWorker()
  assert.equal((await reached(id, 'cancelled')).cancelling, false)
  await stop(next)
})

test('a job that was accepted runs although its api has ended and no worker was running', async () => {
  const api = await startApp({
    roles: ['api'],
    settings: app.settings,
    clock: app.clock,
    log: createLog({ level: 'silent' }),
    longWork: sampleWork,
  })
  const id = await start('Api', 20)
  await api.stop()
  assert.equal((await jobOf(id)).status, 'waiting')
  const worker = await startWorker()
  await reached(id, 'succeeded')
  await stop(worker)
})

test('a file half written by a worker that was killed is not offered, and the next makes it whole', async () => {
  const worker = await startWorker()
  const params = { rows: 60, format: 'csv', pauseMs: 25 } as const
  const id = await startAs(app, me, sampleExport, params, { fileName: 'a.csv' })
  await past(id, 10)
  await kill(worker)
  assert.equal((await jobOf(id)).resultFileId, null)
  await runOut(id)
  const next = await startWorker()
  const job = await reached(id, 'succeeded')
  assert.equal(job.done, 60)
  const file = await app.db
    .selectFrom('file')
    .select(['bytes', 'name'])
    .where('id', '=', job.resultFileId ?? '')
    .executeTakeFirstOrThrow()
  assert.ok(Number(file.bytes) > 60 * 20)
  assert.equal(file.name, 'a.csv')
  await stop(next)
})

test('a worker that was held up for longer than its lease goes on with its job, and that is no interruption', async () => {
  const worker = await startWorker()
  const id = await start('Held up', 300)
  for (const done of [0, 30, 60, 90, 120]) {
    await past(id, done)
    await holdUp(worker)
    await runOut(id)
    worker.kill('SIGCONT')
  }
  assert.equal((await reached(id, 'succeeded')).interruptions, 0)
  assert.deepEqual(await numbersOf('Held up'), upTo(300))
  await stop(worker)
})

test('a worker that lost its job to another can report nothing about it any more, and stops', async () => {
  const slow = await startWorker()
  const id = await start('Lost', 200, 100)
  await past(id, 0)
  await holdUp(slow)
  await runOut(id)
  const other = await startWorker()
  await until('another worker to have it', async () => (await jobOf(id)).interruptions === 1, 60_000)
  const { done } = await jobOf(id)
  slow.kill('SIGCONT')
  assert.ok(done < 200)
  const job = await reached(id, 'succeeded')
  assert.equal(job.interruptions, 1)
  assert.deepEqual(await numbersOf('Lost'), upTo(200))
  await stop(slow)
  await stop(other)
})

test('losing the connection to the database interrupts a job, and does not fail it', async () => {
  const worker = await startWorker()
  const id = await start('Cut', 300)
  await past(id, 20)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'brigade worker'`.execute(app.db)
  const { done } = await jobOf(id)
  const next = await startWorker()
  await until('it to go on', async () => {
    const isGoingOn = (await jobOf(id)).done > done
    if (!isGoingOn) await runOut(id)
    return isGoingOn
  })
  const job = await reached(id, 'succeeded')
  assert.equal(job.done, 300)
  assert.deepEqual(await numbersOf('Cut'), upTo(300))
  await stop(next)
  await stop(worker)
})
