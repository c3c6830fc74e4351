import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { openConnection } from '../open-database.ts'
import { BackupFailed } from './backup-failure.ts'

export const dumpName = 'database.dump'

const debianFolder = '/usr/lib/postgresql'

/** Searches the PATH, and Debian's folders for each version: the newest program can read every older server. */
function findProgram(name: 'pg_dump' | 'pg_restore', path = process.env['PATH'] ?? ''): string | undefined {
  const ofDebian = existsSync(debianFolder)
    ? readdirSync(debianFolder)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(debianFolder, version, 'bin'))
    : []
  return [...ofDebian, ...path.split(delimiter)].map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/** Splits off the password, because every user of the machine may read a command line. */
function apart(databaseUrl: string): { address: string; password: string | undefined } {
  const match = /^([a-z]+:\/\/[^:/?@]*):([^/?@]*)@(.*)$/.exec(databaseUrl)
  if (!match) return { address: databaseUrl, password: undefined }
  const [, start = '', password = '', rest = ''] = match
  return { address: `${start}@${rest}`, password: decodeURIComponent(password) }
}

async function run(program: string, args: readonly string[], databaseUrl: string): Promise<void> {
  const { address, password } = apart(databaseUrl)
  const env = { ...process.env, ...(password === undefined ? {} : { PGPASSWORD: password }) }
  const child = spawn(program, [...args, '-d', address], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors = `${errors}${text.toString()}`.slice(-4000)))
  const ended = Promise.withResolvers<number | null>()
  child.once('error', ended.reject)
  child.once('close', ended.resolve)
  if ((await ended.promise) !== 0) throw new BackupFailed(`${program} failed: ${errors.trim()}`)
}

/** A dump that any newer PostgreSQL accepts, of the moment it began. */
export async function dumpDatabase(
  databaseUrl: string,
  file: string,
): Promise<{ consistentAt: string; major: string }> {
  const program = findProgram('pg_dump')
  if (program === undefined) {
    throw new BackupFailed(
      `There is no pg_dump here (Debian: apt-get install postgresql-client). Where there is one: pg_dump -Fc -f ${dumpName} "$DATABASE_URL", and keep DATA_DIR/files and DATA_DIR/secret.key beside it`,
    )
  }
  const consistentAt = new Date().toISOString()
  // pg_dump keeps the mode of a file that is there.
  await writeFile(file, '', { mode: 0o600 })
  await run(program, ['-Fc', '--no-owner', '--no-privileges', '-f', file], databaseUrl)
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout
  return { consistentAt, major: /(\d+)/.exec(version)?.[1] ?? '' }
}

/** Restores a dump into an empty database, completely or not at all. */
export async function restoreDump(databaseUrl: string, file: string): Promise<void> {
  const client = await openConnection(databaseUrl, 'brigade restore')
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'graphile_worker') limit 1`,
    )
    if (rowCount !== 0) throw new BackupFailed('The database of DATABASE_URL is not empty: restore into a new one')
  } finally {
    await client.end()
  }
  const program = findProgram('pg_restore')
  if (program === undefined) {
    throw new BackupFailed(
      `There is no pg_restore here (Debian: apt-get install postgresql-client). Where there is one: pg_restore --no-owner --single-transaction -d "$DATABASE_URL" ${file}`,
    )
  }
  await run(program, ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', file], databaseUrl)
}
