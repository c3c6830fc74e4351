import { readFile } from 'node:fs/promises'
import { openCaches, type CacheKey, type Caches } from '../caches.ts'
import type { Db } from '../db/database.ts'
import { listen } from '../db/listen.ts'
import type { Listener } from '../db/listen.ts'
import { openDatabase } from '../db/open-database.ts'
import { requireSession } from '../db/require-session.ts'
import { onOwnCommits } from '../db/transaction.ts'
import { openFiles, logUnusableFiles } from '../files/open-files.ts'
import type { Platform } from '../http/context.ts'
import type { HttpOptions } from '../http/http-options.ts'
import { httpServer, listenOn } from '../http/server.ts'
import { statusServer } from '../http/status.ts'
import { findStandstill } from '../intake/intake.store.ts'
import { startJobRunner } from '../jobs/job-runner.ts'
import type { Job } from '../jobs/job-runner.ts'
import { accessChanged, anybody, liveHub } from '../live/live-hub.ts'
import { measureIntake, measureJobs, openMetrics } from '../metrics/metrics.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { openQueues } from '../queue/queues.ts'
import type { Settings } from '../settings.ts'
import { requireKnownSettings } from '../zone/zones.ts'
import type { CacheChannel, Running } from './domain.ts'
import { startMigratingBeside } from './migrate-beside.ts'
import { databaseOf } from './prepare.ts'
import type { PrepareOptions } from './prepare.ts'

/** The parts of the program; each may run any number of times, and one process may hold several. */
export const roles = ['api', 'connector', 'worker'] as const
export type Role = (typeof roles)[number]

export type ProgramOptions = PrepareOptions &
  Readonly<{
    roles: readonly Role[]
    /** The built console; absent if it is not served. */
    consoleFolder?: string | undefined
    /** Disabled in tests that call more often than people do. */
    rateLimits?: boolean
  }>

export type App = Readonly<{
  db: Db
  caches: Caches
  /** `status`: for a process that answers no calls. */
  addresses: Readonly<{ http?: string; status?: string; mqttPort?: number }>
  stop: () => Promise<void>
}>

type Loop = (platform: Platform) => Running
type Connector = Running & Readonly<{ port: number; intakeStandsSince: () => number | undefined }>

/** The contributions of all domains to the roles, combined. */
export type ProgramParts = Readonly<{
  api: Pick<HttpOptions, 'routes' | 'plainRoutes'> &
    Readonly<{
      loops: readonly Loop[]
      authenticate: (platform: Platform) => HttpOptions['authenticate']
      authenticateApp: (platform: Platform) => HttpOptions['authenticateApp']
      record: (platform: Platform) => Running & Pick<HttpOptions, 'record'>
      recordApp: (platform: Platform) => HttpOptions['recordApp']
    }>
  worker: Readonly<{
    loops: readonly Loop[]
    jobs: (platform: Platform) => readonly Job[]
    /** Jobs that may take an hour, with a separate runner so that the nightly work does not wait. */
    longJobs: (platform: Platform) => readonly Job[]
    waitingJobs: (db: Db) => Promise<number>
  }>
  connector: (platform: Platform, listener: Listener, metrics: Metrics) => Promise<Connector>
  caches: Readonly<Record<CacheChannel, readonly CacheKey<unknown>[]>>
  /** Adds a domain's metrics to those of each process. */
  measure?: (platform: Platform, metrics: Metrics) => void
}>

type Process = Readonly<{
  options: ProgramOptions
  parts: ProgramParts
  platform: Platform
  pool: ReturnType<typeof openDatabase>['pool']
  metrics: Metrics
  listener: Listener
  ready: () => Promise<void>
  intakeStandsSince: () => Promise<number | undefined>
  /** They stop in the reverse order of starting. */
  stops: (() => Promise<void>)[]
}>

/** Starts the requested roles on a prepared database. */
export async function startProgram(options: ProgramOptions, parts: ProgramParts): Promise<App> {
  const { settings, clock, log } = options
  const databaseUrl = databaseOf(settings)
  const applicationName = `brigade ${options.roles.join('+')}`
  const { db, pool, otherLost, close } = openDatabase({ databaseUrl }, { applicationName, log })
  const listener = listen(databaseUrl, { applicationName: `${applicationName} listen`, log })
  try {
    await requireSession(pool, listener)
    await requireKnownSettings(db, settings)
  } catch (error) {
    await listener.stop()
    await close()
    throw error
  }
  const stopping = new AbortController()
  const files = openFiles({ settings, log })
  const caches = openCaches(() => listener.isListening())
  const live = liveHub(() => listener.isListening())
  const queues = openQueues({ db, clock, live, log, lookMs: settings.queueLookMs, stopping: stopping.signal })
  const platform: Platform = { db, caches, clock, settings, log, live, files, queues, stopping: stopping.signal }
  const metrics = openMetrics()
  const intakeStandsSince = () => findStandstill(db)
  parts.measure?.(platform, metrics)
  measureIntake(metrics, { standsSince: intakeStandsSince, now: () => clock.now() })
  const ready = async () => {
    await pool.query('select 1')
  }
  const stops = [close, () => listener.stop()]
  const own: Process = { options, parts, platform, pool, metrics, listener, ready, intakeStandsSince, stops }
  // The listener asks every few seconds, so it is the first to learn that the database vanished.
  listener.onLoss(otherLost)
  subscribe(own)
  const has = (role: Role) => options.roles.includes(role)
  // The log reports whether files can be stored. Storage that is unavailable now may be back later, so the start does
  // not wait for it.
  if (has('api') || has('worker')) void logUnusableFiles(files, log)
  const connector = has('connector') ? await startConnector(own) : undefined
  if (has('worker')) await startWorker(own)
  const http = has('api') ? await startApi(own) : undefined
  const status = await startStatus(own, connector)
  return {
    db,
    caches,
    addresses: {
      ...(http === undefined ? {} : { http }),
      ...(status === undefined ? {} : { status }),
      ...(connector === undefined ? {} : { mqttPort: connector.port }),
    },
    stop: async () => {
      stopping.abort()
      for (const stop of stops.toReversed()) await stop()
    },
  }
}

function subscribe({ listener, parts, platform: { caches, db, live } }: Process): void {
  // Pages learn at once that their data is not live any more. `Caches` holds nothing until notifications arrive again.
  listener.onLoss(() => live.endAll())
  listener.subscribe('live', (payload) => {
    // Notifications were missed: streams end, and their clients reconnect and read a fresh first event.
    if (payload === undefined) return live.endAll()
    for (const [kind, ids] of changesIn(payload)) live.publish(kind, ids)
  })
  listener.subscribe('access', () => {
    caches.forget(parts.caches.access)
    live.publish(accessChanged, [anybody])
  })
  listener.subscribe('names', () => caches.forget(parts.caches.names))
  // A revoked right or a changed name takes effect at the next call to this process, however late the notification
  // comes.
  onOwnCommits(db, (channel) => {
    if (channel === 'access' || channel === 'names') caches.forget(parts.caches[channel])
  })
}

async function startConnector({ parts, platform, listener, metrics, stops }: Process): Promise<Connector> {
  const connector = await parts.connector(platform, listener, metrics)
  stops.push(() => connector.stop())
  return connector
}

async function startWorker({ parts: { worker }, platform, pool, metrics, stops }: Process): Promise<void> {
  const { log, stopping } = platform
  startLoops(worker.loops, platform, stops)
  const migrating = await startMigratingBeside(platform, pool)
  if (migrating !== undefined) stops.push(() => migrating.stop())
  const measure = measureJobs(metrics, { waiting: () => worker.waitingJobs(platform.db) })
  for (const jobs of [worker.jobs(platform), worker.longJobs(platform)]) {
    const runner = await startJobRunner({ pool, jobs, log, stopping, measure })
    stops.push(() => runner.stop())
  }
}

async function startApi(own: Process): Promise<string> {
  const { options, parts, platform, metrics, ready, intakeStandsSince, stops } = own
  const { api } = parts
  const recording = api.record(platform)
  stops.push(() => recording.stop())
  const server = await httpServer({
    platform,
    metrics,
    routes: api.routes,
    plainRoutes: api.plainRoutes,
    authenticate: api.authenticate(platform),
    authenticateApp: api.authenticateApp(platform),
    record: recording.record,
    recordApp: api.recordApp(platform),
    consoleFolder: options.consoleFolder,
    rateLimits: options.rateLimits ?? true,
    version: await ownVersion(),
    ready,
    intakeStandsSince,
  })
  const { host, port } = platform.settings.http
  const address = await listenOn(server, host, port)
  stops.push(() => server.close())
  startLoops(api.loops, platform, stops)
  return address
}

function startLoops(loops: readonly Loop[], platform: Platform, stops: Process['stops']): void {
  for (const start of loops) {
    const loop = start(platform)
    stops.push(() => loop.stop())
  }
}

/** An api process answers probes on its port for calls; a connector knows its intake without the database. */
async function startStatus(own: Process, connector: Connector | undefined): Promise<string | undefined> {
  const { options, platform, metrics, ready, intakeStandsSince, stops } = own
  const port = statusPortOf(options.roles, platform.settings)
  if (port === undefined) return undefined
  const server = statusServer(platform.log, {
    metrics,
    metricsToken: platform.settings.metricsToken,
    ready,
    intakeStandsSince: connector === undefined ? intakeStandsSince : async () => connector.intakeStandsSince(),
    isConnector: connector !== undefined,
  })
  const address = await listenOn(server, platform.settings.http.host, port)
  stops.push(() => server.close())
  return address
}

function statusPortOf(own: readonly Role[], { statusPorts }: Settings): number | undefined {
  if (own.includes('api')) return undefined
  return own.includes('connector') ? statusPorts.connector : statusPorts.worker
}

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  const found = /"version":\s*"([^"]+)"/.exec(text)
  return found?.[1] ?? '0'
}

/** The lists of a notification such as `{ "device": ["1", "2"] }`; anything else is ignored. */
function changesIn(payload: unknown): [string, string[]][] {
  if (typeof payload !== 'object' || payload === null) return []
  return Object.entries(payload).map(([kind, ids]) => [kind, Array.isArray(ids) ? ids.map(String) : []])
}
