import { processorMs } from '../db/embedded/process-info.ts'
import type { Log } from '../log.ts'

/**
 * How long a process may be silent. `worked`: seconds of its own processor time, which do not pass faster on a busy
 * machine: it works, and its loop is blocked. `idle`: seconds in which it did nothing at all: it waits for something
 * that does not come.
 */
export type Silence = Readonly<{ worked: number; idle: number }>

/** `starting`: it loads its code, prepares the database and begins to serve. */
export type SilenceLimits = Readonly<{ starting: Silence; serving: Silence }>
export const silenceLimits: SilenceLimits = {
  starting: { worked: 60, idle: 60 },
  serving: { worked: 15, idle: 15 },
}
/**
 * A process that serves and makes only slow progress ends at this many seconds: calls to it are not answered any more.
 */
const longestServingSeconds = 300

const lookEveryMs = 1000

export type SilenceWatch = Readonly<{
  /** The process sent its sign of life. */
  reported: () => void
  /** It has started: the limits of a process that serves hold. */
  serves: () => void
}>

/** The watcher needs these members of a child process. */
type Watched = Readonly<{
  pid?: number | undefined
  once: (event: 'exit', then: () => void) => unknown
  kill: (signal: 'SIGKILL') => unknown
}>
type Options = Readonly<{ name: string; limits: SilenceLimits; log: Log }>

/**
 * Kills a process that is silent for too long. It counts its own looks, one a second, instead of comparing times: a
 * supervisor that was suspended itself (a laptop asleep), or gets no processor either, kills no process for it.
 */
export function watchSilence(begun: Watched, { name, limits, log }: Options): SilenceWatch {
  let isServing = false
  let [looks, idle] = [0, 0]
  let spentAtReport: number | undefined
  let spentAtLook: number | undefined

  /** Why it counts as hanging. */
  function hangs(): string | undefined {
    looks += 1
    const spent = begun.pid === undefined ? undefined : processorMs(begun.pid)
    spentAtReport ??= spent
    // If its processor time is unknown, every second counts as one in which it did nothing.
    idle = spent !== undefined && spent !== spentAtLook ? 0 : idle + 1
    spentAtLook = spent
    const { worked: maxWorkedSeconds, idle: maxIdleSeconds } = isServing ? limits.serving : limits.starting
    const worked = ((spent ?? 0) - (spentAtReport ?? 0)) / 1000
    if (worked > maxWorkedSeconds) return `it worked for ${maxWorkedSeconds} s without a word`
    if (idle > maxIdleSeconds) return `it did nothing for ${maxIdleSeconds} s`
    if (isServing && looks > longestServingSeconds) return `no word for ${longestServingSeconds} s`
    return undefined
  }

  const timer = setInterval(() => {
    const why = hangs()
    if (why === undefined) return
    log.error({ process: name, pid: begun.pid, why }, 'A process hangs: killing it')
    clearInterval(timer)
    begun.kill('SIGKILL')
  }, lookEveryMs)
  timer.unref()
  begun.once('exit', () => clearInterval(timer))
  return {
    reported: () => {
      ;[looks, idle] = [0, 0]
      spentAtReport = undefined
      spentAtLook = undefined
    },
    serves: () => {
      isServing = true
    },
  }
}
