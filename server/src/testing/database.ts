import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Db } from '../platform/db/database.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { makeQueue } from '../platform/jobs/job-runner.ts'
import { createLog } from '../platform/log.ts'
import { testServer } from './test-server.ts'

export type TestDatabase = AsyncDisposable & {
  databaseUrl: string
  db: Db
  pool: pg.Pool
  /** Closes the pool and drops the database. */
  drop: () => Promise<void>
}

/** What a fresh database holds besides the schema. Made once for each `name`, then copied: change the name when the content changes. */
export type TestTemplate = { name: string; prepare: (databaseUrl: string) => Promise<void> }

function urlOf(server: string, database: string): string {
  return server.replace(/^([a-z]+:\/\/[^/?]*\/)[^?]*/, (_, start: string) => `${start}${database}`)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'brigade test' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function migrateOnly(databaseUrl: string) {
  const { pool, close } = openDatabase(
    { databaseUrl },
    { applicationName: 'brigade test', max: 1, statementTimeoutMs: 0 },
  )
  try {
    await migrate(pool)
    await makeQueue(pool, createLog({ level: 'silent' }))
  } finally {
    await close()
  }
}

/** The template's database, made by the first process that asks while the others wait. */
async function makeTemplate(server: string, template: TestTemplate | undefined): Promise<string> {
  // The queue's tables are in it too.
  const hash = createHash('sha256').update(`queue ${template?.name ?? ''}`)
  for (const { sha256 } of await readMigrations()) hash.update(sha256)
  const name = `template_${hash.digest('hex').slice(0, 16)}`
  await withClient(server, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext($1))`, [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 1) return
    // Renamed when complete, so that a killed maker leaves nothing that looks finished.
    const partial = `${name}_partial`
    await client.query(`drop database if exists ${partial} with (force)`)
    await client.query(`create database ${partial}`)
    await migrateOnly(urlOf(server, partial))
    await template?.prepare(urlOf(server, partial))
    await client.query(`alter database ${partial} rename to ${name}`)
  })
  return name
}

const templates = new Map<string, Promise<string>>()

/**
 * A fresh, migrated database of the caller's own: `await using database = await testDatabase()`.
 * With a `template` it also holds what that one puts in, at no cost a second time.
 */
export async function testDatabase(template?: TestTemplate): Promise<TestDatabase> {
  const server = await testServer()
  const key = template?.name ?? ''
  const made = templates.get(key) ?? makeTemplate(server, template)
  templates.set(key, made)
  const source = await made
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`
  await withClient(server, (client) => client.query(`create database ${name} template ${source}`))
  const databaseUrl = urlOf(server, name)
  const { db, pool, close: closePool } = openDatabase({ databaseUrl }, { applicationName: name, max: 8 })
  let dropping: Promise<void> | undefined
  const dropAll = async () => {
    await closePool()
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
  const drop = () => (dropping ??= dropAll())
  return { databaseUrl, db, pool, drop, [Symbol.asyncDispose]: drop }
}
