import { keepPostgres, type KeptPostgres } from '../db/embedded/keep-postgres.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { freePort } from './free-port.ts'
import { lockInstance } from './instance-lock.ts'
import { keepChild, type ChildProgram, type KeptChild } from './keep-child.ts'

export type SupervisorParts = Readonly<{
  /** A process for each; the first is the one that prepares the database. */
  roles: readonly string[]
  programOf: (role: string, ports: Ports) => ChildProgram
  /** Started last, when everything else answers. */
  simulator?: (ports: Ports) => ChildProgram | undefined
}>

export type Ports = Readonly<{ http: number; mqtt: number }>

export type Supervisor = Readonly<{
  url: string
  mqttPort: number
  /** Where gateway and worker say how they are, by role. */
  statusUrls: ReadonlyMap<string, string>
  /** The database was empty before. */
  isNew: boolean
  stop: () => Promise<void>
}>

/** The start failed for a reason that was said by a child; one line. */
export class StartFailed extends Error {
  override name = 'StartFailed'
}

/** Stopping children get this long before SIGKILL; with the database's own, all is over within five seconds. */
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

/** Everything on this machine under one roof: database, one process a role, simulated fleet. Resolves when it serves. */
export async function supervise({
  settings,
  parts,
  log,
  say,
  signal,
}: {
  settings: Settings
  parts: SupervisorParts
  log: Log
  /** For the person who started it. */
  say: (line: string) => void
  /** Gives up a start that is still under way. */
  signal: AbortSignal
}): Promise<Supervisor> {
  const lock = lockInstance(settings.dataDir)
  const children: KeptChild[] = []
  let postgres: KeptPostgres | undefined

  async function stop() {
    await Promise.all(children.map((child) => child.stop(childPatienceMs)))
    await postgres?.stop()
    lock.release()
  }

  try {
    const ports = await choosePorts(settings, lock.isAfterCrash, say)
    const failure = Promise.withResolvers<never>()
    // Waited for below; unheard until then it must not end the process.
    failure.promise.catch(() => undefined)
    signal.addEventListener('abort', () => failure.reject(new StartFailed('Stopped before everything ran')))
    const prepared = Promise.withResolvers<boolean>()
    const statusUrls = new Map<string, string>()
    const served = parts.roles.map(() => Promise.withResolvers<void>())
    let isServing = false
    let databaseUrl = settings.databaseUrl
    const addresses: { http?: string | undefined; mqttPort?: number | undefined } = {}

    for (const [index, role] of parts.roles.entries()) {
      const child: KeptChild = keepChild(parts.programOf(role, ports), {
        log,
        onRestart: () => {
          if (databaseUrl !== undefined) child.send({ order: 'start', databaseUrl })
        },
        onReport: (report) => {
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

    if (databaseUrl === undefined) {
      postgres = await keepPostgres({ dataDir: settings.dataDir, log })
      databaseUrl = postgres.databaseUrl
    }
    children[0]?.send({ order: 'prepare', databaseUrl })
    const isNew = await Promise.race([prepared.promise, failure.promise])
    for (const child of children) child.send({ order: 'start', databaseUrl })
    await Promise.race([Promise.all(served.map(({ promise }) => promise)), failure.promise])
    isServing = true

    const url = addresses.http ?? `http://localhost:${ports.http}`
    const mqttPort = addresses.mqttPort ?? ports.mqtt
    const simulator = parts.simulator?.({ ...ports, mqtt: mqttPort })
    if (simulator) children.push(keepChild(simulator, { log, onExit: (code) => code === 0 }))
    lock.saysUrl(url)
    return { url, mqttPort, statusUrls, isNew, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
