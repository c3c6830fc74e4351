import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPostmasterOf, readPidFile } from '../../platform/db/embedded/postmaster.ts'
import { isRunning } from '../../platform/db/embedded/process-info.ts'
import { startOrAttach, stopPostmaster } from '../../platform/db/embedded/start-or-attach.ts'

const memory = '/dev/shm'
const roomWantedBytes = 4 * 1024 ** 3

/**
 * The folder of test clusters: in memory if there is room, since a database is made there in a tenth of the time (15 ms
 * instead of 150), else in the system's temporary folder.
 */
export function clustersFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    accessSync(memory, constants.W_OK)
    return bavail * bsize >= roomWantedBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** One cluster for each user and checkout, kept between runs of single test files; a whole run has a separate one. */
function clusterFolder(): string {
  const checkout = fileURLToPath(new URL('../../../..', import.meta.url))
  const name = createHash('sha256').update(checkout).digest('hex').slice(0, 8)
  return process.env['TEST_SERVER_DIR'] ?? join(clustersFolder(), `brigade-test-${userInfo().uid}-${name}`)
}

let shared: Promise<string> | undefined

async function startShared(): Promise<string> {
  const { databaseUrl } = await startOrAttach({ dataDir: clusterFolder(), mode: 'test' })
  return databaseUrl
}

/**
 * The server for test databases: TEST_DATABASE_URL, or an embedded PostgreSQL without durability, shared by all test
 * processes.
 */
export function testServer(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'] ?? process.env['TEST_SERVER_URL']
  shared ??= given ? Promise.resolve(given) : startShared()
  return shared
}

const runFolder = (pid: number) => join(clustersFolder(), `brigade-test-run-${pid}`)

async function remove(folder: string) {
  const cluster = join(folder, 'postgres/cluster')
  const file = existsSync(cluster) ? readPidFile(cluster) : undefined
  if (file && isPostmasterOf(file, realpathSync(cluster))) await stopPostmaster(file, 0)
  rmSync(folder, { recursive: true, force: true })
}

/** For the runner: the tests of this run share a new server. The runner passes on its address. */
export async function useOwnTestServer(): Promise<void> {
  process.env['TEST_SERVER_DIR'] ??= runFolder(process.pid)
  process.env['TEST_SERVER_URL'] = await testServer()
}

/** Stops and removes the run's server, and those of killed runs. */
export async function removeTestServer() {
  for (const folder of new Set([clustersFolder(), tmpdir()])) {
    for (const entry of readdirSync(folder)) {
      const pid = Number(/^brigade-test-run-(\d+)$/.exec(entry)?.[1] ?? Number.NaN)
      if (Number.isNaN(pid) || (pid !== process.pid && isRunning(pid))) continue
      try {
        await remove(join(folder, entry))
      } catch {
        // The folder belongs to another user, who has to remove it.
      }
    }
  }
}
