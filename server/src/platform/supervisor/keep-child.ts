import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { RoleReport, type RoleOrder } from './role-message.ts'

export type ChildProgram = Readonly<{
  name: string
  script: string
  args?: readonly string[]
  execArgv?: readonly string[]
  env: NodeJS.ProcessEnv
}>

export type KeptChild = Readonly<{
  send: (order: RoleOrder) => void
  /** Of the process that runs now. */
  pid: () => number | undefined
  /** Asks, waits, and after `patienceMs` insists. No restart follows. */
  stop: (patienceMs: number) => Promise<void>
}>

const longestPauseMs = 5000
/** Every process says once a second that it lives. One that says nothing for so many seconds hangs. */
const mostSilentSeconds = 15
/** Before its first word it loads, on a busy machine for long. */
const loadingSeconds = 60
/** Having run this long, it counts as healthy again. */
const healthyAfterMs = 20_000

/**
 * Keeps one process of the program running: what ends is started again, at once the first time, then with growing pauses. What
 * hangs is killed, and so started again.
 */
export function keepChild(
  program: ChildProgram,
  {
    onReport,
    onRestart,
    onExit,
    silentSeconds = mostSilentSeconds,
    log,
  }: {
    onReport?: (report: RoleReport) => void
    /** A new process replaced one that ended; it has its orders still to get. */
    onRestart?: () => void
    /** True keeps it from being started again. */
    onExit?: (code: number | null) => boolean
    /** Tests wait less long. */
    silentSeconds?: number
    log: Log
  },
): KeptChild {
  const stopping = new AbortController()
  let child: ChildProcess = begin()
  let startedAt = Date.now()
  let attempt = 0

  /** Counted, not timed: a supervisor that was held up itself (a laptop asleep) blames nobody for it. */
  function watchSilence(begun: ChildProcess): () => void {
    let silent = -loadingSeconds
    const timer = setInterval(() => {
      silent += 1
      if (silent <= silentSeconds) return
      log.error({ process: program.name, pid: begun.pid, seconds: silentSeconds }, 'A process hangs: killing it')
      begun.kill('SIGKILL')
      clearInterval(timer)
    }, 1000)
    timer.unref()
    begun.once('exit', () => clearInterval(timer))
    return () => {
      silent = 0
    }
  }

  function begin(): ChildProcess {
    const begun = fork(program.script, [...(program.args ?? [])], {
      execArgv: [...(program.execArgv ?? [])],
      env: program.env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const heard = watchSilence(begun)
    begun.on('message', (message) => {
      const report = RoleReport.safeParse(message)
      if (!report.success) return
      heard()
      onReport?.(report.data)
    })
    begun.once('error', (error) => log.error({ err: error, process: program.name }, 'A process could not be reached'))
    begun.once('exit', (code, signal) => void ended(code, signal))
    return begun
  }

  async function ended(code: number | null, signal: NodeJS.Signals | null) {
    if (stopping.signal.aborted || onExit?.(code) === true) return
    if (Date.now() - startedAt > healthyAfterMs) attempt = 0
    const pauseMs = attempt === 0 ? 0 : Math.min(100 * 2 ** attempt, longestPauseMs)
    attempt += 1
    log.error(
      { process: program.name, code, signal },
      pauseMs === 0 ? 'A process ended: starting it again' : `A process ended again: starting it in ${pauseMs} ms`,
    )
    try {
      await delay(pauseMs, undefined, { signal: stopping.signal })
    } catch {
      return
    }
    startedAt = Date.now()
    child = begin()
    onRestart?.()
  }

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  return {
    send: (order) => {
      // A process that ends meanwhile gets its orders again when it is back.
      if (child.connected) child.send(order, () => undefined)
    },
    pid: () => child.pid,
    stop: async (patienceMs) => {
      stopping.abort()
      if (hasEnded()) return
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      if (child.connected) child.send({ order: 'stop' }, () => undefined)
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await gone
      clearTimeout(timer)
    },
  }
}
