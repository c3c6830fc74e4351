import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { seedAppUsers } from './app-user/app-user.seed.ts'
import { forgetOrganisationNames } from './customer/organisation-names.ts'
import { customerRoutes } from './customer/customer.routes.ts'
import { seedCustomers } from './customer/customer.seed.ts'
import { exportCustomers } from './customer/transfer/export-customers.ts'
import { checkCustomerImport, importCustomers } from './customer/transfer/import-customers.ts'
import { coolerRoutes } from './device/cooler/cooler.routes.ts'
import { exportTemperature } from './device/cooler/export-temperature.ts'
import { batchRoutes } from './device/batch/batch.routes.ts'
import { sendBatch } from './device/batch/send-batch.ts'
import { brokerPlainRoutes } from './device/broker/broker.routes.ts'
import { deviceRoutes } from './device/device.routes.ts'
import { keepSweepingCommands } from './device/command/sweep-commands.ts'
import { deviceJobs } from './device/device-jobs.ts'
import { seedDeviceLife } from './device/demo/demo-life.seed.ts'
import { seedDevices } from './device/device.seed.ts'
import { registerRoute } from './device/connect/register.routes.ts'
import { startDeviceLink } from './device/device.link.ts'
import { findStandstill } from './platform/intake/intake.store.ts'
import { gatewayRoutes } from './device/gateway/gateway.routes.ts'
import { keepFoldingTotals } from './device/list/keep-totals.ts'
import { recordRoutes } from './device/record/record.routes.ts'
import { registerRoutes } from './device/register/register.routes.ts'
import { exportDevices, exportUninstalled } from './device/transfer/export-devices.ts'
import { exportTriples } from './device/transfer/export-triples.ts'
import {
  checkDeviceImport,
  checkUninstalledImport,
  importDevices,
  importUninstalled,
} from './device/transfer/import-devices.ts'
import { checkTriples, importTriples } from './device/transfer/import-triples.ts'
import { fileRoutes } from './file/file.routes.ts'
import { fileJobs } from './file/tidy-files.ts'
import { jobRoutes } from './job/job.routes.ts'
import type { LongWork } from './job/long-work.ts'
import { countWaitingJobs } from './job/job-run.store.ts'
import { jobHousekeeping, keepFreeingLostJobs, longWorkJobs } from './job/run-long-work.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/db/database.ts'
import { roomKeeper } from './platform/db/embedded/ballast.ts'
import { listen } from './platform/db/listen.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { ensurePartitions } from './platform/db/partitions.ts'
import { openFiles, sayTrouble } from './platform/files/open-files.ts'
import type { Platform } from './platform/http/context.ts'
import type { PlainRoute } from './platform/http/plain-route.ts'
import { httpServer } from './platform/http/server.ts'
import { statusServer } from './platform/http/status.ts'
import { makeQueue, startJobRunner } from './platform/jobs/job-runner.ts'
import { accessChanged, anybody, liveHub } from './platform/live/live-hub.ts'
import { addressOf } from './platform/listening.ts'
import type { Log } from './platform/log.ts'
import { measureIntake, measureJobs, openMetrics } from './platform/metrics/metrics.ts'
import type { Settings } from './platform/settings.ts'
import { broadcastRoutes } from './product/broadcast/broadcast.routes.ts'
import { configPlainRoutes, configRoutes } from './product/config/config.routes.ts'
import { languageRoutes } from './product/language/language.routes.ts'
import { exportLanguages } from './product/language/transfer/export-languages.ts'
import { checkLanguageImport, importLanguages } from './product/language/transfer/import-languages.ts'
import { seedProductWords } from './product/language/words.seed.ts'
import { forgetProductFacts } from './product/product-facts.ts'
import { productRoutes } from './product/product.routes.ts'
import { registrationRoutes } from './product/registration/registration.routes.ts'
import { seedDemoProducts } from './product/demo-products.seed.ts'
import { seedProducts } from './product/product.seed.ts'
import { templateRoutes } from './product/template/template.routes.ts'
import { authenticate, forgetSessions } from './session/authenticate.ts'
import { sessionJobs } from './session/forget-spent.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { findAccount } from './system/account.store.ts'
import { keepWarning } from './system/notice/keep-warning.ts'
import { strangerLog } from './system/stranger-log.ts'
import { loadAccess } from './system/system.store.ts'
import { seedAccounts } from './session/account.seed.ts'
import { systemRoutes } from './system/system.routes.ts'
import { seedSystem } from './system/system.seed.ts'
import { forgetPublishedModels } from './thing-model/published-models.ts'
import { thingModelRoutes } from './thing-model/thing-model.routes.ts'
import { housekeeping } from './housekeeping.ts'

/** The parts of the program; each may run any number of times, and one process may hold several. */
export const roles = ['api', 'gateway', 'worker'] as const
export type Role = (typeof roles)[number]

/** Every call the server answers, by domain. */
const allRoutes = [
  ...sessionRoutes,
  ...systemRoutes,
  ...fileRoutes,
  ...customerRoutes,
  ...productRoutes,
  ...registrationRoutes,
  ...templateRoutes,
  ...languageRoutes,
  ...configRoutes,
  ...broadcastRoutes,
  ...thingModelRoutes,
  ...deviceRoutes,
  ...batchRoutes,
  ...registerRoutes,
  ...gatewayRoutes,
  ...coolerRoutes,
  ...recordRoutes,
  ...jobRoutes,
]

/** What devices and brokers call, outside `/api`, by domain. */
const allPlainRoutes: readonly PlainRoute[] = [registerRoute, ...configPlainRoutes, ...brokerPlainRoutes]

/** All that is run as a job, by domain. */
const allLongWork: readonly LongWork<unknown>[] = [
  exportCustomers,
  checkCustomerImport,
  importCustomers,
  exportLanguages,
  checkLanguageImport,
  importLanguages,
  exportDevices,
  exportUninstalled,
  checkDeviceImport,
  importDevices,
  checkUninstalledImport,
  importUninstalled,
  exportTriples,
  checkTriples,
  importTriples,
  exportTemperature,
  sendBatch,
]

export type AppOptions = Readonly<{
  roles: readonly Role[]
  settings: Settings
  clock: Clock
  log: Log
  /** The built console; left out where it is not served. */
  consoleFolder?: string | undefined
  /** Tests that call more often than people do leave them out. */
  rateLimits?: boolean
  /** Tests bring their own. */
  longWork?: readonly LongWork<unknown>[]
}>

export type App = Readonly<{
  db: Db
  /** `status`: of a process that answers no calls. */
  addresses: Readonly<{ http?: string; status?: string; mqttPort?: number }>
  stop: () => Promise<void>
}>

/** `isNew`: there was no account before, so that somebody has to be told how to sign in first. */
export type Prepared = Readonly<{ isNew: boolean }>

/** Brings the database to this version and puts there what the product needs to run: once, before any role starts. */
export async function prepare({
  settings,
  clock,
  log,
}: {
  settings: Settings
  clock: Clock
  log: Log
}): Promise<Prepared> {
  const databaseUrl = databaseOf(settings)
  const { db, pool, close } = openDatabase(
    { databaseUrl },
    { applicationName: 'brigade prepare', max: 2, statementTimeoutMs: 600_000, log },
  )
  try {
    await migrate(pool, { log })
    await makeQueue(pool, log)
    await ensurePartitions(db, clock.now())
    const given = { db, settings, clock, log }
    await seedSystem(given)
    await seedProducts(given)
    if (settings.demo) await seedDemoProducts(given)
    if (settings.demo) await seedCustomers(given)
    const isNew = await seedAccounts(given)
    if (settings.demo) await seedProductWords(given)
    if (settings.demo) await seedDevices(given)
    if (settings.demo) await seedAppUsers(given)
    if (settings.demo) await seedDeviceLife(given)
    return { isNew }
  } finally {
    await close()
  }
}

/** Starts the roles asked for, on a database that `prepare` has been through. */
export async function startApp(options: AppOptions): Promise<App> {
  const { settings, clock, log } = options
  const databaseUrl = databaseOf(settings)
  const applicationName = `brigade ${options.roles.join('+')}`
  const { db, pool, close } = openDatabase({ databaseUrl }, { applicationName, log })
  const stopping = new AbortController()
  const live = liveHub()
  const listener = listen(databaseUrl, { applicationName: `${applicationName} listen`, log })
  const platform: Platform = {
    db,
    clock,
    settings,
    log,
    live,
    files: openFiles({ settings, log }),
    stopping: stopping.signal,
  }
  const stops: (() => Promise<void>)[] = [close, () => listener.stop()]
  const addresses: { http?: string; status?: string; mqttPort?: number } = {}
  const metrics = openMetrics()
  const ready = async () => {
    await pool.query('select 1')
  }
  const intakeStandsSince = () => findStandstill(db)
  measureIntake(metrics, { standsSince: intakeStandsSince, now: () => clock.now() })
  /** Of a connector, which knows it without the database. */
  let ownIntakeStandsSince: (() => Promise<number | undefined>) | undefined

  listener.subscribe('live', (payload) => {
    // Notifications were missed: streams end, and those who listen come back with a fresh first event.
    if (payload === undefined) return live.endAll()
    for (const [kind, ids] of changesIn(payload)) live.publish(kind, ids)
  })
  listener.subscribe('access', () => {
    forgetSessions()
    live.publish(accessChanged, [anybody])
  })
  listener.subscribe('names', () => {
    forgetProductFacts(db)
    forgetOrganisationNames(db)
    forgetPublishedModels(db)
  })

  // Whoever keeps files says whether they can be kept; what cannot now may be later, so nobody waits for it.
  if (options.roles.includes('api') || options.roles.includes('worker')) void sayTrouble(platform.files, log)

  if (options.roles.includes('gateway')) {
    const gateway = await startDeviceLink({
      db,
      settings,
      clock,
      log,
      listener,
      metrics,
      assertRoom: roomOf(settings, clock),
    })
    addresses.mqttPort = gateway.port
    ownIntakeStandsSince = async () => gateway.intakeStandsSince()
    stops.push(() => gateway.stop())
  }
  if (options.roles.includes('worker')) {
    // Gateways sweep too; this one closes what was under way when the last of them ended.
    const sweep = keepSweepingCommands({ db, clock, log })
    stops.push(() => sweep.stop())
    const folding = keepFoldingTotals({ db, log })
    stops.push(() => folding.stop())
    const measure = measureJobs(metrics, { waiting: () => countWaitingJobs(db) })
    const runner = await startJobRunner({
      pool,
      jobs: [
        ...housekeeping({ db, clock, settings }),
        ...deviceJobs({ db, clock, log, settings }),
        ...sessionJobs(platform),
        ...fileJobs(platform),
        ...jobHousekeeping(platform),
      ],
      log,
      stopping: stopping.signal,
      measure,
    })
    stops.push(() => runner.stop())
    const works = options.longWork ?? allLongWork
    const findCaller = (accountId: string) => jobCaller(db, accountId)
    // A runner of its own: what takes an hour must not keep the nightly work waiting.
    const longRunner = await startJobRunner({
      pool,
      jobs: longWorkJobs({ platform, works, findCaller }),
      log,
      stopping: stopping.signal,
      measure,
    })
    const freeing = keepFreeingLostJobs(platform)
    stops.push(
      () => longRunner.stop(),
      () => freeing.stop(),
    )
  }
  if (options.roles.includes('api')) {
    const strangers = strangerLog({ db, clock, log })
    stops.push(() => strangers.stop())
    const server = await httpServer({
      platform,
      metrics,
      routes: allRoutes,
      plainRoutes: allPlainRoutes,
      authenticate: (token, asked) => authenticate(platform, token, asked),
      record: strangers.record,
      consoleFolder: options.consoleFolder,
      rateLimits: options.rateLimits ?? true,
      version: await ownVersion(),
      ready,
      intakeStandsSince,
    })
    addresses.http = await listenOn(server, settings.http.host, settings.http.port)
    stops.push(() => server.close())
    const warning = keepWarning(platform)
    stops.push(() => warning.stop())
  }
  const statusPort = statusPortOf(options.roles, settings)
  if (statusPort !== undefined) {
    const server = statusServer(log, {
      metrics,
      metricsToken: settings.metricsToken,
      ready,
      intakeStandsSince: ownIntakeStandsSince ?? intakeStandsSince,
      isConnector: ownIntakeStandsSince !== undefined,
    })
    addresses.status = await listenOn(server, settings.http.host, statusPort)
    stops.push(() => server.close())
  }
  return {
    db,
    addresses,
    stop: async () => {
      stopping.abort()
      // The last started stops first; the database last.
      for (const stop of stops.toReversed()) await stop()
    },
  }
}

/** Answers where it is reached: from this machine where it listens on all addresses. */
async function listenOn(server: FastifyInstance, host: string, port: number): Promise<string> {
  await server.listen({ host, port })
  const bound = server.server.address()
  return `http://${addressOf(host)}:${typeof bound === 'object' && bound !== null ? bound.port : port}`
}

/** An api process says how it is where it answers calls. */
function statusPortOf(own: readonly Role[], { statusPorts }: Settings): number | undefined {
  if (own.includes('api')) return undefined
  return own.includes('gateway') ? statusPorts.gateway : statusPorts.worker
}

/** The account that a job works for, as it is now; undefined where it may not sign in any more. */
async function jobCaller(db: Db, accountId: string) {
  const account = await findAccount(db, accountId)
  if (account === undefined || !account.enabled || !account.organisationEnabled) return undefined
  const { account: name, organisationId } = account
  return { accountId, account: name, organisationId, operationCodes: await loadAccess(db, accountId) }
}

function databaseOf(settings: Settings): string {
  if (settings.databaseUrl === undefined) throw new Error('No database address: the supervisor passes it on')
  return settings.databaseUrl
}

/** Only an embedded database lies on the disk that we can see. */
function roomOf(settings: Settings, clock: Clock): (() => Promise<void>) | undefined {
  const isEmbedded = existsSync(path.join(settings.dataDir, 'postgres'))
  return isEmbedded ? roomKeeper(settings.dataDir, settings.keepFreeMb * 1_048_576, () => clock.now()) : undefined
}

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  const found = /"version":\s*"([^"]+)"/.exec(text)
  return found?.[1] ?? '0'
}

/** `{ "device": ["1", "2"] }` of a notification; anything else is nothing. */
function changesIn(payload: unknown): [string, string[]][] {
  if (typeof payload !== 'object' || payload === null) return []
  return Object.entries(payload).map(([kind, ids]) => [kind, Array.isArray(ids) ? ids.map(String) : []])
}
