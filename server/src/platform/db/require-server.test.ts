// @both-databases: looks at the server’s version and rights.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../../testing/database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { whyUnfit } from './require-server.ts'

const fit = { versionNumber: 150_000, version: '15.0', encoding: 'UTF8', mayCreate: true }

/** The URL of another database of the same server, or of the same database with another user. */
function otherUrl(databaseUrl: string, change: { database?: string; user?: string }): string {
  const url = new URL(databaseUrl.replace(/^postgres:\/\/\//, 'postgres://x/'))
  if (change.database !== undefined) url.pathname = `/${change.database}`
  if (change.user !== undefined) url.searchParams.set('user', change.user)
  return url.href.replace('postgres://x/', 'postgres:///')
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
