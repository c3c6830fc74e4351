import type { RoleReport } from './role-message.ts'

const everyMs = 1000
const alive: RoleReport = { report: 'alive' }

/** Tells the supervisor every second that this process's loop turns. Keeps no process alive that has nothing left to do. */
export function reportAlive(): void {
  const say = () => {
    if (process.connected) process.send?.(alive, undefined, undefined, () => undefined)
  }
  say()
  setInterval(say, everyMs).unref()
}
