import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Db } from '../platform/db/database.ts'
import { migrate, migrationTable, readMigrations } from '../platform/db/migrate.ts'
import { openConnection, openDatabase } from '../platform/db/open-database.ts'
import { makeQueue } from '../platform/jobs/job-runner.ts'
import { createLog } from '../platform/log.ts'
import { testServer } from './cluster/test-server.ts'

export type TestDatabase = AsyncDisposable & {
  databaseUrl: string
  db: Db
  pool: pg.Pool
  /** Closes the pool and drops the database. */
  drop: () => Promise<void>
}

/**
 * The content of a fresh database besides the schema. It is made once for each `version`, then copied: the version
 * changes when the content does.
 */
export type TestTemplate = { version: () => Promise<string>; prepare: (databaseUrl: string) => Promise<void> }

function urlOf(server: string, database: string): string {
  return server.replace(/^([a-z]+:\/\/[^/?]*\/)[^?]*/, (_, start: string) => `${start}${database}`)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openConnection(url, 'brigade test')
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

/** Only the schema, which is the base of every template. */
const bare: TestTemplate = {
  version: async () =>
    [migrationTable, ...(await readMigrations()).map(({ name, sha256 }) => `${name} ${sha256}`)].join(),
  prepare: migrateOnly,
}

/** Created by the first process that needs it, while the others wait. */
async function makeTemplate(server: string, name: string, template: TestTemplate): Promise<void> {
  const basis = template === bare ? 'template1' : await nameOf(bare)
  if (template !== bare) await makeTemplate(server, basis, bare)
  await withClient(server, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext($1))`, [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 1) return
    // Renamed when complete, so that a killed process leaves nothing that looks finished.
    const partial = `${name}_partial`
    await client.query(`drop database if exists ${partial} with (force)`)
    await client.query(`create database ${partial} template ${basis} strategy file_copy`)
    await template.prepare(urlOf(server, partial))
    await client.query(`alter database ${partial} rename to ${name}`)
  })
}

const names = new Map<TestTemplate, Promise<string>>()
function nameOf(template: TestTemplate): Promise<string> {
  const found = async () =>
    `template_${createHash('sha256')
      .update(await template.version())
      .digest('hex')
      .slice(0, 16)}`
  const name = names.get(template) ?? found()
  names.set(template, name)
  return name
}

/** `invalid_catalog_name`: there is no such database. */
const isMissing = (error: unknown) => error instanceof pg.DatabaseError && error.code === '3D000'

async function createDatabase(server: string, name: string, template: TestTemplate): Promise<void> {
  const source = await nameOf(template)
  const create = () =>
    withClient(server, (client) => client.query(`create database ${name} template ${source} strategy file_copy`))
  try {
    await create()
  } catch (error) {
    if (!isMissing(error)) throw error
    await makeTemplate(server, source, template)
    await create()
  }
}

/**
 * A fresh, migrated database for the caller: `await using database = await testDatabase()`. With a `template` it also
 * has that content, which is prepared only once.
 */
export async function testDatabase(template = bare): Promise<TestDatabase> {
  const server = await testServer()
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`
  await createDatabase(server, name, template)
  const pooler = process.env['TEST_POOLER_URL']
  // Databases are made and dropped without it.
  const databaseUrl = urlOf(pooler ?? server, name)
  const { db, pool, close: closePool } = openDatabase({ databaseUrl }, { applicationName: name, max: 8 })
  let dropping: Promise<void> | undefined
  const dropAll = async () => {
    await closePool()
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
  const drop = () => (dropping ??= dropAll())
  return { databaseUrl, db, pool, drop, [Symbol.asyncDispose]: drop }
}
