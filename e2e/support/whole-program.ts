import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startOrAttach } from '@brigade/server/platform/db/embedded/start-or-attach.ts'
import { openDatabase, type OpenedDatabase } from '@brigade/server/platform/db/open-database.ts'
import { readSettings, type Settings } from '@brigade/server/platform/settings.ts'
import { until } from '@brigade/server/testing/until.ts'

const program = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

export type Part = 'api' | 'connector' | 'worker' | 'database'

/** Brigade as `npm start` runs it: a supervisor, a process a role, an embedded PostgreSQL. In a data folder of its own, without the simulator. */
export type WholeProgram = Readonly<{
  url: string
  /** 0 with an external broker. */
  mqttPort: number
  settings: Settings
  /** Opens a connection to the running embedded database; the caller closes it. */
  openDatabase: () => Promise<OpenedDatabase>
  /** Everything it has written to its standard output. */
  output: () => string
  /** The process of a part; the one of the database is the parent of all that work for it. */
  pidOf: (part: Part) => number
  /** Kills these processes outright: SIGKILL, no farewell. */
  kill: (parts: readonly Part[]) => void
  /** Kills everything, the supervisor first. */
  killAll: () => Promise<void>
  /** Starts it again on the same data folder; addresses are the new one's. */
  startAgain: () => Promise<WholeProgram>
  stop: () => Promise<void>
}>

let started = 0
/** A range of ports for each program started here, so that tests beside each other, and runs, keep theirs through a kill. */
function ownPorts(): { http: string; mqtt: string } {
  started += 1
  const first = 10_000 + ((process.pid * 7 + started * 13) % 1000) * 20
  return { http: String(first), mqtt: String(first + 10) }
}

export async function startWholeProgram(
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'brigade-whole-')),
  others: Readonly<Record<string, string>> = {},
): Promise<WholeProgram> {
  // If root runs this, the database belongs to another user who needs access; otherwise it would be placed elsewhere
  // and not be removed.
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const ports = ownPorts()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    SIMULATOR: 'off',
    DEMO: 'off',
    HTTP_PORT: ports.http,
    MQTT_PORT: ports.mqtt,
    HTTP_HOST: '127.0.0.1',
    MQTT_HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...others,
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const [, url = '', mqttPort = ''] = await until(
    'Brigade is ready',
    () => /Console\s+(\S+)\s+Devices\s+(?:MQTT on port (\d+)|\S+:\/\/)/.exec(output) ?? undefined,
    60_000,
  )

  const pidOf = (part: Part): number => (part === 'database' ? postmasterPid(dataDir) : rolePid(child.pid ?? 0, part))

  return {
    url,
    mqttPort: Number(mqttPort),
    settings: readSettings({ DATA_DIR: dataDir }),
    output: () => output,
    openDatabase: async () =>
      openDatabase(await startOrAttach({ dataDir, mode: 'durable' }), { applicationName: 'test' }),
    pidOf,
    kill: (parts) => {
      for (const pid of parts.map(pidOf)) process.kill(pid, 'SIGKILL')
    },
    killAll: async () => {
      const pids = (['api', 'connector', 'worker', 'database'] as const).map(pidOf)
      child.kill('SIGKILL')
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      await ended
    },
    startAgain: () => startWholeProgram(dataDir, others),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function rolePid(parent: number, role: string): number {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const isChild = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === String(parent)
      if (isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`--role\0${role}`)) return Number(name)
    } catch {
      // The process ended in the meantime.
    }
  }
  throw new Error(`No process of the role ${role}`)
}

function postmasterPid(dataDir: string): number {
  const found = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  )
  return Number(readFileSync(path.join(dataDir, found ?? ''), 'utf8').split('\n')[0])
}
