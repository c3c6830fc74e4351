import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export type ProcessInfo = {
  /** The process has ended, but its parent has not yet collected it: it accepts signals and holds no resources. */
  isZombie: boolean
  command: string
  startedAtMs: number
}

/** Linux counts process times in these, everywhere (USER_HZ). */
const ticksPerSecond = 100

/** The fields behind the name, of which the first is the state, field 3. The name in parentheses may contain anything. */
function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function bootedAtMs(): number {
  return Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]) * 1000
}

function fromProc(pid: number): ProcessInfo {
  const fields = statOf(pid)
  return {
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    // Field 22.
    startedAtMs: bootedAtMs() + (Number(fields[19]) * 1000) / ticksPerSecond,
  }
}

function fromPs(pid: number): ProcessInfo {
  const line = execFileSync('ps', ['-o', 'state=,lstart=,command=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
  const [, state = '', started = '', command = ''] = /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line) ?? []
  return { isZombie: state.startsWith('Z'), command, startedAtMs: Date.parse(started) }
}

/** The system's information on a process; undefined when no process has that number. */
export function processInfo(pid: number): ProcessInfo | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined
  }
}

/** Parses `[[days-]hours:]minutes:seconds`, as ps writes it; macOS adds hundredths. */
export function readProcessorTime(text: string): number | undefined {
  const [, days = 0, hours = 0, minutes, seconds] =
    /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(text.trim()) ?? []
  if (minutes === undefined) return undefined
  return Math.round((((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000)
}

/** Returns the processor time of a process from ps if there is no /proc. */
export function processorMsByPs(pid: number): number | undefined {
  try {
    const written = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return readProcessorTime(written)
  } catch {
    return undefined
  }
}

/** Returns the processor time of a process so far, ms; undefined if the system does not report it. */
export function processorMs(pid: number): number | undefined {
  if (process.platform !== 'linux') return processorMsByPs(pid)
  try {
    const fields = statOf(pid)
    // Fields 14 and 15: in the program and in the system.
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
  } catch {
    return undefined
  }
}

export function isRunning(pid: number): boolean {
  const info = processInfo(pid)
  return info !== undefined && !info.isZombie
}

/** PostgreSQL processes that use this data folder, also those with another parent. Linux only; empty elsewhere. */
export function postgresProcessesIn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && processInfo(pid)?.command.startsWith('postgres') === true
      } catch {
        return false
      }
    })
}

/** Sends a signal to a process that may have ended already. */
export function signalProcess(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended, which is the wanted result.
  }
}
