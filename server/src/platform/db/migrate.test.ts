// @both-databases: migrations are SQL.
// @pooler: a lock of the session keeps two starts apart.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testDatabase } from '../../testing/database.ts'
import { migrate, migratePortion, readMigrations } from './migrate.ts'

/** A database without our own tables, and a folder for migrations. */
async function withFolder() {
  const database = await testDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(join(tmpdir(), 'brigade-migrations-'))
  return {
    pool: database.pool,
    folder,
    write: (name: string, sql: string) => writeFile(join(folder, name), sql),
    [Symbol.asyncDispose]: async () => {
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}

test('applies files in order, once, and later ones later', async () => {
  await using given = await withFolder()
  await given.write('0001_shelf.sql', 'create table shelf (id int); create index on shelf (id)')
  await given.write('0002_book.sql', 'alter table shelf add book text')
  assert.deepEqual(await migrate(given.pool, given), ['0001_shelf.sql', '0002_book.sql'])
  assert.deepEqual(await migrate(given.pool, given), [])
  await given.write('0003_page.sql', 'alter table shelf add page int')
  assert.deepEqual(await migrate(given.pool, given), ['0003_page.sql'])
  const { rows } = await given.pool.query('select number, name, length(sha256) as hash from migration order by number')
  assert.deepEqual(rows, [
    { number: 1, name: '0001_shelf.sql', hash: 64 },
    { number: 2, name: '0002_book.sql', hash: 64 },
    { number: 3, name: '0003_page.sql', hash: 64 },
  ])
})

test('simultaneous callers wait in line', async () => {
  await using given = await withFolder()
  await given.write('0001_slow.sql', 'create table slow (id int); select pg_sleep(0.2)')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(given.pool, given)))
  assert.deepEqual(applied.flat(), ['0001_slow.sql'])
})

test('refuses a file that changed after it was applied', async () => {
  await using given = await withFolder()
  await given.write('0001_shelf.sql', 'create table shelf (id int)')
  await migrate(given.pool, given)
  await given.write('0001_shelf.sql', 'create table shelf (id bigint)')
  await assert.rejects(migrate(given.pool, given), {
    name: 'MigrationRefused',
    message: 'Migration 0001_shelf.sql was changed after the database applied it: undo the change and write a new file',
  })
})

test('accepts other line endings for the same file', async () => {
  await using given = await withFolder()
  await given.write('0001_shelf.sql', 'create table shelf (\n  id int\n)')
  await migrate(given.pool, given)
  await given.write('0001_shelf.sql', 'create table shelf (\r\n  id int\r\n)')
  assert.deepEqual(await migrate(given.pool, given), [])
})

test('refuses a database that a newer version of the program migrated', async () => {
  await using given = await withFolder()
  await given.write('0001_shelf.sql', 'create table shelf (id int)')
  await given.write('0002_book.sql', 'select 1')
  await migrate(given.pool, given)
  await rm(join(given.folder, '0002_book.sql'))
  await assert.rejects(
    migrate(given.pool, given),
    /0002_book\.sql, which this version of the program lacks: start the newer version/,
  )
})

test('refuses a file that is out of order', async () => {
  await using given = await withFolder()
  await given.write('0002_book.sql', 'select 1')
  await migrate(given.pool, given)
  await given.write('0001_late.sql', 'select 1')
  await assert.rejects(migrate(given.pool, given), /0001_late\.sql comes before one already applied/)
})

test('undoes a file that fails, keeps those before it, and reports which one and why', async () => {
  await using given = await withFolder()
  await given.write('0001_shelf.sql', 'create table shelf (id int)')
  await given.write('0002_wrong.sql', 'create table half (id int); select nonsense')
  await assert.rejects(
    migrate(given.pool, given),
    /0002_wrong\.sql failed and was undone: column "nonsense" does not exist/,
  )
  const { rows } = await given.pool.query(`select to_regclass('shelf') as shelf, to_regclass('half') as half`)
  assert.deepEqual(rows, [{ shelf: 'shelf', half: null }])
})

test('refuses two files of one number, and a name out of order', async () => {
  await using given = await withFolder()
  await given.write('0001_one.sql', 'select 1')
  await given.write('0001_other.sql', 'select 1')
  await assert.rejects(migrate(given.pool, given), /Two migrations have the number of 0001_one\.sql/)
  await given.write('shelf.sql', 'select 1')
  await assert.rejects(migrate(given.pool, given), /shelf\.sql is not named like 0001_what_it_does\.sql/)
})

test('starts on a database of a version that did not note which migrations only expand the schema', async () => {
  await using given = await withFolder()
  await given.write('0001_shelf.sql', 'create table shelf (id int)')
  await migrate(given.pool, given)
  await given.pool.query('alter table migration drop column expand, drop column open')
  await given.write('0002_book.sql', '-- brigade: expand\nalter table shelf add column book text')
  assert.deepEqual(await migrate(given.pool, given), ['0002_book.sql'])
  const { rows } = await given.pool.query('select expand, open from migration order by number')
  assert.deepEqual(rows, [
    { expand: false, open: false },
    { expand: true, open: false },
  ])
})

test('starts on a database that is ahead by migrations that only expand the schema', async () => {
  await using given = await withFolder()
  await given.write('0001_shelf.sql', 'create table shelf (id int)')
  await given.write('0002_book.sql', '-- brigade: expand\nalter table shelf add column book text')
  await migrate(given.pool, given)
  await rm(join(given.folder, '0002_book.sql'))
  assert.deepEqual(await migrate(given.pool, given), [])
  await given.write('0002_book.sql', '-- brigade: expand\nalter table shelf add column book text')
  await given.write('0003_page.sql', 'alter table shelf drop column book')
  assert.deepEqual(await migrate(given.pool, given), ['0003_page.sql'])
  await rm(join(given.folder, '0002_book.sql'))
  await assert.rejects(migrate(given.pool, given), /0002_book\.sql, which this version of the program lacks/)
  await rm(join(given.folder, '0003_page.sql'))
  await assert.rejects(migrate(given.pool, given), /0003_page\.sql, which this version of the program lacks/)
})

const buildIndex =
  '-- brigade: expand, outside a transaction\ncreate index concurrently if not exists shelf_book on shelf (book);\n'

test('an index is built outside a transaction, also while other starts wait in line', async () => {
  await using given = await withFolder()
  await given.write('0001_shelf.sql', 'create table shelf (id int, book text)')
  await given.write('0002_index.sql', buildIndex)
  const applied = await Promise.all([1, 2, 3].map(() => migrate(given.pool, given)))
  assert.deepEqual(applied.flat(), ['0001_shelf.sql', '0002_index.sql'])
})

test('an index whose building was cut is built anew', async () => {
  await using given = await withFolder()
  await given.write(
    '0001_shelf.sql',
    "create table shelf (id int, book text); insert into shelf values (1, 'a'), (2, 'a')",
  )
  await given.write('0002_index.sql', buildIndex.replace('create index', 'create unique index'))
  await assert.rejects(
    migrate(given.pool, given),
    /0002_index\.sql failed and is run again by the next start: .*unique/,
  )
  const isValid = async () =>
    (
      await given.pool.query<{ indisvalid: boolean }>(
        `select indisvalid from pg_index where indexrelid = 'shelf_book'::regclass`,
      )
    ).rows
  assert.deepEqual(await isValid(), [{ indisvalid: false }])
  await given.pool.query('delete from shelf where id = 2')
  assert.deepEqual(await migrate(given.pool, given), ['0002_index.sql'])
  assert.deepEqual(await isValid(), [{ indisvalid: true }])
})

const fill = `-- brigade: expand, beside traffic
update shelf set book = 'b' || id where id in (select id from shelf where book is null order by id limit 10)`

test('rows that are changed beside traffic do not delay the start, and a worker changes them a portion at a time', async () => {
  await using given = await withFolder()
  await given.write(
    '0001_shelf.sql',
    'create table shelf (id int, book text); insert into shelf select generate_series(1, 25)',
  )
  await given.write('0002_fill.sql', fill)
  assert.deepEqual(await migrate(given.pool, given), ['0001_shelf.sql', '0002_fill.sql'])
  const left = async () =>
    (await given.pool.query<{ rows: number }>('select count(*)::int as rows from shelf where book is null')).rows
  assert.deepEqual(await left(), [{ rows: 25 }])
  const files = await readMigrations(given.folder)
  const portion = async () => {
    const client = await given.pool.connect()
    try {
      return (await migratePortion(client, files))?.rows
    } finally {
      client.release()
    }
  }
  // Two at a time: one of them works, and no row is changed twice.
  const first = await Promise.all([portion(), portion()])
  assert.ok(first.includes(10))
  const rest: (number | undefined)[] = []
  do rest.push(await portion())
  while (rest.at(-1) !== undefined)
  assert.equal(
    [...first, ...rest].reduce<number>((sum, rows) => sum + (rows ?? 0), 0),
    25,
  )
  assert.deepEqual(await left(), [{ rows: 0 }])
})

test('a migration that needs what runs beside traffic ends it first', async () => {
  await using given = await withFolder()
  await given.write(
    '0001_shelf.sql',
    'create table shelf (id int, book text); insert into shelf select generate_series(1, 25)',
  )
  await given.write('0002_fill.sql', fill)
  await migrate(given.pool, given)
  await given.write('0003_need.sql', '-- brigade: after 0002\nalter table shelf alter column book set not null')
  assert.deepEqual(await migrate(given.pool, given), ['0003_need.sql'])
})

test('refuses a mark that it does not know', async () => {
  await using given = await withFolder()
  await given.write('0001_shelf.sql', '-- brigade: expands\ncreate table shelf (id int)')
  await assert.rejects(migrate(given.pool, given), /0001_shelf\.sql has a mark that this program does not know/)
})
