import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { RoleReport, type RoleOrder } from './role-message.ts'
import { silenceLimits, watchSilence, type SilenceLimits } from './watch-silence.ts'

export type ChildProgram = Readonly<{
  name: string
  script: string
  args?: readonly string[]
  execArgv?: readonly string[]
  env: NodeJS.ProcessEnv
}>

export type SupervisedChild = Readonly<{
  send: (order: RoleOrder) => void
  /** The id of the process that runs now. */
  pid: () => number | undefined
  /** Sends SIGTERM, and SIGKILL after `patienceMs`. The process is not started again. */
  stop: (patienceMs: number) => Promise<void>
}>

const longestPauseMs = 5000
/** A process that has run this long counts as healthy again. */
const healthyAfterMs = 20_000

type Options = Readonly<{
  onReport?: (report: RoleReport) => void
  /** Called when a new process has replaced one that ended; it has no orders yet. */
  onRestart?: () => void
  /** Returns true if the process shall not be started again. `isKilled`: by a signal, as when it hung. */
  onExit?: (code: number | null, isKilled: boolean) => boolean
  /** Receives the process's standard output. */
  onOutput: (chunk: string) => void
  /** It reports that it has started; another program has with its first report. */
  reportsStart?: boolean
  /** Tests use shorter ones. */
  limits?: SilenceLimits
  log: Log
}>

/**
 * Keeps one process of the program running. A process that ends is started again: at once the first time, then with growing
 * pauses. A process that hangs is killed, and so started again.
 */
export function superviseChild(
  program: ChildProgram,
  { onReport, onRestart, onExit, onOutput, reportsStart = false, limits = silenceLimits, log }: Options,
): SupervisedChild {
  const stopping = new AbortController()
  let child: ChildProcess = begin()
  let startedAt = Date.now()
  let attempt = 0

  function begin(): ChildProcess {
    const begun = fork(program.script, [...(program.args ?? [])], {
      execArgv: [...(program.execArgv ?? [])],
      env: program.env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    begun.stdout?.setEncoding('utf8').on('data', onOutput)
    const silence = watchSilence(begun, { name: program.name, limits, log })
    begun.on('message', (message) => {
      const report = RoleReport.safeParse(message)
      if (!report.success) return
      silence.reported()
      if (!reportsStart || report.data.report === 'started') silence.serves()
      onReport?.(report.data)
    })
    begun.once('error', (error) => log.error({ err: error, process: program.name }, 'A process could not be reached'))
    begun.once('exit', (code, signal) => void ended(code, signal))
    return begun
  }

  async function ended(code: number | null, signal: NodeJS.Signals | null) {
    if (stopping.signal.aborted || onExit?.(code, signal !== null) === true) return
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
      // A process that ends meanwhile gets its orders when it has been started again.
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
