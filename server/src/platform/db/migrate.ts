import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { readServerFacts, untriedLocale, whyUnfit } from './connection/require-server.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Any number will do, as long as every version of the program uses the same one. */
const migrationLock = 7_263_001

export type MigrationFile = { number: number; name: string; sha256: string; sql: string }

/** A migration that cannot run; the message is one line for the person who starts the program. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

/**
 * The folder's numbered SQL files in order. Line endings are ignored, so that a Windows checkout has the same hashes.
 */
export async function readMigrations(folder = migrationsFolder): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const files = await Promise.all(
    names.map(async (name) => {
      const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
      if (number === undefined) throw new MigrationRefused(`Migration ${name} is not named like 0001_what_it_does.sql`)
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { number: Number(number), name, sha256: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
  const twice = files.find((file, index) => files[index + 1]?.number === file.number)
  if (twice) throw new MigrationRefused(`Two migrations have the number of ${twice.name}`)
  return files
}

type AppliedMigration = { number: number; name: string; sha256: string }

function refuseMismatch(applied: AppliedMigration[], files: MigrationFile[]) {
  for (const { number, name, sha256 } of applied) {
    const file = files.find((candidate) => candidate.number === number)
    if (!file) {
      throw new MigrationRefused(
        `The database has migration ${name}, which this version of the program lacks: start the newer version`,
      )
    }
    if (file.sha256 !== sha256) {
      throw new MigrationRefused(
        `Migration ${file.name} was changed after the database applied it: undo the change and write a new file`,
      )
    }
  }
  const last = applied.at(-1)?.number ?? 0
  const late = files.find((file) => file.number < last && !applied.some(({ number }) => number === file.number))
  if (late)
    throw new MigrationRefused(
      `Migration ${late.name} comes before one already applied: give it a number above ${last}`,
    )
}

async function applyMigration(client: pg.PoolClient, file: MigrationFile, appliedAt: Date) {
  await client.query('begin')
  try {
    await client.query(file.sql)
    await client.query('insert into migration (number, name, sha256, applied_at) values ($1, $2, $3, $4)', [
      file.number,
      file.name,
      file.sha256,
      appliedAt.toISOString(),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationRefused(`Migration ${file.name} failed and was undone: ${reason}`, { cause: error })
  }
}

/**
 * Applies this program's missing migrations and returns their names. Concurrent callers wait for each other; each file
 * is one transaction. A changed, missing or late file is a `MigrationRefused`, and so is a server that is too old.
 */
export async function migrate(
  pool: pg.Pool,
  { folder = migrationsFolder, log, now = Date.now }: { folder?: string; log?: Log; now?: () => number } = {},
): Promise<string[]> {
  const files = await readMigrations(folder)
  const client = await pool.connect()
  try {
    const facts = await readServerFacts(client)
    const unfit = whyUnfit(facts)
    if (unfit !== null) throw new MigrationRefused(unfit)
    const untried = untriedLocale(facts)
    if (untried !== null) log?.warn(untried)
    // Waiting for the lock and a long migration must not be subject to the pool's limits.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists migration (number int primary key, name text not null, sha256 text not null, applied_at timestamptz not null)',
    )
    const { rows: applied } = await client.query<AppliedMigration>(
      'select number, name, sha256 from migration order by number',
    )
    refuseMismatch(applied, files)
    const pending = files.filter((file) => !applied.some(({ number }) => number === file.number))
    for (const file of pending) {
      await applyMigration(client, file, new Date(now()))
      log?.info({ migration: file.name }, 'Migration applied')
    }
    return pending.map(({ name }) => name)
  } finally {
    // The lock and the settings end with the session.
    client.release(true)
  }
}
