import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries, type Binaries } from '../../platform/db/embedded/binaries.ts'
import { serviceUserFor, type ServiceUser } from '../../platform/db/embedded/service-user.ts'
import { clustersFolder } from '../cluster/test-server.ts'
import type { ProxyTarget } from './silent-proxy.ts'

export type OneServer = Readonly<{ databaseUrl: string; target: ProxyTarget; stop: () => Promise<void> }>

/** A folder for clusters, and the PostgreSQL that comes with the program. */
export type Place = Readonly<{ folder: string; user: ServiceUser; binaries: Binaries }>

const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }

/** `prefix`: the number of this process follows it in the name. */
export function newPlace(prefix: string): Place {
  const user = serviceUserFor(undefined)
  const folder = mkdtempSync(join(clustersFolder(), `${prefix}-${process.pid}-`))
  if (user) chownSync(folder, user.uid, user.gid)
  return { folder, user, binaries: findBinaries(user, folder) }
}

export function makeCluster({ folder, user, binaries }: Place, name: string): void {
  const access = ['--username=postgres', '--auth=trust', '--no-sync']
  const made = spawnSync(binaries.initdb, ['-D', join(folder, name), ...access], {
    ...user,
    cwd: '/',
    env,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`A cluster cannot be made: ${made.stderr.trim()}`)
}

/** Queries over a connection of its own. */
export async function askOnce<T extends pg.QueryResultRow>(databaseUrl: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

/**
 * Starts the server of a cluster and waits until it answers at its socket. `within`: the command of root that runs it elsewhere, such as
 * in a network of its own.
 */
export async function startServer(
  { folder, user, binaries }: Place,
  name: string,
  settings: Readonly<Record<string, string>>,
  within: readonly string[] = [],
): Promise<OneServer> {
  const socket = join(folder, `${name}-socket`)
  mkdirSync(socket, { mode: 0o700 })
  if (user) chownSync(socket, user.uid, user.gid)
  const given = Object.entries({
    listen_addresses: '',
    unix_socket_directories: socket,
    fsync: 'off',
    full_page_writes: 'off',
    wal_level: 'replica',
    max_wal_senders: '4',
    max_connections: '100',
    hot_standby: 'on',
    io_method: 'sync',
    timezone: 'UTC',
    ...settings,
  }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const asUser = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
  const words = [...within, ...(within.length === 0 ? [] : asUser), binaries.postgres]
  const [command = '', ...rest] = words
  const child = spawn(command, [...rest, '-D', join(folder, name), ...given], {
    ...(within.length === 0 ? user : {}),
    cwd: '/',
    env,
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const databaseUrl = `postgres:///postgres?host=${encodeURIComponent(socket)}&user=postgres`
  const answers = () =>
    askOnce(databaseUrl, 'select 1').then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null)
      throw new Error(`PostgreSQL (${name}) ended while starting, with code ${child.exitCode}`)
    await delay(50)
  }
  return {
    databaseUrl,
    target: { path: join(socket, '.s.PGSQL.5432') },
    stop: async () => {
      // It stops at once: otherwise a primary would wait for a standby that does not answer.
      child.kill('SIGQUIT')
      await ended
    },
  }
}
