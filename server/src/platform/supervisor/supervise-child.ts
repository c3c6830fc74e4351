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

export type SupervisedChild = Readonly<{
  send: (order: RoleOrder) => void
  /** The id of the process that runs now. */
  pid: () => number | undefined
  /** Sends SIGTERM, and SIGKILL after `patienceMs`. The process is not started again. */
  stop: (patienceMs: number) => Promise<void>
}>

const longestPauseMs = 5000
/** Every process reports once a second that it is alive. A process without a report for this many seconds hangs. */
const mostSilentSeconds = 15
/** Before its first report a process loads its code, which takes long on a busy machine. */
const loadingSeconds = 60
/** A process that has run this long counts as healthy again. */
const healthyAfterMs = 20_000

type Options = Readonly<{
  onReport?: (report: RoleReport) => void
  /** Called when a new process has replaced one that ended; it has no orders yet. */
  onRestart?: () => void
  /** Returns true if the process shall not be started again. */
  onExit?: (code: number | null) => boolean
  /** Receives the process's standard output. */
  onOutput: (chunk: string) => void
  /** Tests use a shorter time. */
  silentSeconds?: number
  log: Log
}>

/**
 * Kills a process that is silent for too long; call the returned function at each report. It counts seconds instead of
 * comparing times: a supervisor that was suspended itself (a laptop asleep) kills no process for it.
 */
function watchSilence(
  begun: ChildProcess,
  { name, silentSeconds, log }: Readonly<{ name: string; silentSeconds: number; log: Log }>,
): () => void {
  let silent = -loadingSeconds
  const timer = setInterval(() => {
    silent += 1
    if (silent <= silentSeconds) return
    log.error({ process: name, pid: begun.pid, seconds: silentSeconds }, 'A process hangs: killing it')
    begun.kill('SIGKILL')
    clearInterval(timer)
  }, 1000)
  timer.unref()
  begun.once('exit', () => clearInterval(timer))
  return () => {
    silent = 0
  }
}

/**
 * Keeps one process of the program running. A process that ends is started again: at once the first time, then with growing
 * pauses. A process that hangs is killed, and so started again.
 */
export function superviseChild(
  program: ChildProgram,
  { onReport, onRestart, onExit, onOutput, silentSeconds = mostSilentSeconds, log }: Options,
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
    const reported = watchSilence(begun, { name: program.name, silentSeconds, log })
    begun.on('message', (message) => {
      const report = RoleReport.safeParse(message)
      if (!report.success) return
      reported()
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
