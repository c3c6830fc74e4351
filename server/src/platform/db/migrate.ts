import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { readServerFacts, untriedLocale, whyUnfit } from './connection/require-server.ts'
import { indexOf, readMarks, statementsOf, type MigrationMarks } from './migration-marks.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Any number will do, as long as every version of the program uses the same one. */
const migrationLock = 7_263_001
const lockAskedMs = 100

/** What was applied; `open`: its rows are still being changed beside traffic. */
export const migrationTable = `create table if not exists migration (
  number int primary key, name text not null, sha256 text not null, applied_at timestamptz not null,
  expand boolean not null default false, open boolean not null default false)`

/** Databases of earlier versions have the table without them. Nothing is locked where they are there. */
const migrationColumns = `do $$ begin
  if not exists (select from pg_attribute where attrelid = 'migration'::regclass and attname = 'open' and not attisdropped) then
    alter table migration add column if not exists expand boolean not null default false,
      add column if not exists open boolean not null default false;
  end if;
end $$`

export type MigrationFile = MigrationMarks & { number: number; name: string; sha256: string; sql: string }

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
      const marks = readMarks(sql)
      if (marks === undefined)
        throw new MigrationRefused(`Migration ${name} has a mark that this program does not know`)
      return { ...marks, number: Number(number), name, sha256: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
  const twice = files.find((file, index) => files[index + 1]?.number === file.number)
  if (twice) throw new MigrationRefused(`Two migrations have the number of ${twice.name}`)
  return files
}

type AppliedMigration = { number: number; name: string; sha256: string; expand: boolean; open: boolean }

function refuseMismatch(applied: AppliedMigration[], files: MigrationFile[]) {
  const newest = files.at(-1)?.number ?? 0
  for (const { number, name, sha256, expand } of applied) {
    const file = files.find((candidate) => candidate.number === number)
    if (!file) {
      // A newer version only added to the schema: this one runs on, beside it or after going back.
      if (expand && number > newest) continue
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
  const note = (open: boolean) =>
    client.query(
      'insert into migration (number, name, sha256, applied_at, expand, open) values ($1, $2, $3, $4, $5, $6)',
      [file.number, file.name, file.sha256, appliedAt.toISOString(), file.isExpand, open],
    )
  try {
    if (file.runs === 'beside traffic') return await note(true)
    if (file.runs === 'outside a transaction') {
      for (const statement of statementsOf(file.sql)) await runOutside(client, statement)
      return await note(false)
    }
    await client.query('begin')
    await client.query(file.sql)
    await note(false)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const reason = error instanceof Error ? error.message : String(error)
    const end =
      file.runs === 'outside a transaction' ? 'failed and is run again by the next start' : 'failed and was undone'
    throw new MigrationRefused(`Migration ${file.name} ${end}: ${reason}`, { cause: error })
  }
}

/**
 * Runs a statement that PostgreSQL refuses within a transaction. Each may be repeated, because a kill leaves those before
 * it done and none of them noted; an index whose building was cut is there, but invalid, and is built anew.
 */
async function runOutside(client: pg.PoolClient, statement: string) {
  const index = indexOf(statement)
  if (index !== undefined) {
    const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
      index,
    ])
    if (rows.length > 0) await client.query(`drop index concurrently if exists ${index}`)
  }
  await client.query(statement)
}

/**
 * Changes a portion of the rows of the oldest migration that runs beside traffic, in a transaction of its own. Returns
 * its name and the number of changed rows, or undefined if none is open that this program has. The portion that finds
 * no row closes it. Concurrent callers do not wait for each other: one of them works.
 */
export async function migratePortion(
  client: pg.PoolClient,
  files: readonly MigrationFile[],
): Promise<Readonly<{ name: string; rows: number }> | undefined> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ number: number }>(
      'select number from migration where open and number = any($1::int[]) order by number limit 1 for update skip locked',
      [files.map(({ number }) => number)],
    )
    const file = files.find(({ number }) => number === rows[0]?.number)
    if (file === undefined) {
      await client.query('commit')
      return undefined
    }
    const { rowCount } = await client.query(file.sql)
    if ((rowCount ?? 0) === 0) await client.query('update migration set open = false where number = $1', [file.number])
    await client.query('commit')
    return { name: file.name, rows: rowCount ?? 0 }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Waits for the lock without a statement that waits: it would hold a snapshot, for whose end an index that another
 * process builds beside traffic would wait, while holding the lock.
 */
async function lockMigrations(client: pg.PoolClient) {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      migrationLock,
    ])
    if (rows[0]?.locked === true) return
    await wait(lockAskedMs)
  }
}

/** What runs beside traffic is finished here and now if the next migration needs it. */
async function finishBefore(client: pg.PoolClient, files: readonly MigrationFile[], { after }: MigrationFile) {
  if (after === undefined) return
  const needed = files.filter(({ number }) => number <= after)
  for (;;) {
    if ((await migratePortion(client, needed)) !== undefined) continue
    const { rows } = await client.query('select from migration where open and number <= $1', [after])
    if (rows.length === 0) return
    // A worker is changing a portion of it just now.
    await wait(lockAskedMs)
  }
}

/**
 * Applies this program's missing migrations and returns their names. Concurrent callers wait for each other; a file is
 * one transaction unless it is marked otherwise. A changed, missing or late file is a `MigrationRefused`, and so is a
 * server that is too old. The database may be ahead of this program by migrations that only expand the schema.
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
    await lockMigrations(client)
    await client.query(migrationTable)
    await client.query(migrationColumns)
    const { rows: applied } = await client.query<AppliedMigration>(
      'select number, name, sha256, expand, open from migration order by number',
    )
    refuseMismatch(applied, files)
    const ahead = applied.filter(({ number }) => number > (files.at(-1)?.number ?? 0)).map(({ name }) => name)
    if (ahead.length > 0) log?.info({ migrations: ahead }, 'The database is ahead of this version, by additions alone')
    const pending = files.filter((file) => !applied.some(({ number }) => number === file.number))
    for (const file of pending) {
      await finishBefore(client, files, file)
      await applyMigration(client, file, new Date(now()))
      log?.info({ migration: file.name }, 'Migration applied')
    }
    return pending.map(({ name }) => name)
  } finally {
    // The lock and the settings end with the session.
    client.release(true)
  }
}
