import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { systemClock } from './platform/clock.ts'
import { EmbeddedPostgresFailed } from './platform/db/embedded/embedded-failure.ts'
import { MigrationRefused } from './platform/db/migrate.ts'
import { createLog, type Log } from './platform/log.ts'
import { asEnvironment, readSettings, readSettingsFile, SettingsRefused, type Settings } from './platform/settings.ts'
import type { ChildProgram } from './platform/supervisor/supervise-child.ts'
import {
  become,
  canRead,
  leaveUnreadable,
  prepareUser,
  programFolder,
  requireReadable,
  type OtherUser,
} from './platform/supervisor/leave-root.ts'
import { listeningLines } from './platform/supervisor/listening-lines.ts'
import { openProgramLog } from './platform/supervisor/program-log.ts'
import { runElsewhere } from './platform/supervisor/run-elsewhere.ts'
import { runRole } from './platform/supervisor/run-role.ts'
import { openSteps } from './platform/supervisor/steps.ts'
import { StartFailed, supervise, type Ports } from './platform/supervisor/supervise.ts'

/** The first one prepares the database for the others. */
const roles = ['worker', 'api', 'connector'] as const
type Role = (typeof roles)[number]
/** `--role gateway` is the former name. */
const formerNames: Readonly<Record<string, Role>> = { gateway: 'connector' }

const ConsoleBuilt = z.object({ consoleBuiltIn: z.number() })

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))
const simulatorProgram = fileURLToPath(new URL('../../simulator/src/main.ts', import.meta.url))
/** The user that root becomes. */
let other: OtherUser | undefined
let file: Readonly<Record<string, unknown>> = {}

/** Resolves when tools/start.mjs has built the console, with the build time in seconds. */
const consoleBuilt =
  process.env['BRIGADE_CONSOLE'] === 'building'
    ? new Promise<number>((resolve) => {
        process.on('message', (message) => {
          const built = ConsoleBuilt.safeParse(message)
          if (built.success) resolve(built.data.consoleBuiltIn)
        })
      })
    : undefined

const exitWithParent = new URL('./platform/supervisor/exit-with-parent.ts', import.meta.url).href

/** Prints the reason in one line and ends: with code 2 for a wrong setting, else with 1. */
function giveUp(error: unknown): never {
  if (error instanceof SettingsRefused) {
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
  const isKnown =
    error instanceof EmbeddedPostgresFailed || error instanceof MigrationRefused || error instanceof StartFailed
  process.stderr.write(
    isKnown ? `Brigade did not start: ${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
}

/**
 * The environment of our own processes, which may be unable to read the settings file. They store compiled code where
 * they may write.
 */
function environmentOf({ dataDir, mqtt }: Settings): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const places = other === undefined ? {} : { HOME: dataDir, NODE_COMPILE_CACHE: other.compiledDir }
  const tls = mqtt.tls === undefined ? {} : { MQTT_TLS_CERT: mqtt.tls.certFile, MQTT_TLS_KEY: mqtt.tls.keyFile }
  return {
    ...asEnvironment(file),
    ...own,
    ...places,
    ...tls,
    BRIGADE_CONFIG: 'none',
    BRIGADE_CONSOLE: '',
    DATA_DIR: dataDir,
  }
}

function environmentFor(settings: Settings, ports: Ports): NodeJS.ProcessEnv {
  return {
    ...environmentOf(settings),
    HTTP_HOST: settings.http.host,
    MQTT_HOST: settings.mqtt.host,
    HTTP_PORT: String(ports.http),
    MQTT_PORT: String(ports.mqtt),
    DEMO: settings.demo ? 'on' : 'off',
    // The supervisor reads their output.
    LOG_FORMAT: 'json',
  }
}

/** Warnings of Node that do not help the person at the terminal. */
const quiet = ['--disable-warning=ExperimentalWarning']

/**
 * Most memory of an idle process is the young generation, which V8 lets grow to 48 MB. This limits it to three times this many MB. The
 * connector, which makes the most short-lived objects, gets more.
 */
const semiSpaceOf = (name: Role | 'simulator') => [`--max-semi-space-size=${name === 'connector' ? 4 : 2}`]

/**
 * V8 lets the old generation of a busy process grow fourfold before it looks through it. The worker computes the past of the demo at its start, and
 * counts and exports later: it looks after each third, which costs a second in all of the past and saves a hundred MB.
 */
const growthOf = (role: Role) => (role === 'worker' ? ['--heap-growing-percent=30'] : [])

function roleProgram(settings: Settings) {
  return (role: Role, ports: Ports): ChildProgram => ({
    name: role,
    script: fileURLToPath(import.meta.url),
    args: ['--role', role],
    execArgv: [...quiet, ...semiSpaceOf(role), ...growthOf(role)],
    env: environmentFor(settings, ports),
  })
}

/** The address of an external broker, without our own name and password there. */
function brokerUrl({ mqtt: { broker } }: Settings): string | undefined {
  if (broker === undefined) return undefined
  const host = broker.host.includes(':') ? `[${broker.host}]` : broker.host
  return `${broker.isTls ? 'mqtts' : 'mqtt'}://${host}:${broker.port}`
}

function simulatorProgramFor(settings: Settings) {
  return (ports: Ports): ChildProgram | undefined => {
    // Without demo data the server knows none of a simulated fleet's devices.
    if (!settings.simulator || !settings.demo || !existsSync(simulatorProgram)) return undefined
    const host = ['0.0.0.0', '::'].includes(settings.mqtt.host) ? '127.0.0.1' : settings.mqtt.host
    return {
      name: 'simulator',
      script: simulatorProgram,
      execArgv: [...quiet, ...semiSpaceOf('simulator'), '--import', exitWithParent],
      env: {
        ...environmentFor(settings, ports),
        MQTT_URL: brokerUrl(settings) ?? `mqtt://${host}:${ports.mqtt}`,
        OVENS: String(settings.simulator.ovens),
        COOLERS: String(settings.simulator.coolers),
        API_URL: `http://${['0.0.0.0', '::'].includes(settings.http.host) ? '127.0.0.1' : settings.http.host}:${ports.http}`,
      },
    }
  }
}

/** Instructions for the first sign-in. A generated password is printed only this once. */
function signInLines({ demo, presetPassword, isPresetMade }: Settings, isNew: boolean): string[] {
  if (demo) return [`  Sign in   admin / ${presetPassword}`]
  if (!isNew || !isPresetMade) return []
  return [
    `  Sign in   admin / ${presetPassword}`,
    '            made for this installation and shown this once: you choose your own then',
  ]
}

async function runAll(settings: Settings) {
  const steps = openSteps((text) => void process.stdout.write(text))
  const { printLine } = steps
  const output = openProgramLog({ dataDir: settings.dataDir, format: settings.logFormat, print: printLine })
  const log = createLog({ level: settings.logLevel, role: 'supervisor', destination: output })
  const starting = new AbortController()
  let stopAll: (() => Promise<void>) | undefined
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    if (!stopAll) return starting.abort()
    printLine('Stopping …')
    await stopAll()
    printLine('Stopped.')
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  // A closed terminal.
  process.on('SIGHUP', () => void stop())
  // tools/start.mjs was killed.
  process.on('disconnect', () => void stop())

  const startedAt = performance.now()
  try {
    const running = await supervise({
      settings,
      parts: { roles, programOf: roleProgram(settings), simulator: simulatorProgramFor(settings) },
      log,
      output,
      steps,
      consoleBuilt,
      signal: starting.signal,
    })
    stopAll = running.stop
    process.send?.('serving')
    printLine('')
    printLine(`  Brigade is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
    printLine(`  Console   ${settings.publicUrl ?? running.url}`)
    printLine(`  Devices   ${brokerUrl(settings) ?? `MQTT on port ${running.mqttPort}`}`)
    for (const line of signInLines(settings, running.isNew)) printLine(line)
    printLine('')
    for (const line of listeningLines(settings, running, output.path)) printLine(line)
    printLine('')
  } catch (error) {
    if (starting.signal.aborted) process.exit(0)
    giveUp(error)
  }
}

/** The log of a process without a supervisor of ours: on standard output. */
function logOf({ logLevel, logFormat }: Settings, role: string): Log {
  const readable = logFormat === 'text' || (logFormat === 'file' && process.stdout.isTTY)
  return createLog({ level: logLevel, role, readable })
}

async function runOne(role: Role, settings: Settings) {
  const clock = systemClock
  const log = logOf(settings, role)
  if (settings.databaseUrl === undefined && process.send === undefined) {
    throw new SettingsRefused('Setting DATABASE_URL is missing: a role that runs alone needs it')
  }
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'An error nobody handled: the process ends and is started again')
    process.exit(1)
  })
  const app = await import('./app.ts')
  await runRole({
    databaseUrl: settings.databaseUrl,
    drainMs: settings.drainMs,
    log,
    prepare: (databaseUrl) => app.prepare({ settings: { ...settings, databaseUrl }, clock, log }),
    start: (databaseUrl) =>
      app.startApp({
        roles: [role],
        settings: { ...settings, databaseUrl },
        clock,
        log,
        consoleFolder: existsSync(consoleFolder) ? consoleFolder : undefined,
      }),
  })
}

async function prepareOnly(settings: Settings) {
  if (settings.databaseUrl === undefined)
    throw new SettingsRefused('Setting DATABASE_URL is missing: --prepare needs it')
  const { prepare } = await import('./app.ts')
  const log = logOf(settings, 'prepare')
  const { isNew } = await prepare({ settings, clock: systemClock, log })
  if (!settings.demo) for (const line of signInLines(settings, isNew)) process.stdout.write(`${line}\n`)
}

function readArguments() {
  try {
    return parseArgs({ options: { role: { type: 'string' }, prepare: { type: 'boolean' }, demo: { type: 'boolean' } } })
      .values
  } catch (error) {
    throw new SettingsRefused(error instanceof Error ? error.message : String(error))
  }
}

async function run(options: ReturnType<typeof readArguments>, settings: Settings) {
  const role = roles.find((known) => known === options.role) ?? formerNames[options.role ?? '']
  if (options.role !== undefined && !role)
    throw new SettingsRefused(`There is no role ${options.role}: --role is one of ${roles.join(', ')}`)
  if (options.prepare === true) await prepareOnly(settings)
  else if (role) await runOne(role, settings)
  else await runAll(settings)
}

try {
  const options = readArguments()
  file = readSettingsFile(process.env)
  let settings = readSettings(process.env, file, { demo: options.demo })
  other = prepareUser(settings)
  if (other !== undefined) settings = { ...settings, dataDir: other.dataDir }
  if (other !== undefined && !canRead(other.user)) {
    await consoleBuilt
    runElsewhere(programFolder, other.user, environmentOf(settings))
  } else {
    if (other !== undefined) {
      become(other.user)
      leaveUnreadable(settings.dataDir)
      // The parent process gives up root too.
      process.send?.({ user: other.user })
    }
    requireReadable(settings)
    await run(options, settings)
  }
} catch (error) {
  giveUp(error)
}
