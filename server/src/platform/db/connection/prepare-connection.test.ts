// @both-databases: settings differ between versions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { oddDefaults } from '../../../testing/cluster/debian-postgres.ts'
import { testDatabase } from '../../../testing/database.ts'
import { until } from '../../../testing/until.ts'
import { openConnection, openDatabase } from '../open-database.ts'
import { transaction } from '../transaction.ts'

/** A database whose administrator has changed the defaults. */
async function withDefaults(defaults: Readonly<Record<string, string>>) {
  const database = await testDatabase()
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  for (const [name, value] of Object.entries(defaults))
    await database.pool.query(`alter database ${rows[0]?.name} set ${name} = '${value}'`)
  return database
}

test('zone, forms of values and limits are ours, whatever the database has as its defaults', async () => {
  await using database = await withDefaults(oddDefaults)
  const { db, close } = openDatabase(database, { applicationName: 'odd defaults', statementTimeoutMs: 2000 })
  const { rows } = await sql`select
    timestamptz '2026-11-21 11:50:00.1239+08' as at, date '2026-11-21' as a_date, interval '1 day 2 hours' as span,
    '\\x00ff'::bytea as bytes, 0.1::float8 + 0.2 as exact_float, '2026-11-21 00:30'::timestamptz as read_as`.execute(db)
  assert.deepEqual(rows, [
    {
      at: '2026-11-21T03:50:00.123Z',
      aDate: '2026-11-21',
      span: '1 day 02:00:00',
      bytes: Buffer.from([0, 255]),
      exactFloat: 0.1 + 0.2,
      readAs: '2026-11-21T00:30:00.000Z',
    },
  ])
  await sql`select pg_sleep(0.5)`.execute(db)
  await assert.rejects(sql`select pg_sleep(20)`.execute(db), /statement timeout/)
  await transaction(db, async (trx) => {
    const { rows: found } = await sql`select current_setting('transaction_isolation') as isolation`.execute(trx)
    assert.deepEqual(found, [{ isolation: 'read committed' }])
    await delay(400)
    await sql`select 1`.execute(trx)
  })
  await close()
})

test('a connection that waits outlives the idle limit of the database, in the pool and alone', async () => {
  await using database = await withDefaults({ idle_session_timeout: '100ms', statement_timeout: '100ms' })
  const idle = openDatabase(database, { applicationName: 'idle', max: 1 })
  const before = await idle.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const alone = await openConnection(database.databaseUrl, 'alone')
  await delay(500)
  const after = await idle.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  assert.deepEqual(after.rows, before.rows)
  await alone.query('select pg_sleep(0.3)')
  await alone.end()
  await idle.close()
})

test('a connection that cannot be prepared is not handed out, and leaves nothing open', async () => {
  await using database = await testDatabase()
  // The function is in the schema in which set_config is looked up first.
  await database.pool.query(`create schema planted`)
  await database.pool.query(
    `create function planted.set_config(text, text, boolean) returns text language plpgsql as $$ begin raise 'planted'; end $$`,
  )
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  await database.pool.query(`alter database ${rows[0]?.name} set search_path = planted, pg_catalog, public`)
  const planted = openDatabase(database, { applicationName: 'unprepared', max: 1 })
  await assert.rejects(planted.pool.query('select 1'), /planted/)
  await assert.rejects(openConnection(database.databaseUrl, 'unprepared'), /planted/)
  await until('no connection to be left', async () => {
    const { rowCount } = await database.pool.query(
      `select 1 from pg_stat_activity where application_name = 'unprepared'`,
    )
    return rowCount === 0
  })
  await planted.close()
})
