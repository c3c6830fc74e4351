// @both-databases: looks at the server’s version and rights.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../../../testing/database.ts'
import { otherUrl } from '../../../testing/cluster/other-url.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'
import { createLog } from '../../log.ts'
import { readServerFacts, untriedLocale, whyUnfit } from './require-server.ts'

const fit = {
  versionNumber: 150_000,
  version: '15.0',
  encoding: 'UTF8',
  mayCreate: true,
  provider: 'libc',
  locale: 'C.UTF-8',
  foldsLatin: true,
  foldsAll: true,
}

async function refusalOf(databaseUrl: string): Promise<string> {
  const { pool, close } = openDatabase({ databaseUrl }, { applicationName: 'unfit', max: 1 })
  try {
    await migrate(pool)
    return 'migrated'
  } catch (error) {
    assert.ok(error instanceof Error && error.name === 'MigrationRefused', String(error))
    return error.message
  } finally {
    await close()
  }
}

test('PostgreSQL 15 is the oldest that will do', () => {
  assert.equal(whyUnfit(fit), null)
  assert.equal(whyUnfit({ ...fit, versionNumber: 180_004, version: '18.4' }), null)
  assert.equal(
    whyUnfit({ ...fit, versionNumber: 140_013, version: '14.13 (Debian 14.13-1)' }),
    'The database is PostgreSQL 14.13 (Debian 14.13-1); Brigade needs 15 or newer: move it to a newer server, then point DATABASE_URL there',
  )
})

test('a database of another encoding is refused before anything is made in it', async () => {
  await using database = await testDatabase()
  const name = `test_latin_${randomBytes(5).toString('hex')}`
  await database.pool.query(
    `create database ${name} template template0 encoding 'LATIN1' locale 'C' locale_provider 'libc'`,
  )
  try {
    const url = otherUrl(database.databaseUrl, { database: name })
    assert.equal(
      await refusalOf(url),
      "The database's encoding is LATIN1; Brigade needs UTF8: make one with create database brigade template template0 encoding 'UTF8'",
    )
    const client = new pg.Client(url)
    await client.connect()
    const { rowCount } = await client.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace`)
    await client.end()
    assert.equal(rowCount, 0)
  } finally {
    await database.pool.query(`drop database ${name}`)
  }
})

test('a user without the right to make tables gets a message about what is missing; the owner of the database does not', async () => {
  await using database = await testDatabase()
  const name = `test_owned_${randomBytes(5).toString('hex')}`
  const user = `${name}_user`
  await database.pool.query(`create role ${user} login password 'brigade'`)
  await database.pool.query(`create database ${name} template template0`)
  const url = otherUrl(database.databaseUrl, { database: name, user })
  try {
    assert.equal(
      await refusalOf(url),
      'The user of DATABASE_URL may not make tables: let it own the database (alter database … owner to …)',
    )
    await database.pool.query(`alter database ${name} owner to ${user}`)
    assert.equal(await refusalOf(url), 'migrated')
  } finally {
    await database.pool.query(`drop database ${name} with (force)`)
    await database.pool.query(`drop role ${user}`)
  }
})

/** A database of this locale on the server of the tests, for as long as `use` takes. */
async function withLocale(locale: string, use: (databaseUrl: string) => Promise<void>) {
  await using database = await testDatabase()
  const name = `test_locale_${randomBytes(5).toString('hex')}`
  await database.pool.query(`create database ${name} template template0 ${locale}`)
  try {
    await use(otherUrl(database.databaseUrl, { database: name }))
  } finally {
    await database.pool.query(`drop database ${name} with (force)`)
  }
}

/** The lines that the start prints. */
async function startLines(databaseUrl: string): Promise<string[]> {
  const lines: string[] = []
  const log = createLog({ level: 'warn', readable: false, destination: { write: (line) => void lines.push(line) } })
  const { pool, close } = openDatabase({ databaseUrl }, { applicationName: 'locale', max: 1 })
  try {
    await migrate(pool, { log })
    return lines
  } finally {
    await close()
  }
}

test('a database that takes I and i for two letters is refused at the start, in one line', async () => {
  await withLocale(`locale_provider icu icu_locale 'tr' locale 'C.UTF-8'`, async (url) => {
    const refusal = await refusalOf(url)
    assert.match(refusal, /^The database \(icu tr\) takes I and i for two letters/)
    assert.ok(!refusal.includes('\n'))
  })
})

test('the start says in one line that a locale was not tried, and which were; of those that were it says nothing', async () => {
  await withLocale(`locale_provider icu icu_locale 'sv' locale 'C.UTF-8'`, async (url) => {
    const lines = await startLines(url)
    assert.equal(lines.length, 1)
    assert.match(
      lines[0] ?? '',
      /compares texts by icu sv; Brigade was tried with builtin C\.UTF-8, libc C\.UTF-8, icu en-US, icu zh/,
    )
  })
  await withLocale(`locale_provider libc locale 'C'`, async (url) => {
    assert.match((await startLines(url)).join(''), /libc C, and finds words with accents only as they are written/)
  })
  for (const locale of ['en-US', 'zh'])
    await withLocale(`locale_provider icu icu_locale '${locale}' locale 'C.UTF-8'`, async (url) =>
      assert.deepEqual(await startLines(url), []),
    )
})

test('the server of the tests sorts and compares by what was tried', async () => {
  await using database = await testDatabase()
  const client = await database.pool.connect()
  try {
    assert.equal(untriedLocale(await readServerFacts(client)), null)
  } finally {
    client.release()
  }
})
