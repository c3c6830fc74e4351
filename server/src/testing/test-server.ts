import { createHash } from 'node:crypto'
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPostmasterOf, readPidFile } from '../platform/db/embedded/postmaster.ts'
import { isRunning } from '../platform/db/embedded/process-info.ts'
import { startOrAttach, stopPostmaster } from '../platform/db/embedded/start-or-attach.ts'

/** One for each user and checkout, kept between runs of single test files; a whole run has one of its own. */
function clusterFolder(): string {
  const checkout = fileURLToPath(new URL('../../..', import.meta.url))
  const name = createHash('sha256').update(checkout).digest('hex').slice(0, 8)
  return process.env['TEST_SERVER_DIR'] ?? join(tmpdir(), `brigade-test-${userInfo().uid}-${name}`)
}

let shared: Promise<string> | undefined

async function startShared(): Promise<string> {
  const { databaseUrl } = await startOrAttach({ dataDir: clusterFolder(), mode: 'test' })
  return databaseUrl
}

/** The server that test databases live on: TEST_DATABASE_URL, or an embedded PostgreSQL, quick and forgetful, shared by all test processes. */
export function testServer(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL']
  shared ??= given ? Promise.resolve(given) : startShared()
  return shared
}

const runFolder = (pid: number) => join(tmpdir(), `brigade-test-run-${pid}`)

async function remove(folder: string) {
  const cluster = join(folder, 'postgres/cluster')
  const file = existsSync(cluster) ? readPidFile(cluster) : undefined
  if (file && isPostmasterOf(file, realpathSync(cluster))) await stopPostmaster(file, 0)
  rmSync(folder, { recursive: true, force: true })
}

/** For the runner: the tests of this run share a server that nothing from before lives on. */
export function useOwnTestServer() {
  process.env['TEST_SERVER_DIR'] ??= runFolder(process.pid)
}

/** Stops and removes the run's server, and those of runs that were killed. */
export async function removeTestServer() {
  for (const entry of readdirSync(tmpdir())) {
    const pid = Number(/^brigade-test-run-(\d+)$/.exec(entry)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid) || (pid !== process.pid && isRunning(pid))) continue
    try {
      await remove(join(tmpdir(), entry))
    } catch {
      // Another user's: theirs to remove.
    }
  }
}
