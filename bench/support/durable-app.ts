import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare, type Role } from '@brigade/server/app.ts'
import { systemClock } from '@brigade/server/platform/clock.ts'
import { startOrAttach, stopPostmaster } from '@brigade/server/platform/db/embedded/start-or-attach.ts'
import type { Db } from '@brigade/server/platform/db/database.ts'
import { openDatabase } from '@brigade/server/platform/db/open-database.ts'
import { createLog } from '@brigade/server/platform/log.ts'
import { readSettings, type Settings } from '@brigade/server/platform/settings.ts'
import { testClock, type MadeProducts, type TestClock } from '@brigade/server/testing/start-app.ts'
import { z } from 'zod'

/**
 * A PostgreSQL with usual settings (committed data survives a power cut), with the schema, and roles in processes of
 * their own.
 */
export type DurableApp = AsyncDisposable &
  Readonly<{
    db: Db
    pool: ReturnType<typeof openDatabase>['pool']
    settings: Settings
    clock: TestClock
    madeProducts: MadeProducts
    start: (...roles: Role[]) => Promise<RoleProcess>
    /** The same with settings of their own, as in the environment. */
    startWith: (settings: Readonly<Record<string, string>>, ...roles: Role[]) => Promise<RoleProcess>
  }>
export type RoleProcess = Readonly<{
  pid: number
  port: number
  url: string
  /** The heap in bytes after a forced collection. */
  held: () => Promise<number>
  stop: () => Promise<void>
}>

const Held = z.tuple([z.object({ held: z.number() }), z.unknown()])
const Addresses = z.tuple([z.object({ port: z.number().optional(), url: z.string().optional() })], z.unknown())

/** Removes everything that a program kept in a folder. The database of a service user is behind a link. */
export async function removeData(dataDir: string): Promise<void> {
  for (const place of [await realpath(path.join(dataDir, 'postgres')), dataDir])
    await rm(place, { recursive: true, force: true })
}

/** With `folder` the data stays there and is used again; without it all is thrown away afterwards. */
export async function durableApp(folder?: string): Promise<DurableApp> {
  const dataDir = folder ?? (await mkdtemp(path.join(tmpdir(), 'brigade-bench-')))
  const log = createLog({ level: 'error', readable: true })
  const postmaster = await startOrAttach({ dataDir, mode: 'durable', log })
  const given = {
    DATA_DIR: dataDir,
    DATABASE_URL: postmaster.databaseUrl,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: '0',
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: '0',
    DEMO: 'off',
    SECRET_KEY: 'a secret key that only measurements know',
  }
  const settings = readSettings(given)
  await prepare({ settings, clock: systemClock, log })
  const { db, pool, close } = openDatabase(
    { databaseUrl: postmaster.databaseUrl },
    { applicationName: 'bench', max: 8, statementTimeoutMs: 0 },
  )
  const children: ChildProcess[] = []

  const stop = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const startWith: DurableApp['startWith'] = async (own, ...roles) => {
    const program = fileURLToPath(new URL('../../server/src/testing/role-process.ts', import.meta.url))
    const child = fork(program, roles, { env: { ...process.env, ...given, ...own } })
    children.push(child)
    const message: unknown = await once(child, 'message')
    const [{ port = 0, url = '' }] = Addresses.parse(message)
    const held = async () => {
      child.send('held')
      const answered: unknown = await once(child, 'message')
      return Held.parse(answered)[0].held
    }
    return { pid: child.pid ?? 0, port, url, held, stop: () => stop(child) }
  }
  return {
    db,
    pool,
    settings,
    clock: testClock(),
    madeProducts: new Map(),
    start: (...roles) => startWith({}, ...roles),
    startWith,
    [Symbol.asyncDispose]: async () => {
      for (const child of children) await stop(child)
      await close()
      await stopPostmaster(postmaster)
      if (folder !== undefined) return
      await removeData(dataDir)
    },
  }
}
