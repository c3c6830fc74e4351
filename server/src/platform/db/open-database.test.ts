// @both-databases: parsers and time limits depend on the server.
// @pooler: limits and parsers rest on settings of a connection.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { testDatabase } from '../../testing/database.ts'
import { openDatabase } from './open-database.ts'
import { transaction } from './transaction.ts'

test('reads times as ISO text in UTC, exact numbers as text, documents as they are', async () => {
  await using database = await testDatabase()
  const { rows } = await sql`select
    timestamptz '2026-11-21 11:50:00.1239+08' as with_part,
    timestamptz '2026-11-21 03:50:00Z' as without_part,
    array[timestamptz '2026-11-21 03:50:00.5Z', null] as several_times,
    date '2026-11-21' as a_date,
    9007199254740993::int8 as big, array[9007199254740993::int8] as bigs, 1.10::numeric as exact_one,
    '{"inner_key": {"a_b": 1}}'::jsonb as document, 1.5::float8 as number, true as yes, array['a', 'b'] as words`.execute(
    database.db,
  )
  assert.deepEqual(rows, [
    {
      withPart: '2026-11-21T03:50:00.123Z',
      withoutPart: '2026-11-21T03:50:00.000Z',
      severalTimes: ['2026-11-21T03:50:00.500Z', null],
      aDate: '2026-11-21',
      big: '9007199254740993',
      bigs: ['9007199254740993'],
      exactOne: '1.10',
      document: { inner_key: { a_b: 1 } },
      number: 1.5,
      yes: true,
      words: ['a', 'b'],
    },
  ])
})

test('a statement ends at its limit, and the pool serves on', async () => {
  await using database = await testDatabase()
  const { db, close } = openDatabase(database, { applicationName: 'impatient', statementTimeoutMs: 50 })
  await assert.rejects(sql`select pg_sleep(20)`.execute(db), /statement timeout/)
  assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
  await close()
})

test('a pool continues with new connections when the server ends its idle ones', async () => {
  await using database = await testDatabase()
  const { db, pool, close } = openDatabase(database, { applicationName: 'victim' })
  await sql`select 1`.execute(db)
  const lost = new Promise((resolve) => pool.once('error', resolve))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'`.execute(
    database.db,
  )
  await lost
  assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
  await close()
})

test('a connection that the server ends within a transaction fails that transaction and nothing else', async () => {
  await using database = await testDatabase()
  const { db, close } = openDatabase(database, { applicationName: 'cut off' })
  await assert.rejects(
    transaction(db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
      // Without a handler the end of the connection would be an error of the process, and of this test.
      await wait(100)
      await sql`select 1`.execute(trx)
    }),
  )
  assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
  await close()
})

test('a transaction that meets a deadlock runs again', async () => {
  await using database = await testDatabase()
  const { db } = database
  await sql`create table seat (id int primary key, taken int not null default 0)`.execute(db)
  await sql`insert into seat (id) values (1), (2)`.execute(db)
  const bothHoldOne = Promise.withResolvers<void>()
  let holding = 0
  const take = (first: number, second: number) =>
    transaction(db, async (trx) => {
      await sql`update seat set taken = taken + 1 where id = ${first}`.execute(trx)
      holding += 1
      if (holding >= 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`update seat set taken = taken + 1 where id = ${second}`.execute(trx)
    })
  await Promise.all([take(1, 2), take(2, 1)])
  assert.ok(holding > 2, 'one of the two was chosen as the victim and ran again')
  assert.deepEqual((await sql`select id, taken from seat order by id`.execute(db)).rows, [
    { id: 1, taken: 2 },
    { id: 2, taken: 2 },
  ])
})

test('a transaction within a transaction is the same one', async () => {
  await using database = await testDatabase()
  const number = sql<{ id: string }>`select pg_current_xact_id()::text as id`
  await transaction(database.db, async (outer) => {
    const outside = await number.execute(outer)
    const inside = await transaction(outer, (inner) => number.execute(inner))
    assert.deepEqual(inside.rows, outside.rows)
  })
})
