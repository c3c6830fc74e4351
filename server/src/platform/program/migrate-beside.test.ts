import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { hourMs } from '@brigade/contract/time.ts'
import { testDatabase } from '../../testing/database.ts'
import { testClock } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { migrate } from '../db/migrate.ts'
import { liveHub } from '../live/live-hub.ts'
import { createLog } from '../log.ts'
import { openQueues } from '../queue/queues.ts'
import { startMigratingBeside } from './migrate-beside.ts'

test('a worker changes rows beside traffic until none is left, and another goes on after it', async () => {
  await using database = await testDatabase()
  const { pool, db } = database
  await pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(join(tmpdir(), 'brigade-migrations-'))
  const log = createLog({ level: 'silent' })
  const stopping = new AbortController()
  try {
    const rows = 'create table shelf (id int, book text); insert into shelf select generate_series(1, 300)'
    await writeFile(join(folder, '0001_shelf.sql'), rows)
    await writeFile(
      join(folder, '0002_fill.sql'),
      `-- brigade: expand, beside traffic
      update shelf set book = 'b' where id in (select id from shelf where book is null order by id limit 10)`,
    )
    await migrate(pool, { folder })
    const startWorker = async () => {
      const queues = openQueues({
        db,
        clock: testClock(),
        live: liveHub(),
        log,
        lookMs: hourMs,
        stopping: stopping.signal,
      })
      return startMigratingBeside({ queues }, pool, folder)
    }
    const left = async () =>
      (await pool.query<{ rows: number }>('select count(*)::int as rows from shelf where book is null')).rows[0]?.rows
    const first = await startWorker()
    await until('the first portions', async () => ((await left()) ?? 0) < 280)
    await first?.stop()
    assert.ok(((await left()) ?? 0) > 0)
    const second = await startWorker()
    await until('the end', async () => (await pool.query('select from migration where open')).rows.length === 0)
    assert.equal(await left(), 0)
    await second?.stop()
  } finally {
    stopping.abort()
    await rm(folder, { recursive: true })
  }
})
