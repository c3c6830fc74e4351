import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isPostmasterOf, readPidFile } from '../../platform/db/embedded/postmaster.ts'
import { stopPostmaster } from '../../platform/db/embedded/start-or-attach.ts'
import { until } from '../until.ts'

/** The whole program as somebody starts it: the supervisor with all of its processes, in a folder of its own. */

const program = join(import.meta.dirname, '../../main.ts')
/** The program that `npm start` runs. */
export const starter = join(import.meta.dirname, '../../../../tools/start.mjs')

type HeldPort = Readonly<{ port: number; release: () => Promise<void> }>
/**
 * Holds a port, as another program would. It is below those that Linux gives to whoever asks for any: the next port, which a start finds
 * free, is still free when it listens there.
 */
export async function holdPort(): Promise<HeldPort> {
  const port = randomInt(12_000, 31_000)
  const server = createServer().listen(port, '0.0.0.0')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return holdPort()
  return { port, release: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

export async function freePorts(): Promise<{ HTTP_PORT: string; MQTT_PORT: string }> {
  const [http, mqtt] = await Promise.all([holdPort(), holdPort()])
  await Promise.all([http.release(), mqtt.release()])
  return { HTTP_PORT: String(http.port), MQTT_PORT: String(mqtt.port) }
}

// A failing test leaves its program running, and its open pipes would keep this process alive.
const programs = new Set<ChildProcess>()
after(() => {
  for (const child of programs) child.kill('SIGKILL')
})

export function start(env: Record<string, string>, started: readonly string[] = [program]) {
  const child = spawn(process.execPath, started, {
    env: { ...process.env, SIMULATOR: 'off', LOG_LEVEL: 'error', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  programs.add(child)
  let output = ''
  let errors = ''
  child.stdout.on('data', (data) => (output += String(data)))
  child.stderr.on('data', (data) => (errors += String(data)))
  const exited = once(child, 'exit').then(([code]: unknown[]) => code)
  const url = async () => {
    for (;;) {
      const address = /Console +(http\S+)/.exec(output)?.[1]
      if (address !== undefined) return address
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output}${errors}`)
      await delay(20)
    }
  }
  return {
    pid: child.pid ?? 0,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    url,
    exited,
    output: () => output,
    errors: () => errors,
  }
}

export function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'brigade-main-'))
  chmodSync(folder, 0o755)
  const cluster = join(folder, 'postgres/cluster')
  return {
    DATA_DIR: folder,
    databasePid: () => readPidFile(cluster)?.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      const file = existsSync(cluster) ? readPidFile(cluster) : undefined
      if (file && isPostmasterOf(file, realpathSync(cluster))) await stopPostmaster(file, 0)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function isServing(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}

/** A process and all that it has started. Linux only. */
export function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return [pid, ...children.map(Number).flatMap(family)]
}

/** Waits until it serves. */
export const serves = (url: string) => until('it to serve', () => isServing(url), 60_000)
