import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ServiceUser } from '../../platform/db/embedded/service-user.ts'
import { freePort } from '../process/free-port.ts'
import { until } from '../until.ts'
import { unpackedProgram, type ProxyProgram } from './unpacked-program.ts'

export type RunningProxy = AsyncDisposable & Readonly<{ port: number }>

export type ProxyWish = Readonly<{
  name: ProxyProgram
  /** The text of the configuration, for the port and the folder that the proxy gets. */
  configOf: (given: Readonly<{ port: number; folder: string }>) => string
  argsOf: (given: Readonly<{ file: string; folder: string }>) => readonly string[]
  /** A user other than that of the tests. */
  user?: ServiceUser
}>

/** Debian's program in the foreground, with a folder and a port of its own. Both are removed when it is disposed of. */
export async function runProxy({ name, configOf, argsOf, user }: ProxyWish): Promise<RunningProxy> {
  const { path: program, env } = unpackedProgram(name)
  const folder = await mkdtemp(path.join(tmpdir(), `brigade-${name}-`))
  const port = await freePort()
  const file = path.join(folder, `${name}.conf`)
  await writeFile(file, configOf({ port, folder }))
  if (user) for (const each of [folder, file]) chownSync(each, user.uid, user.gid)
  const child = spawn(program, argsOf({ file, folder }), {
    ...user,
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = outputOf(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await until(`${name} to listen`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended while starting: ${said()}`)
    return answersAt(port)
  })
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      const killing = setTimeout(() => child.kill('SIGKILL'), 2000)
      await ended
      clearTimeout(killing)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The end of its output, for the message of a failure. */
function outputOf(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      text = `${text}${String(data)}`.slice(-2000)
    })
  return () => text.trim()
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
