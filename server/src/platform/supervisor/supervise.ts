import { supervisePostgres, type SupervisedPostgres } from '../db/embedded/supervise-postgres.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { freePort } from './free-port.ts'
import { lockInstance } from './instance-lock.ts'
import { superviseChild, type ChildProgram, type SupervisedChild } from './supervise-child.ts'
import type { ProgramLog } from './program-log.ts'
import type { Steps } from './steps.ts'

export type SupervisorParts<Role extends string> = Readonly<{
  /** There is one process for each; the first prepares the database. */
  roles: readonly [Role, ...Role[]]
  programOf: (role: Role, ports: Ports) => ChildProgram
  /** Started last, when everything else answers. */
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

/** Children that are asked to stop get SIGKILL after this time. With PostgreSQL's own limit, everything has ended within five seconds. */
const childPatienceMs = 3200

async function choosePorts(
  { http, mqtt }: Settings,
  isAfterCrash: boolean,
  say: (line: string) => void,
): Promise<Ports> {
  const patienceMs = isAfterCrash ? 3000 : 0
  const httpPort = await freePort({ setting: 'HTTP_PORT', ...http, patienceMs })
  const mqttPort = await freePort({ setting: 'MQTT_PORT', ...mqtt, avoid: [httpPort], patienceMs })
  if (httpPort !== http.port) say(`Port ${http.port} is taken by another program: the console is on ${httpPort}`)
  if (mqttPort !== mqtt.port) say(`Port ${mqtt.port} is taken by another program: devices connect to ${mqttPort}`)
  return { http: httpPort, mqtt: mqttPort }
}

/** Runs everything on this machine: database, one process for each role, simulated fleet. Resolves when it serves. */
export async function supervise<Role extends string>({
  settings,
  parts,
  log,
  output,
  steps: { say, step },
  consoleBuilt,
  signal,
}: {
  settings: Settings
  parts: SupervisorParts<Role>
  log: Log
  /** Takes what the processes write. */
  output: ProgramLog
  steps: Steps
  /** Where the console is still being built: resolves to the seconds that it took. */
  consoleBuilt: Promise<number> | undefined
  /** Gives up a start that is still under way. */
  signal: AbortSignal
}): Promise<Supervisor> {
  const lock = lockInstance(settings.dataDir)
  const children: SupervisedChild[] = []
  let postgres: SupervisedPostgres | undefined

  async function stop() {
    await Promise.all(children.map((child) => child.stop(childPatienceMs)))
    await postgres?.stop()
    lock.release()
  }

  try {
    const ports = await choosePorts(settings, lock.isAfterCrash, say)
    const failure = Promise.withResolvers<never>()
    // It is awaited below; a rejection before that must not end the process.
    failure.promise.catch(() => undefined)
    signal.addEventListener('abort', () => failure.reject(new StartFailed('Stopped before everything ran')))
    const prepared = Promise.withResolvers<boolean>()
    const statusUrls = new Map<string, string>()
    const served = parts.roles.map(() => Promise.withResolvers<void>())
    let isServing = false
    let databaseUrl = settings.databaseUrl
    const addresses: { http?: string | undefined; mqttPort?: number | undefined } = {}

    function begin(index: number, role: Role) {
      const child: SupervisedChild = superviseChild(parts.programOf(role, ports), {
        log,
        onOutput: output.takeOutput(role),
        onRestart: () => {
          if (databaseUrl !== undefined) child.send({ order: 'start', databaseUrl })
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
            if (isServing) log.info({ process: role }, 'Serves again')
          }
        },
        onExit: (code) => {
          if (!isServing) failure.reject(new StartFailed(`The ${role} process ended while starting (code ${code})`))
          return !isServing
        },
      })
      children.push(child)
    }

    /** The first role compiles what all of them import; the others begin when it has loaded, and find it compiled. */
    function beginOthers() {
      if (children.length > 1 || signal.aborted) return
      for (const [index, role] of parts.roles.entries()) if (index > 0) begin(index, role)
    }

    begin(0, parts.roles[0])
    if (databaseUrl === undefined) {
      postgres = await step('Starting PostgreSQL', supervisePostgres({ dataDir: settings.dataDir, log }))
      databaseUrl = postgres.databaseUrl
    }
    children[0]?.send({ order: 'prepare', databaseUrl })
    const isNew = await step('Preparing the database', Promise.race([prepared.promise, failure.promise]))
    if (consoleBuilt !== undefined)
      await step('Building the console', Promise.race([consoleBuilt, failure.promise]), (seconds) => seconds)
    for (const child of children) child.send({ order: 'start', databaseUrl })
    const allServe = Promise.all(served.map(({ promise }) => promise))
    await step(`Starting ${parts.roles.join(', ')}`, Promise.race([allServe, failure.promise]))
    isServing = true

    const url = addresses.http ?? `http://localhost:${ports.http}`
    const mqttPort = addresses.mqttPort ?? ports.mqtt
    const simulator = parts.simulator?.({ ...ports, mqtt: mqttPort })
    if (simulator)
      children.push(
        superviseChild(simulator, { log, onOutput: output.takeOutput('simulator'), onExit: (code) => code === 0 }),
      )
    lock.saysUrl(url)
    return { url, mqttPort, statusUrls, isNew, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
