import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isPostmasterOf, readPidFile } from '../../platform/db/embedded/postmaster.ts'
import { isRunning } from '../../platform/db/embedded/process-info.ts'
import { serviceUserFor } from '../../platform/db/embedded/service-user.ts'
import { stopPostmaster } from '../../platform/db/embedded/start-or-attach.ts'
import { clustersFolder } from './test-server.ts'

const versions = '/usr/lib/postgresql'

export type DebianPostgres = AsyncDisposable & Readonly<{ databaseUrl: string; version: string; bin: string }>

/** The program folder of Debian's newest installed PostgreSQL; undefined if there is none. */
export function findDebianPostgres(): string | undefined {
  const found = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)) : []
  return found.map((version) => join(versions, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/**
 * Stops clusters whose test process was killed: those in folders whose names begin with `prefix` and the number of that
 * process.
 */
export async function removeAbandoned(prefix: string, clusters: readonly string[]): Promise<void> {
  for (const entry of readdirSync(clustersFolder())) {
    const pid = Number(new RegExp(`^${prefix}-(\\d+)-`).exec(entry)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid) || isRunning(pid)) continue
    const folder = join(clustersFolder(), entry)
    try {
      for (const cluster of clusters.map((name) => join(folder, name))) {
        const file = readPidFile(cluster)
        if (file && isPostmasterOf(file, cluster)) await stopPostmaster(file, 0)
      }
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // The folder belongs to another user, who has to remove it.
    }
  }
}

/**
 * Defaults that an administrator of a shared server may have set: another zone, other formats of values, short limits.
 */
export const oddDefaults = {
  TimeZone: 'Asia/Kolkata',
  DateStyle: 'German, DMY',
  IntervalStyle: 'iso_8601',
  bytea_output: 'escape',
  extra_float_digits: '-3',
  default_transaction_isolation: 'serializable',
  statement_timeout: '300ms',
  lock_timeout: '100ms',
  idle_in_transaction_session_timeout: '150ms',
  // Longer than PgBouncer keeps an idle connection of its own.
  idle_session_timeout: '5s',
} as const

/**
 * Starts Debian's PostgreSQL with a separate cluster and socket: as an unprivileged user, unreachable for others, with
 * a plain superuser and Debian's own settings except those that trade durability for speed. It is removed when disposed
 * of. `icuLocale`: the cluster sorts and compares by ICU, in this locale; else by the C library, in C.UTF-8.
 */
export async function startDebianPostgres({
  icuLocale,
  defaults = {},
}: {
  icuLocale?: string
  /** Settings of the server that each connection begins with. */
  defaults?: Readonly<Record<string, string>>
} = {}): Promise<DebianPostgres> {
  const bin = findDebianPostgres()
  if (bin === undefined)
    throw new Error('There is no PostgreSQL of Debian to test with. As root: apt-get install postgresql')
  await removeAbandoned('brigade-test-debian', ['cluster'])
  const user = serviceUserFor(undefined)
  const folder = mkdtempSync(join(clustersFolder(), `brigade-test-debian-${process.pid}-`))
  const [cluster, socket] = [join(folder, 'cluster'), join(folder, 'socket')]
  for (const path of [cluster, socket]) mkdirSync(path, { mode: 0o700 })
  if (user) for (const path of [folder, cluster, socket]) chownSync(path, user.uid, user.gid)
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' }
  const icu = icuLocale === undefined ? [] : ['--locale-provider=icu', `--icu-locale=${icuLocale}`]
  const access = ['--username=postgres', '--auth=trust', '--no-sync']
  const made = spawnSync(join(bin, 'initdb'), ['-D', cluster, ...access, ...icu], {
    ...user,
    cwd: '/',
    env,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`Debian's PostgreSQL cannot make a cluster: ${made.stderr.trim()}`)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 300,
    ...defaults,
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(bin, 'postgres'), ['-D', cluster, ...given], { ...user, cwd: '/', env, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const isReady = () =>
    spawnSync(join(bin, 'pg_isready'), ['-h', socket, '-q'], { cwd: '/', env, stdio: 'ignore' }).status === 0
  while (!isReady()) {
    if (child.exitCode !== null)
      throw new Error(`Debian's PostgreSQL ended while starting, with code ${child.exitCode}`)
    await delay(50)
  }
  return {
    databaseUrl: `postgres:///postgres?host=${encodeURIComponent(socket)}&user=postgres`,
    version: spawnSync(join(bin, 'postgres'), ['-V'], { encoding: 'utf8' }).stdout.trim(),
    bin,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
