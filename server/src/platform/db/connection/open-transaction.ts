import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../../log.ts'

type Open = { isOpen: boolean; notified: Set<string> }

const current = new AsyncLocalStorage<Open>()

/**
 * Runs `work`, which holds a connection of the pool until it ends. `notified` collects the channels that it notifies at
 * commit.
 */
export function holdingConnection<T>(notified: Set<string>, work: () => Promise<T>): Promise<T> {
  const open: Open = { isOpen: true, notified }
  return current.run(open, async () => {
    try {
      return await work()
    } finally {
      open.isOpen = false
    }
  })
}

/**
 * Records a channel that the caller's transaction has notified, if there is one. Listeners of this process are called
 * as soon as it commits (`onOwnCommits`).
 */
export const noteNotified = (channel: string): void => void current.getStore()?.notified.add(channel)

/**
 * Runs work outside the caller's transaction. Only job leases need it: a job renews its lease while it has a long
 * transaction, one renewal at a time, so that it never uses more than two connections.
 */
export const besideTransaction = <T>(work: () => Promise<T>): Promise<T> => current.exit(work)

let refuses = false

/**
 * Makes a second connection inside a transaction throw instead of only being logged. Tests use it, because they have
 * too few callers to exhaust a pool.
 */
export function refuseSecondConnections(): void {
  refuses = true
}

/**
 * Reports a statement outside its caller's open transaction. It needs a second connection, and if such callers hold all
 * connections of the pool, they wait for each other until they time out. So it is a defect, although it works with few
 * callers.
 */
export function noteConnecting(log: Log | undefined): void {
  if (current.getStore()?.isOpen !== true) return
  const error = new Error('A transaction asks for a second connection: pass it on to whoever reads or writes')
  if (refuses) throw error
  log?.error({ err: error }, error.message)
}
