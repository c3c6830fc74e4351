import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100
const sampleEveryMs = 2000

/** A process at one moment; times in seconds, user and system. `waited`: of the children it has waited for, and theirs. */
export type ProcessSample = Readonly<{ pid: number; startedAt: string; parent: number; own: number; waited: number }>

type Counted = { own: number; waited: number; isAlive: boolean; readonly children: Counted[] }

const sumOf = (counted: readonly Counted[]): number => counted.reduce((sum, each) => sum + timeOf(each), 0)

/**
 * Children that ended are either in the time their parent waited for, or known only from their last sample, because the
 * parent was killed before them. The larger of both is counted, so that none counts twice.
 */
function timeOf({ own, waited, children }: Counted): number {
  const alive = children.filter(({ isAlive }) => isAlive)
  const ended = children.filter(({ isAlive }) => !isAlive)
  return own + Math.max(waited, sumOf(ended)) + sumOf(alive)
}

/** Adds up the processor time of each process for which `isRoot` is true and of all that it ever started. */
export function tallyProcessorTime(isRoot: (pid: number) => boolean) {
  const known = new Map<string, Counted>()
  const roots: Counted[] = []

  function add(samples: readonly ProcessSample[]): void {
    const byPid = new Map(samples.map((sample) => [sample.pid, sample]))
    const visited = new Map<number, Counted | undefined>()
    const count = (sample: ProcessSample): Counted | undefined => {
      const { pid, startedAt, parent, own, waited } = sample
      if (visited.has(pid)) return visited.get(pid)
      // A number is used again, so that the start is part of the key.
      const key = `${pid} ${startedAt}`
      const existing = known.get(key)
      if (existing !== undefined) Object.assign(existing, { own, waited, isAlive: true })
      const above = byPid.get(parent)
      // The parent of the first sample stays the parent: when it ends, its children become those of the first process.
      const starter = existing === undefined && above !== undefined ? count(above) : undefined
      const isOurs = existing !== undefined || starter !== undefined || isRoot(pid)
      const counted = existing ?? (isOurs ? { own, waited, isAlive: true, children: [] } : undefined)
      visited.set(pid, counted)
      if (existing !== undefined || counted === undefined) return counted
      known.set(key, counted)
      const siblings = starter?.children ?? roots
      siblings.push(counted)
      return counted
    }
    for (const counted of known.values()) counted.isAlive = false
    for (const sample of samples) count(sample)
  }

  return { add, seconds: () => sumOf(roots) }
}

/** Undefined if the process has ended. */
function sampleOf(pid: number): ProcessSample | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command in brackets may contain spaces. After it: 0 state, 1 parent, 11 to 14 times, 19 start.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const seconds = (...places: readonly number[]) =>
      places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0) / ticksPerSecond
    return {
      pid,
      startedAt: fields[19] ?? '',
      parent: Number(fields[1]),
      own: seconds(11, 12),
      waited: seconds(13, 14),
    }
  } catch {
    return undefined
  }
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
  } catch {
    return false
  }
}

/**
 * Counts the processor time of this run: of the process `rootPid` and everything below it, and of processes that left that
 * tree before they were seen in it but carry `mark` in their environment. Linux only; elsewhere it answers undefined.
 */
export function countProcessorTime(rootPid: number, mark: string) {
  const tally = tallyProcessorTime((pid) => pid === rootPid || hasMark(pid, mark))

  function seconds(): number | undefined {
    let names: string[]
    try {
      names = readdirSync('/proc')
    } catch {
      return undefined
    }
    const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
    tally.add(pids.map(sampleOf).filter((sample) => sample !== undefined))
    return tally.seconds()
  }

  // A process without a waiting parent counts up to its last sample.
  const timer = setInterval(seconds, sampleEveryMs)
  timer.unref()
  return { seconds, stop: () => clearInterval(timer) }
}
