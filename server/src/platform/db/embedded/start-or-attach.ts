import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../log.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { findDataFolder, prepareCluster, systemIdentifier } from './data-folder.ts'
import { errorCode } from '../../error-code.ts'
import { EmbeddedPostgresFailed } from './embedded-failure.ts'
import { isPostmasterOf, readPidFile, removeStalePidFile } from './postmaster.ts'
import { isRunning, postgresProcessesIn, processorMs, signalProcess } from './process-info.ts'
import { serverArguments, type ServerMode } from './server-options.ts'
import type { ServiceUser } from './service-user.ts'

export type Postmaster = {
  pid: number
  databaseUrl: string
  socketFolder: string
  /** True when PostgreSQL was already running: an earlier start left it, and its supervisor has ended. */
  isAttached: boolean
  logFile: string
}

type Cluster = {
  place: string
  folder: string
  user: ServiceUser
  binaries: Binaries
  mode: ServerMode
  logFile: string
}

const databaseName = 'brigade'
/** The kernel's limit for the path of a socket is 107 bytes; PostgreSQL adds `/.s.PGSQL.5432.lock`. */
const longestSocketFolder = 107 - '/.s.PGSQL.5432.lock'.length
/** How long a start waits for a PostgreSQL that neither answers, nor reports that it is starting, nor works. */
const startLimitMs = 120_000
/** The limit for the answer to one connection. On a busy machine it takes longer, and is requested again. */
const answerMs = 5000

function urlOf(socketFolder: string, database = databaseName): string {
  return `postgres:///${database}?host=${encodeURIComponent(socketFolder)}&user=brigade`
}

/** Inside the data folder if the path is short enough, else a private folder under the system's temporary one. */
function makeSocketFolder({ place, user }: Cluster, earlier: string | undefined): string {
  const inside = join(place, 'socket')
  const folder =
    earlier ?? (Buffer.byteLength(inside) <= longestSocketFolder ? inside : mkdtempSync(join(tmpdir(), 'brigade-')))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

function openLog(logFile: string): number {
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) truncateSync(logFile)
  return openSync(logFile, 'a', 0o600)
}

/** PostgreSQL's error message since `offset`: the last FATAL or PANIC line, without its time and number. */
function loggedSince(logFile: string, offset: number): string {
  const lines = readFileSync(logFile).subarray(offset).toString('utf8').split('\n')
  return (
    lines
      .findLast((line) => /FATAL|PANIC|error while loading|cannot execute/.test(line))
      ?.replace(/^.*?(FATAL|PANIC): +/, '') ??
    lines.findLast((line) => line !== '') ??
    'it said nothing'
  )
}

type Outcome = { pid: number } | { failure: string }

async function spawnPostmaster(cluster: Cluster, earlierSocketFolder: string | undefined): Promise<Outcome> {
  const socketFolder = makeSocketFolder(cluster, earlierSocketFolder)
  const output = openLog(cluster.logFile)
  const offset = statSync(cluster.logFile).size
  // PostgreSQL gets its own session, so that Ctrl-C in the terminal does not reach it: the supervisor stops it after
  // all other processes.
  const child = spawn(
    cluster.binaries.postgres,
    serverArguments({ cluster: cluster.folder, socketFolder, mode: cluster.mode }),
    {
      ...cluster.user,
      cwd: '/',
      detached: true,
      stdio: ['ignore', output, output],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', PG_OOM_ADJUST_FILE: '/proc/self/oom_score_adj' },
    },
  )
  closeSync(output)
  child.unref()
  let problem: string | undefined
  let hasEnded = false
  child.once('error', (error) => (problem = error.message))
  child.once('exit', () => (hasEnded = true))
  for (;;) {
    if (problem !== undefined || hasEnded) return { failure: problem ?? loggedSince(cluster.logFile, offset) }
    const file = readPidFile(cluster.folder)
    if (child.pid !== undefined && file?.pid === child.pid && file.status === 'ready') return { pid: child.pid }
    await delay(5)
  }
}

async function ask<T>(url: string, statement: string, read: (rows: unknown[][]) => T): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerMs })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
    return read(rows)
  } finally {
    await client.end()
  }
}

/** Connects to our database, made if missing, and returns the cluster's system identifier. */
async function identify(socketFolder: string): Promise<string> {
  const statement = 'select system_identifier::text from pg_control_system()'
  const read = (rows: unknown[][]) => String(rows[0]?.[0])
  try {
    return await ask(urlOf(socketFolder), statement, read)
  } catch (error) {
    if (errorCode(error) !== '3D000') throw error
  }
  try {
    await ask(urlOf(socketFolder, 'postgres'), `create database ${databaseName}`, () => undefined)
  } catch (error) {
    // 42P04 and 23505: another starter made it at the same moment.
    if (!['42P04', '23505', '55006'].includes(errorCode(error) ?? '')) throw error
  }
  return ask(urlOf(socketFolder), statement, read)
}

/** Starting up, recovering or stopping. */
const starting = '57P03'
/** The others: the socket does not exist yet, or no longer. */
const notYet = [starting, 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', '53300', '57P01', '3D000']

/** No answer in time, or the end of the connection: the machine is busy, or PostgreSQL is. */
const isNoAnswer = (error: unknown): boolean =>
  error instanceof Error && /terminated|timeout expired/.test(error.message)

/**
 * Waits as long as PostgreSQL makes progress: it reports that it is starting (a recovery may take many minutes), or
 * uses the processor.
 */
async function identifyWhenReady(cluster: Cluster, socketFolder: string, pid: number): Promise<boolean> {
  let deadline = Date.now() + startLimitMs
  let spentMs = processorMs(pid)
  while (isRunning(pid)) {
    try {
      const identifier = await identify(socketFolder)
      if (identifier === systemIdentifier(cluster.folder)) return true
      throw new EmbeddedPostgresFailed(
        `Another PostgreSQL answers in ${socketFolder}: stop process ${pid} and start again`,
      )
    } catch (error) {
      const code = errorCode(error) ?? ''
      if (!notYet.includes(code) && !isNoAnswer(error)) throw error
      const nowMs = processorMs(pid)
      if (code === starting || nowMs !== spentMs) deadline = Date.now() + startLimitMs
      spentMs = nowMs
      if (Date.now() > deadline)
        throw new EmbeddedPostgresFailed(`PostgreSQL (process ${pid}) does not get ready: see ${cluster.logFile}`, {
          cause: error,
        })
      await delay(20)
    }
  }
  return false
}

/**
 * Waits for back ends that outlived a killed postmaster and hold its shared memory. They end by themselves within
 * moments; one in a long statement is terminated.
 */
async function waitForOrphans(folder: string, log: Log | undefined) {
  const patientUntil = Date.now() + 2000
  for (;;) {
    const orphans = postgresProcessesIn(folder)
    if (orphans.length === 0) return
    if (Date.now() > patientUntil) {
      log?.warn({ processes: orphans }, 'Ending what a killed PostgreSQL left behind')
      for (const pid of orphans) signalProcess(pid, 'SIGKILL')
    }
    await delay(20)
  }
}

/**
 * A PostgreSQL server on `dataDir`: the one an earlier start left running, or a new one. Any number of processes may
 * call it at once; PostgreSQL's own lock file decides which of them starts it, and the others attach.
 */
export async function startOrAttach({
  dataDir,
  mode,
  log,
  earlierSocketFolder,
}: {
  dataDir: string
  mode: ServerMode
  log?: Log
  /** The socket folder that clients already use, after a restart. */
  earlierSocketFolder?: string
}): Promise<Postmaster> {
  const data = findDataFolder(dataDir)
  const binaries = findBinaries(data.user, data.folder)
  const folder = await prepareCluster(data, binaries, mode === 'test')
  const cluster: Cluster = {
    place: data.folder,
    folder,
    user: data.user,
    binaries,
    mode,
    logFile: join(data.folder, 'postgres.log'),
  }
  let deadline = Date.now() + startLimitMs
  let started: number | undefined
  for (;;) {
    const file = readPidFile(folder)
    if (file && isPostmasterOf(file, folder)) {
      if (file.socketFolder !== '' && (await identifyWhenReady(cluster, file.socketFolder, file.pid))) {
        const { pid, socketFolder } = file
        return {
          pid,
          socketFolder,
          databaseUrl: urlOf(socketFolder),
          isAttached: started !== pid,
          logFile: cluster.logFile,
        }
      }
      await delay(10)
    } else {
      // An empty file is being written at this moment.
      if (file && file.text !== '') {
        removeStalePidFile(folder, file)
        log?.info({ pid: file.pid }, 'Removed the lock of a PostgreSQL that is gone')
      }
      await waitForOrphans(folder, log)
      const outcome = await spawnPostmaster(cluster, earlierSocketFolder)
      if ('pid' in outcome) {
        started = outcome.pid
        // It is ready now, however long its recovery took.
        deadline = Date.now() + startLimitMs
      } else if (!/postmaster\.pid|still in use|lock file|already in use/.test(outcome.failure)) {
        throw new EmbeddedPostgresFailed(`PostgreSQL does not start: ${outcome.failure} (see ${cluster.logFile})`)
      } else await delay(20)
    }
    if (Date.now() > deadline)
      throw new EmbeddedPostgresFailed(`PostgreSQL does not start within two minutes: see ${cluster.logFile}`)
  }
}

/**
 * Stops it in order (open transactions are rolled back); after `patienceMs` at once, which costs a recovery at the next
 * start.
 */
export async function stopPostmaster({ pid }: { pid: number }, patienceMs = 4000) {
  if (!isRunning(pid)) return
  signalProcess(pid, 'SIGINT')
  const patientUntil = Date.now() + patienceMs
  let isHurried = false
  while (isRunning(pid)) {
    if (!isHurried && Date.now() > patientUntil) {
      signalProcess(pid, 'SIGQUIT')
      isHurried = true
    }
    await delay(10)
  }
}
