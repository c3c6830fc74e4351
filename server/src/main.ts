import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { systemClock } from './platform/clock.ts'
import { EmbeddedPostgresFailed } from './platform/db/embedded/embedded-failure.ts'
import { MigrationRefused } from './platform/db/migrate.ts'
import { createLog } from './platform/log.ts'
import { readSettings, readSettingsFile, SettingsRefused, type Settings } from './platform/settings.ts'
import type { ChildProgram } from './platform/supervisor/keep-child.ts'
import { runRole } from './platform/supervisor/run-role.ts'
import { StartFailed, supervise, type Ports } from './platform/supervisor/supervise.ts'

/** The first one prepares the database for all. */
const roles = ['worker', 'api', 'gateway'] as const
type Role = (typeof roles)[number]

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))
const simulatorProgram = fileURLToPath(new URL('../../simulator/src/main.ts', import.meta.url))
const exitWithParent = new URL('./platform/supervisor/exit-with-parent.ts', import.meta.url).href

/** Says it in one line and ends: 2 for a wrong setting, 1 for anything else that the person can put right. */
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

function environmentFor(settings: Settings, ports: Ports): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATA_DIR: settings.dataDir,
    HTTP_PORT: String(ports.http),
    MQTT_PORT: String(ports.mqtt),
    DEMO: settings.demo ? 'on' : 'off',
  }
}

/** Node kinds of trouble that mean nothing to the person at the terminal. */
const quiet = ['--disable-warning=ExperimentalWarning']

function roleProgram(settings: Settings) {
  return (role: string, ports: Ports): ChildProgram => ({
    name: role,
    script: fileURLToPath(import.meta.url),
    args: ['--role', role],
    execArgv: quiet,
    env: environmentFor(settings, ports),
  })
}

/** Where devices connect when it is not to us, without our own name and password there. */
function brokerUrl({ mqtt: { broker } }: Settings): string | undefined {
  if (broker === undefined) return undefined
  const host = broker.host.includes(':') ? `[${broker.host}]` : broker.host
  return `${broker.isTls ? 'mqtts' : 'mqtt'}://${host}:${broker.port}`
}

function simulatorProgramFor(settings: Settings) {
  return (ports: Ports): ChildProgram | undefined => {
    // Without demo data there is no fleet that the server would know.
    if (!settings.simulator || !settings.demo || !existsSync(simulatorProgram)) return undefined
    const host = ['0.0.0.0', '::'].includes(settings.mqtt.host) ? '127.0.0.1' : settings.mqtt.host
    return {
      name: 'simulator',
      script: simulatorProgram,
      execArgv: [...quiet, '--import', exitWithParent],
      env: {
        ...environmentFor(settings, ports),
        MQTT_URL: brokerUrl(settings) ?? `mqtt://${host}:${ports.mqtt}`,
        OVENS: String(settings.simulator.ovens),
        COOLERS: String(settings.simulator.coolers),
      },
    }
  }
}

async function runAll(settings: Settings) {
  const log = createLog({ level: settings.logLevel, role: 'supervisor' })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const starting = new AbortController()
  let stopAll: (() => Promise<void>) | undefined
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    if (!stopAll) return starting.abort()
    say('Stopping …')
    await stopAll()
    say('Stopped.')
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
      say,
      signal: starting.signal,
    })
    stopAll = running.stop
    say('')
    say(`  Brigade is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
    say(`  Console   ${settings.publicUrl ?? running.url}`)
    say(`  Devices   ${brokerUrl(settings) ?? `MQTT on port ${running.mqttPort}`}`)
    if (settings.demo) say(`  Sign in   admin / ${settings.presetPassword}`)
    say('')
  } catch (error) {
    if (starting.signal.aborted) process.exit(0)
    giveUp(error)
  }
}

async function runOne(role: Role, settings: Settings) {
  const clock = systemClock
  const log = createLog({ level: settings.logLevel, role })
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
  await prepare({ settings, clock: systemClock, log: createLog({ level: settings.logLevel, role: 'prepare' }) })
}

function readArguments() {
  try {
    return parseArgs({ options: { role: { type: 'string' }, prepare: { type: 'boolean' }, demo: { type: 'boolean' } } })
      .values
  } catch (error) {
    throw new SettingsRefused(error instanceof Error ? error.message : String(error))
  }
}

try {
  const asked = readArguments()
  const settings = readSettings(process.env, readSettingsFile(process.env), { demo: asked.demo })
  const role = roles.find((known) => known === asked.role)
  if (asked.role !== undefined && !role)
    throw new SettingsRefused(`There is no role ${asked.role}: --role is one of ${roles.join(', ')}`)
  if (asked.prepare === true) await prepareOnly(settings)
  else if (role) await runOne(role, settings)
  else await runAll(settings)
} catch (error) {
  giveUp(error)
}
