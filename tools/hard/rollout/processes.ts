import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Role } from '@brigade/server/app.ts'
import { forkRole } from '@brigade/server/testing/process/fork-role.ts'
import type { TestApp } from '@brigade/server/testing/start-app.ts'

const maxStarts = 10
const pauseMs = 1000

type Part = { role: Role; child: ChildProcess; port: number; url: string }

export type Processes = Readonly<{
  /** The port of the connector that runs now, and the address of the api. */
  port: () => number
  url: () => string
  /**
   * Kills one after the other with SIGKILL, and now and then all of them at once; each is started again. Returns what
   * was killed.
   */
  killNext: () => Promise<string>
  /** The private memory of the largest worker, MB. */
  largestWorker: () => number
  stop: () => void
}>

/** Processes of an installation that are killed in turn. */
export async function startProcesses(
  app: TestApp,
  roles: readonly Role[],
  settings: Readonly<Record<string, string>>,
): Promise<Processes> {
  /** A process that starts while the database is away may end at once, as under a supervisor, which starts it again. */
  const start = async (role: Role): Promise<Part> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { role, ...(await forkRole(app, role, settings)) }
      } catch (error) {
        if (attempt === maxStarts) throw error
        await wait(pauseMs)
      }
    }
  }
  const parts = await Promise.all(roles.map(start))
  const of = (role: Role) => parts.find((part) => part.role === role)
  let turn = 0

  async function kill(at: number): Promise<void> {
    const part = parts[at]
    if (part === undefined) return
    const gone = once(part.child, 'exit')
    part.child.kill('SIGKILL')
    await gone
    parts[at] = await start(part.role)
  }

  return {
    port: () => of('connector')?.port ?? 0,
    url: () => of('api')?.url ?? '',
    killNext: async () => {
      const at = turn % (parts.length + 1)
      turn += 1
      if (at < parts.length) {
        await kill(at)
        return parts[at]?.role ?? ''
      }
      await Promise.all(parts.map((_part, index) => kill(index)))
      return 'all of them'
    },
    largestWorker: () => Math.max(0, ...parts.filter(({ role }) => role === 'worker').map(({ child }) => held(child))),
    stop: () => {
      for (const { child } of parts) child.kill('SIGKILL')
    },
  }
}

/** The share of memory that is its own, PSS. A process that was just killed holds none. */
function held({ pid }: ChildProcess): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/Pss:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
