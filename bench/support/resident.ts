import { readFileSync } from 'node:fs'

/** The MB of memory that a process uses now, according to Linux. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb ?? 0) / 1024
}

/** The most that it has while something lasts. */
export function watchResident(pid: number): { stop: () => number } {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, 100)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}
