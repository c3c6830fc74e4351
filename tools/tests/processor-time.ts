import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

type ProcessTime = Readonly<{ parent: number; seconds: number }>

/** User and system time of a process and of the children it has waited for; undefined if it has ended. */
function timeOf(pid: number): ProcessTime | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
    return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
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
 * tree when their parent was killed but carry `mark` in their environment. Linux only; elsewhere it answers undefined.
 */
export function countProcessorTime(rootPid: number, mark: string) {
  /** The last known time of processes outside the tree: nobody below waits for them. */
  const strays = new Map<number, number>()
  const inTree = new Set<number>()

  function look(): number | undefined {
    let pids: number[]
    try {
      pids = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    } catch {
      return undefined
    }
    const all = new Map<number, ProcessTime>()
    for (const pid of pids) {
      const time = timeOf(pid)
      if (time !== undefined) all.set(pid, time)
    }
    const isBelow = (pid: number): boolean => {
      for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === rootPid) return true
      return false
    }
    const isStray = (pid: number): boolean => {
      for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (strays.has(at)) return true
      return hasMark(pid, mark)
    }
    let seconds = 0
    for (const [pid, time] of all) {
      if (isBelow(pid)) {
        seconds += time.seconds
        inTree.add(pid)
      } else if (strays.has(pid) || inTree.has(pid) || isStray(pid)) strays.set(pid, time.seconds)
    }
    return seconds + [...strays.values()].reduce((sum, each) => sum + each, 0)
  }

  // A process that ends between two samples counts up to its last sample.
  const timer = setInterval(look, 2000)
  timer.unref()
  return { seconds: look, stop: () => clearInterval(timer) }
}
