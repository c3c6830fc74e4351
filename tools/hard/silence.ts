import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { prepare } from '@brigade/server/app.ts'
import { systemClock } from '@brigade/server/platform/clock.ts'
import { answeredWhenever } from '@brigade/server/platform/db/connection/answer-limit.ts'
import { openDatabase, type OpenedDatabase } from '@brigade/server/platform/db/open-database.ts'
import { createLog } from '@brigade/server/platform/log.ts'
import { readSettings } from '@brigade/server/platform/settings.ts'
import { connectDevice, type Triple } from '@brigade/server/testing/fake-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { makeCluster, newPlace, startServer } from '@brigade/server/testing/silence/one-postgres.ts'
import { testClock, testSecretKey } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { watchLive } from '@brigade/server/testing/watch-live.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { makeNetwork, whyNotHere, type Network } from './silence/network.ts'

/**
 * The address of the database vanishes silently, as after a power cut or in a network that lost its connections: its
 * host is in a network of its own, from which nothing returns. The name of the host then leads to its other address.
 */

const goesOnMs = 25_000
const noticedMs = 15_000
const hostName = 'database.brigade.test'
const devices = 20

type Program = Readonly<{ child: ChildProcess; port: number; url: string }>
const Addresses = z.tuple([z.object({ port: z.number(), url: z.string() }), z.unknown()])

/** Starts the program with names of its own: `hosts` is its /etc/hosts. */
async function startNamed(hosts: string, env: Readonly<Record<string, string>>): Promise<Program> {
  const main = fileURLToPath(new URL('../../server/src/testing/role-process.ts', import.meta.url))
  const start = `mount --bind "$1" /etc/hosts && exec "$2" "$3" api connector worker`
  const child = spawn('unshare', ['-m', 'sh', '-c', start, 'sh', hosts, process.execPath, main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const over = new AbortController()
  child.once('exit', () => over.abort(new Error('The program ended before it listened')))
  const [{ port, url }] = Addresses.parse(await once(child, 'message', { signal: over.signal }))
  return { child, port, url }
}

type Reporting = Readonly<{ id: string; acknowledged: () => number; stop: () => Promise<void> }>

/** A device that sends equal reports, with one id and no time, each when the one before is acknowledged. */
async function keepReporting(port: number, { id, triple }: { id: string; triple: Triple }): Promise<Reporting> {
  const device = await connectDevice(port, triple)
  let isStopped = false
  let acknowledged = 0
  const run = async () => {
    while (!isStopped) {
      await device.report({ ChamberTemp: 180 }, '1')
      acknowledged += 1
      await wait(50)
    }
    await device.leave()
  }
  const running = run()
  return {
    id,
    acknowledged: () => acknowledged,
    stop: () => {
      isStopped = true
      return running
    },
  }
}

type Scene = Readonly<{
  network: Network
  program: Program
  hosts: string
  database: OpenedDatabase
  token: string
  reporting: readonly Reporting[]
  findings: string[]
  printLine: (line: string) => void
}>

const sumOf = (reporting: readonly Reporting[]) => reporting.reduce((sum, { acknowledged }) => sum + acknowledged(), 0)
const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** Measures a duration, and compares it with a maximum. */
async function timed({ findings, printLine }: Scene, what: string, maxMs: number, work: () => Promise<unknown>) {
  const startedMs = performance.now()
  await work().catch((error: unknown) => findings.push(`${what}: ${String(error)}`))
  const tookMs = performance.now() - startedMs
  printLine(`${what}: ${seconds(tookMs)} s`)
  if (tookMs > maxMs) findings.push(`${what} took ${seconds(tookMs)} s, at most ${seconds(maxMs)} are allowed`)
}

/** Without a limit for its answer, only TCP gives a connection up. */
async function keepAliveAlone(scene: Scene): Promise<() => Promise<void>> {
  const [address] = scene.network.addresses
  const url = `postgres://postgres@${address}:5432/postgres`
  const { db, close } = openDatabase({ databaseUrl: url }, { applicationName: 'long work', statementTimeoutMs: 0 })
  await sql`select 1`.execute(db)
  const sleeping = answeredWhenever(() => sql`select pg_sleep(600)`.execute(db)).then(
    () => scene.findings.push('a statement was answered by nobody'),
    () => undefined,
  )
  const { db: direct } = scene.database
  await until('it to be asleep', async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event = 'PgSleep'`.execute(direct)
    return rows.length > 0
  })
  return async () => {
    await timed(scene, 'Long work notices by the keep-alive alone', goesOnMs, () => sleeping)
    await close()
  }
}

/**
 * Connections from an address that the server still has. A statement that runs there continues: only its end would use
 * the network.
 */
const oldConnections = async ({ database: { db } }: Scene, address: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where backend_type = 'client backend' and client_addr is not null and host(client_addr) = ${address}
      and wait_event is distinct from 'PgSleep'`.execute(db)
  return rows[0]?.n ?? 0
}

async function treat(scene: Scene): Promise<void> {
  const { network, program, hosts, token, reporting, findings, printLine } = scene
  const [first, second] = network.addresses
  const goesOn = async (what: string) => {
    const before = reporting.map(({ acknowledged }) => acknowledged())
    const all = () => reporting.every(({ acknowledged }, index) => acknowledged() > (before[index] ?? 0) + 1)
    await until(what, all, 2 * goesOnMs)
  }
  await goesOn('reports to be acknowledged')
  const page = await watchLive(program.url, liveCalls.oven.live, {}, token)
  await page.next()
  const noticeByTcp = await keepAliveAlone(scene)
  printLine(`Before: ${sumOf(reporting)} reports acknowledged`)

  network.drop(first)
  writeFileSync(hosts, `127.0.0.1 localhost\n${second} ${hostName}\n`)
  const pageEnds = async () => {
    while ((await page.next().catch(() => undefined)) !== undefined);
  }
  const streams = async () => {
    const again = async () => {
      const stream = await watchLive(program.url, liveCalls.oven.live, {}, token)
      return stream.status === 200 && stream
    }
    const stream = await until('a live page to begin', again, 2 * goesOnMs)
    await stream.leave()
  }
  await Promise.all([
    timed(scene, 'An open live page ends', noticedMs, pageEnds).then(() =>
      timed(scene, 'A live page begins again after that', goesOnMs, streams),
    ),
    timed(scene, 'Reports of every device are acknowledged again', goesOnMs, () => goesOn('reports after the silence')),
    noticeByTcp(),
  ])
  const nearAddress = first.replace(/\d+$/, (last) => String(Number(last) - 1))
  await timed(scene, 'The database has given the old connections up', 2 * goesOnMs, () =>
    until('no old connection', async () => (await oldConnections(scene, nearAddress)) === 0, 2 * goesOnMs),
  )
  await Promise.all(reporting.map((one) => one.stop()))
  for (const { id, acknowledged } of reporting) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from device_history_value where device_id = ${id}`.execute(scene.database.db)
    if (rows[0]?.n !== acknowledged())
      findings.push(`device ${id}: ${acknowledged()} reports were acknowledged, and ${rows[0]?.n ?? 0} are there`)
  }
  printLine(`After: ${sumOf(reporting)} reports acknowledged, compared with the history of each device`)
}

/** Returns whether it held, undefined if it was not run, and prints its observations. */
export async function fallSilent(printLine: (line: string) => void): Promise<boolean | undefined> {
  const reason = whyNotHere()
  if (reason !== undefined) {
    printLine(reason)
    return undefined
  }
  const findings: string[] = []
  await using stack = new AsyncDisposableStack()
  const network = makeNetwork()
  stack.defer(() => network.remove())
  const [first, second] = network.addresses
  const place = newPlace('brigade-silence')
  stack.defer(() => rmSync(place.folder, { recursive: true, force: true }))
  makeCluster(place, 'cluster')
  appendFileSync(path.join(place.folder, 'cluster', 'pg_hba.conf'), 'host all all 198.18.0.0/15 trust\n')
  const server = await startServer(place, 'cluster', { listen_addresses: `${first},${second}` }, network.within)
  stack.defer(() => server.stop())
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'brigade-silence-'))
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://postgres@${hostName}:5432/postgres`,
    SECRET_KEY: testSecretKey,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: '0',
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: '0',
    DEMO: 'off',
  }
  // This process reaches the database over another way, which does not fall silent.
  const direct = { ...env, DATABASE_URL: server.databaseUrl }
  await prepare({ settings: readSettings(direct), clock: systemClock, log: createLog({ level: 'silent' }) })
  const database = openDatabase({ databaseUrl: server.databaseUrl }, { applicationName: 'brigade hard' })
  stack.defer(() => database.close())
  const hosts = path.join(dataDir, 'hosts')
  writeFileSync(hosts, `127.0.0.1 localhost\n${first} ${hostName}\n`)
  const program = await startNamed(hosts, env)
  stack.defer(async () => {
    if (program.child.exitCode !== null) return
    program.child.kill('SIGKILL')
    await once(program.child, 'exit')
  })
  const app = { db: database.db, clock: testClock(), settings: readSettings(direct), madeProducts: new Map() }
  const { token } = await make.account(app, { role: 'administrator' })
  const reporting: Reporting[] = []
  for (let index = 0; index < devices; index += 1) {
    const sn = `SILENT${String(index).padStart(4, '0')}`
    const { id, productKey, secret } = await make.device(app, { sn })
    const triple = { productKey, deviceName: sn, deviceSecret: secret }
    reporting.push(await keepReporting(program.port, { id, triple }))
  }
  await treat({ network, program, hosts, database, token, reporting, findings, printLine })
  for (const finding of new Set(findings)) printLine(`NOT HELD: ${finding}`)
  return findings.length === 0
}
