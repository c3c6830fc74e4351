import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { freePort } from './process/free-port.ts'
import { until } from './until.ts'

const program = '/usr/sbin/mosquitto'
export const hasMosquitto = () => existsSync(program)

export type Mosquitto = AsyncDisposable &
  Readonly<{
    pid: number
    port: number
    url: string
    version: string
    /** SIGKILL, without a DISCONNECT. */
    kill: () => Promise<void>
  }>

export type MosquittoWish = Readonly<{
  port?: number | undefined
  /** The folder in which it persists its state for a later start. Without it nothing is persisted. */
  keepIn?: string | undefined
  /** The rights of clients without a name, as lines of an `acl_file`; without it they have all. */
  rights?: readonly string[] | undefined
}>

/** The log of subscriptions, each with its epoch second in front. */
export const mosquittoLog = (keepIn: string) => path.join(path.resolve(keepIn), 'mosquitto.log')

/** Debian's Mosquitto, with the settings of docs/operations.md, on a separate port. It is removed when disposed of. */
export async function startMosquitto({ port: requested, keepIn, rights }: MosquittoWish = {}): Promise<Mosquitto> {
  if (!hasMosquitto()) throw new Error('There is no Mosquitto to test with. As root: apt-get install mosquitto')
  const folder = await mkdtemp(path.join(tmpdir(), 'brigade-mosquitto-'))
  const port = requested ?? (await freePort())
  const file = path.join(folder, 'mosquitto.conf')
  const acl = path.join(folder, 'acl')
  if (rights !== undefined) await writeFile(acl, `${rights.join('\n')}\n`, { mode: 0o600 })
  await writeFile(
    file,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'log_dest topic',
      'log_type notice',
      'connection_messages true',
      'sys_interval 0',
      'max_inflight_messages 0',
      'max_queued_messages 0',
      'set_tcp_nodelay true',
      ...(rights === undefined ? [] : [`acl_file ${acl}`]),
      ...(keepIn === undefined
        ? []
        : [
            'persistence true',
            `persistence_location ${path.resolve(keepIn)}/`,
            'autosave_interval 1',
            `log_dest file ${mosquittoLog(keepIn)}`,
            'log_type subscribe',
          ]),
      // As root it would switch to another user, who may not read this file.
      `user ${userInfo().username}`,
      '',
    ].join('\n'),
  )
  const child = spawn(program, ['-c', file], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await until('Mosquitto to listen', async () => {
    if (child.exitCode !== null) throw new Error(`Mosquitto ended while starting, with code ${child.exitCode}`)
    return answersAt(port)
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  return {
    pid: child.pid ?? 0,
    port,
    url: `mqtt://127.0.0.1:${port}`,
    version: /version (\S+)/.exec(spawnSync(program, ['-h'], { encoding: 'utf8' }).stdout)?.[1] ?? '',
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}

function answersAt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
