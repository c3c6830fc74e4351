import type { RoleReport } from './role-message.ts'

const everyMs = 1000
const alive: RoleReport = { report: 'alive' }

/**
 * Reports to the supervisor every second that this process's event loop turns. The timer does not keep the process
 * alive.
 */
export function reportAlive(): void {
  const report = () => {
    if (process.connected) process.send?.(alive, undefined, undefined, () => undefined)
  }
  report()
  setInterval(report, everyMs).unref()
}
