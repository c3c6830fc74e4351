import { supervisePostgres, type SupervisedPostgres } from '../db/embedded/supervise-postgres.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { holdPort } from './free-port.ts'
import { lockInstance } from './instance-lock.ts'
import { superviseChild, type ChildProgram, type SupervisedChild } from './supervise-child.ts'
import type { ProgramLog } from './program-log.ts'
import type { Steps } from './steps.ts'

export type SupervisorParts<Role extends string> = Readonly<{
  /** There is one process for each; the first prepares the database. */
  roles: readonly [Role, ...Role[]]
  programOf: (role: Role, ports: Ports) => ChildProgram
  /** Started last, when everything else is ready. */
  simulator?: (ports: Ports) => ChildProgram | undefined
}>

export type Ports = Readonly<{ http: number; mqtt: number }>

export type Supervisor = Readonly<{
  url: string
  mqttPort: number
  /** The status addresses of connector and worker, by role. */
  statusUrls: ReadonlyMap<string, string>
  /** The database was empty before. */
  isNew: boolean
  stop: () => Promise<void>
}>

/** The start failed for a reason that a child reported; one line. */
export class StartFailed extends Error {
  override name = 'StartFailed'
}

/**
 * Children that are asked to stop get SIGKILL after this time. With PostgreSQL's own limit, everything has ended within
 * five seconds.
 */
const childPatienceMs = 3200

async function choosePorts(
  { http, mqtt }: Settings,
  isAfterCrash: boolean,
  printLine: (line: string) => void,
): Promise<Readonly<{ ports: Ports; release: () => Promise<void> }>> {
  const patienceMs = isAfterCrash ? 3000 : 0
  const heldHttp = await holdPort({ setting: 'HTTP_PORT', ...http, patienceMs })
  const heldMqtt = await holdPort({ setting: 'MQTT_PORT', ...mqtt, avoid: [heldHttp.port], patienceMs })
  const [httpPort, mqttPort] = [heldHttp.port, heldMqtt.port]
  if (httpPort !== http.port) printLine(`Port ${http.port} is taken by another program: the console is on ${httpPort}`)
  if (mqttPort !== mqtt.port) printLine(`Port ${mqtt.port} is taken by another program: devices connect to ${mqttPort}`)
  return {
    ports: { http: httpPort, mqtt: mqttPort },
    release: async () => {
      await Promise.all([heldHttp.release(), heldMqtt.release()])
    },
  }
}

type SuperviseOptions<Role extends string> = Readonly<{
  settings: Settings
  parts: SupervisorParts<Role>
  log: Log
  /** Receives the output of the processes. */
  output: ProgramLog
  steps: Steps
  /** Resolves to the build time in seconds when the console is still being built. */
  consoleBuilt: Promise<number> | undefined
  /** Aborts a start in progress. */
  signal: AbortSignal
}>

/** The processes of the roles and their reported state. */
type RoleProcesses = {
  readonly children: SupervisedChild[]
  readonly failure: PromiseWithResolvers<never>
  readonly prepared: PromiseWithResolvers<boolean>
  /** One entry for each role. */
  readonly served: readonly PromiseWithResolvers<void>[]
  readonly addresses: { http?: string | undefined; mqttPort?: number | undefined }
  readonly statusUrls: Map<string, string>
  databaseUrl: string | undefined
  /** The orders that the processes received so far; a process that was killed while starting receives them again. */
  ordered: 'nothing' | 'prepare' | 'start'
  isServing: boolean
}

/** A process that is killed while it starts (it hung, or the machine had no memory for it) begins again this many times. */
const maxKillsWhileStarting = 3

function newProcesses(count: number, databaseUrl: string | undefined, signal: AbortSignal): RoleProcesses {
  const failure = Promise.withResolvers<never>()
  // It is awaited later; a rejection before that must not end the process.
  failure.promise.catch(() => undefined)
  signal.addEventListener('abort', () => failure.reject(new StartFailed('Stopped before everything ran')))
  return {
    children: [],
    failure,
    prepared: Promise.withResolvers<boolean>(),
    served: Array.from({ length: count }, () => Promise.withResolvers<void>()),
    addresses: {},
    statusUrls: new Map(),
    databaseUrl,
    ordered: 'nothing',
    isServing: false,
  }
}

/** Whether a process that ended before everything runs ends the start. One that was killed begins again. */
function endsStart(
  { failure, isServing }: RoleProcesses,
  { role, code, kills }: Readonly<{ role: string; code: number | null; kills: number }>,
): boolean {
  if (isServing || (kills > 0 && kills <= maxKillsWhileStarting)) return false
  const how = kills > 0 ? `was killed ${kills} times` : `ended`
  failure.reject(new StartFailed(`The ${role} process ${how} while starting${kills > 0 ? '' : ` (code ${code})`}`))
  return true
}

/** Starts the process of a role. The first role compiles what all of them import; the others begin when it has loaded, and find it compiled. */
function beginRole<Role extends string>(
  { parts, log, output, signal }: Pick<SuperviseOptions<Role>, 'parts' | 'log' | 'output' | 'signal'>,
  processes: RoleProcesses,
  ports: Ports,
  index = 0,
): void {
  const role = parts.roles[index]
  if (role === undefined) return
  const { children, failure, prepared, served, addresses, statusUrls } = processes
  let kills = 0
  const beginOthers = () => {
    if (children.length > 1 || signal.aborted) return
    for (let other = 1; other < parts.roles.length; other += 1)
      beginRole({ parts, log, output, signal }, processes, ports, other)
  }
  const child: SupervisedChild = superviseChild(parts.programOf(role, ports), {
    log,
    onOutput: output.takeOutput(role),
    reportsStart: true,
    onRestart: () => {
      const { databaseUrl, ordered } = processes
      if (databaseUrl === undefined || ordered === 'nothing') return
      // Preparing a prepared installation changes nothing and is quick.
      if (ordered === 'start' || index === 0) child.send({ order: ordered, databaseUrl })
    },
    onReport: (report) => {
      if (index === 0) beginOthers()
      if (report.report === 'prepared') prepared.resolve(report.isNew)
      else if (report.report === 'failed') failure.reject(new StartFailed(report.reason))
      else if (report.report === 'started') {
        const { status, ...others } = report.addresses
        Object.assign(addresses, others)
        if (status !== undefined) statusUrls.set(role, status)
        served[index]?.resolve()
        if (processes.isServing) log.info({ process: role }, 'Serves again')
      }
    },
    onExit: (code, isKilled) => {
      if (isKilled) kills += 1
      return endsStart(processes, { role, code, kills: isKilled ? kills : 0 })
    },
  })
  children.push(child)
}

/** Runs everything on this machine: database, one process for each role, simulated fleet. Resolves when it serves. */
export async function supervise<Role extends string>(options: SuperviseOptions<Role>): Promise<Supervisor> {
  const { settings, parts, log, output, consoleBuilt, signal } = options
  const { printLine, step } = options.steps
  const lock = lockInstance(settings.dataDir)
  const processes = newProcesses(parts.roles.length, settings.databaseUrl, signal)
  const { children, failure, prepared, served, addresses, statusUrls } = processes
  let postgres: SupervisedPostgres | undefined
  let release = (): Promise<void> => Promise.resolve()

  async function stop() {
    await Promise.all(children.map((child) => child.stop(childPatienceMs)))
    await postgres?.stop()
    await release()
    lock.release()
  }

  try {
    const held = await choosePorts(settings, lock.isAfterCrash, printLine)
    const { ports } = held
    release = held.release
    beginRole(options, processes, ports)
    let { databaseUrl } = processes
    if (databaseUrl === undefined) {
      postgres = await step('Starting PostgreSQL', supervisePostgres({ dataDir: settings.dataDir, log }))
      databaseUrl = postgres.databaseUrl
      processes.databaseUrl = databaseUrl
    }
    processes.ordered = 'prepare'
    children[0]?.send({ order: 'prepare', databaseUrl })
    const isNew = await step('Preparing the database', Promise.race([prepared.promise, failure.promise]))
    if (consoleBuilt !== undefined)
      await step('Building the console', Promise.race([consoleBuilt, failure.promise]), (seconds) => seconds)
    await release()
    processes.ordered = 'start'
    for (const child of children) child.send({ order: 'start', databaseUrl })
    const allServe = Promise.all(served.map(({ promise }) => promise))
    await step(`Starting ${parts.roles.join(', ')}`, Promise.race([allServe, failure.promise]))
    processes.isServing = true

    const url = addresses.http ?? `http://localhost:${ports.http}`
    const mqttPort = addresses.mqttPort ?? ports.mqtt
    const simulator = parts.simulator?.({ ...ports, mqtt: mqttPort })
    if (simulator)
      children.push(
        superviseChild(simulator, { log, onOutput: output.takeOutput('simulator'), onExit: (code) => code === 0 }),
      )
    lock.storeUrl(url)
    return { url, mqttPort, statusUrls, isNew, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
