import { appUserDomain } from './app-user/app-user.domain.ts'
import { findCodeCounts } from './app-user/code-count.store.ts'
import { authenticateApp } from './app-user/phone/authenticate-app.ts'
import { coldChainDomain } from './cold-chain/cold-chain.domain.ts'
import { listNewestCommands } from './command/command-list.store.ts'
import { commandDomain } from './command/command.domain.ts'
import { customerDomain } from './customer/customer.domain.ts'
import { demoPastDomain } from './demo-past/demo-past.domain.ts'
import { deviceDomain } from './device/device.domain.ts'
import { faultDomain } from './fault/fault.domain.ts'
import { fileDomain } from './file/file.domain.ts'
import { countWaitingJobs } from './job/job-run.store.ts'
import { firmwareDomain } from './firmware/firmware.domain.ts'
import { jobDomain } from './job/job.domain.ts'
import type { DomainManifest, LongWork } from './job/long-work.ts'
import { longWorkJobs } from './job/run-long-work.ts'
import { externalTransport } from './link/broker/external-transport.ts'
import { embeddedTransport } from './link/embedded/embedded-transport.ts'
import { linkDomain } from './link/link.domain.ts'
import { startLink } from './link/start-link.ts'
import { startModbus } from './modbus/modbus-link.ts'
import { modbusRouting } from './modbus/modbus-routing.ts'
import { messageDomain } from './message/message.domain.ts'
import { roomOf } from './platform/db/embedded/ballast.ts'
import { deviceFileDoor } from './platform/device-door/device-file-door.ts'
import { measureCodes, measureStatistics } from './platform/metrics/metrics.ts'
import { housekeeping } from './platform/program/housekeeping.ts'
import { prepareDatabase, type Prepared, type PrepareOptions } from './platform/program/prepare.ts'
import { startProgram, type App, type ProgramOptions, type ProgramParts } from './platform/program/start-program.ts'
import type { Settings } from './platform/settings.ts'
import { productDomain } from './product/product.domain.ts'
import { authenticate } from './session/authenticate.ts'
import { recipeDomain } from './recipe/recipe.domain.ts'
import { sessionDomain } from './session/session.domain.ts'
import { jobCaller } from './system/job-caller.ts'
import { recordAppCall } from './system/log/record-app.store.ts'
import { recordOperation } from './system/log/record-operation.store.ts'
import { strangerLog } from './system/log/stranger-log.ts'
import { withoutWallLinks, withWallLinks } from './statistics/wall/authenticate-link.ts'
import { wallDomain } from './statistics/wall/wall.domain.ts'
import { keepPast } from './statistics/run/departed.store.ts'
import { findHealth } from './statistics/run/run.store.ts'
import { statisticsDomain } from './statistics/statistics.domain.ts'
import { systemDomain } from './system/system.domain.ts'
import { telemetryDomain } from './telemetry/telemetry.domain.ts'
import { thingModelDomain } from './thing-model/thing-model.domain.ts'

/** The composition root: the one file that names every domain. Seeds of one phase run in this order, behind those of `system`. */
const others: readonly DomainManifest[] = [
  sessionDomain,
  fileDomain,
  productDomain,
  thingModelDomain,
  customerDomain,
  appUserDomain,
  messageDomain,
  deviceDomain(keepPast),
  telemetryDomain(listNewestCommands),
  commandDomain(modbusRouting),
  coldChainDomain,
  faultDomain,
  recipeDomain(modbusRouting),
  firmwareDomain,
  wallDomain,
  statisticsDomain,
  linkDomain,
  demoPastDomain,
  jobDomain,
]
const system = systemDomain(
  others.flatMap(({ inHand }) => inHand ?? []),
  others.flatMap(({ demo }) => demo ?? []),
)
const domains = [system, ...others]

export { RescueRefused, rescueAdministrator } from './session/account/rescue-administrator.ts'
export { roles } from './platform/program/start-program.ts'
export type { App, Role } from './platform/program/start-program.ts'
export type { Prepared } from './platform/program/prepare.ts'
export { checkLog } from './system/log/seal/check-log.ts'
export { exitCodes } from './system/log/seal/verify-log.ts'
export { reconcileDays } from './statistics/run/recount.ts'

/** `longWork`: tests bring their own. `record`: a bench measures what calls cost without their lines. */
export type AppOptions = ProgramOptions &
  Readonly<{ longWork?: readonly LongWork<unknown>[]; record?: ProgramParts['api']['record'] }>

/** Brings the database to this version and adds the rows that the product needs to run: once, before any role starts. */
export const prepare = (options: PrepareOptions): Promise<Prepared> =>
  prepareDatabase(
    options,
    domains.flatMap(({ seeds = [] }) => seeds),
  )

/** Days for which rows of partitioned tables are kept, by table. */
export const keptDaysOf = (retention: Settings['retention']): Readonly<Record<string, number>> =>
  Object.fromEntries(domains.flatMap((domain) => Object.entries(domain.retention?.(retention) ?? {})))

/** Starts the requested roles on a database that `prepare` has completed. */
export const startApp = ({ longWork, record = strangerLog, ...options }: AppOptions): Promise<App> =>
  startProgram(options, partsOf(longWork ?? domains.flatMap((domain) => domain.longWork ?? []), record))

const partsOf = (works: readonly LongWork<unknown>[], record: ProgramParts['api']['record']): ProgramParts => ({
  api: {
    routes: domains.flatMap(({ routes = [] }) => routes),
    authenticate: withWallLinks(authenticate),
    authenticateApp: withoutWallLinks(authenticateApp),
    plainRoutes: [
      ...domains.flatMap(({ plainRoutes = [] }) => plainRoutes),
      ...deviceFileDoor(domains.flatMap(({ deviceFiles }) => deviceFiles ?? [])),
    ],
    record,
    recordApp: (platform) => (row) => recordAppCall(platform.db, row),
    loops: domains.flatMap(({ apiLoops = [] }) => apiLoops),
  },
  worker: {
    loops: domains.flatMap(({ workerLoops = [] }) => workerLoops),
    jobs: (platform) => [
      ...housekeeping({ ...platform, keptDays: keptDaysOf(platform.settings.retention) }),
      ...domains.flatMap(({ jobs }) => jobs?.(platform) ?? []),
    ],
    longJobs: (platform) =>
      longWorkJobs({
        platform,
        works,
        findCaller: (job) => jobCaller(platform.db, job),
        record: async (row) => void (await recordOperation(platform.db, row)),
      }),
    waitingJobs: countWaitingJobs,
  },
  connector: ({ db, caches, clock, log, settings }, listener, metrics) => {
    const { broker } = settings.mqtt
    const transport =
      broker === undefined
        ? embeddedTransport({ db, settings, clock, log })
        : externalTransport({ db, broker, clock, log })
    const { secretKey, timeZone: installationZone } = settings
    const assertRoom = roomOf(settings, clock)
    return startLink(
      {
        db,
        caches,
        secretKey,
        installationZone,
        deviceUrl: settings.deviceUrl,
        clock,
        log,
        listener,
        metrics,
        assertRoom,
        lookMs: settings.queueLookMs,
      },
      transport,
      [startModbus],
    )
  },
  measure: ({ db, clock }, metrics) => {
    measureStatistics(metrics, { health: () => findHealth(db), now: () => clock.now() })
    measureCodes(metrics, () => findCodeCounts(db, clock.now()))
  },
  caches: {
    names: domains.flatMap(({ caches }) => caches?.names ?? []),
    access: domains.flatMap(({ caches }) => caches?.access ?? []),
  },
})
