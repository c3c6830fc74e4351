// @both-databases: COPY is the database’s own.
// @pooler: COPY has a protocol of its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../testing/database.ts'
import { copyRows } from './copy.ts'
import { transaction } from '../transaction.ts'

const columns = {
  small: 'int2',
  whole: 'int4',
  bigNumber: 'int8',
  share: 'float8',
  isOn: 'bool',
  words: 'text',
  facts: 'jsonb',
  reportedAt: 'timestamptz',
  bytes: 'bytea',
  names: 'text[]',
  wholes: 'int4[]',
  shares: 'float8[]',
} as const

async function withTable() {
  const database = await testDatabase()
  await database.pool.query(`create table sample (small int2, whole int4, big_number int8, share float8, is_on bool,
    words text, facts jsonb, reported_at timestamptz, bytes bytea, names text[], wholes int4[], shares float8[])`)
  return database
}

const full = {
  small: -2,
  whole: 70_000,
  bigNumber: '9223372036854775807',
  share: 0.1,
  isOn: true,
  words: '烤箱 "quoted" \\ and\nlines 🔥',
  facts: { aKey: [1, null, '门'] },
  reportedAt: '2026-11-21T03:50:00.123Z',
  bytes: Buffer.from([0, 255, 7]),
  names: ['', 'one', null, '二, "two"'],
  wholes: [-1, 0, 2_147_483_647],
  shares: [0.1, null, -1e300],
}
const empty = {
  small: null,
  whole: null,
  bigNumber: null,
  share: null,
  isOn: null,
  words: null,
  facts: null,
  reportedAt: null,
  bytes: null,
  names: null,
  wholes: null,
  shares: null,
}

test('values written by COPY are read back unchanged, every type and NULL', async () => {
  await using database = await withTable()
  await copyRows(database.db, 'sample', columns, [
    full,
    empty,
    { ...empty, names: [], wholes: [], shares: [null], reportedAt: Date.UTC(1999, 0, 1), words: '' },
  ])
  const { rows } = await sql`select * from sample order by whole nulls last, words nulls first`.execute(database.db)
  assert.deepEqual(rows, [
    full,
    empty,
    { ...empty, names: [], wholes: [], shares: [null], reportedAt: '1999-01-01T00:00:00.000Z', words: '' },
  ])
})

test('COPY belongs to the transaction around it', async () => {
  await using database = await withTable()
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from sample`.execute(database.db)).rows[0]?.n
  const broken = transaction(database.db, async (trx) => {
    await copyRows(trx, 'sample', columns, [full])
    throw new Error('changed my mind')
  })
  await assert.rejects(broken, /changed my mind/)
  assert.equal(await count(), 0)
  await transaction(database.db, (trx) => copyRows(trx, 'sample', columns, [full, full]))
  assert.equal(await count(), 2)
})

test('a COPY that PostgreSQL refuses fails as a whole and leaves the connection usable', async () => {
  await using database = await withTable()
  await database.pool.query('alter table sample add check (whole < 100)')
  await assert.rejects(
    copyRows(database.db, 'sample', { whole: 'int4' }, [{ whole: 1 }, { whole: 100 }]),
    /check constraint/,
  )
  await copyRows(database.db, 'sample', { whole: 'int4' }, [{ whole: 2 }])
  const { rows } = await sql`select whole from sample`.execute(database.db)
  assert.deepEqual(rows, [{ whole: 2 }])
})

test('puts in more than one buffer holds', async () => {
  await using database = await withTable()
  const long = '门'.repeat(50_000)
  await copyRows(
    database.db,
    'sample',
    { whole: 'int4', words: 'text' },
    Array.from({ length: 200 }, (_, whole) => ({ whole, words: long })),
  )
  const { rows } = await sql`select count(*)::int as n, min(length(words)) as shortest from sample`.execute(database.db)
  assert.deepEqual(rows, [{ n: 200, shortest: 50_000 }])
})
