import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../log.ts'

type Open = { isOpen: boolean }

const current = new AsyncLocalStorage<Open>()

/** Runs `work`, which holds a connection of the pool until it ends. */
export function holdingConnection<T>(work: () => Promise<T>): Promise<T> {
  const open: Open = { isOpen: true }
  return current.run(open, async () => {
    try {
      return await work()
    } finally {
      open.isOpen = false
    }
  })
}

/**
 * For the one thing that must not wait for its own transaction: a job renews its lease while it holds a long one, one renewal at a
 * time, so that it never holds more than two connections.
 */
export const besideTransaction = <T>(work: () => Promise<T>): Promise<T> => current.exit(work)

let refuses = false

/** For tests, which have too few callers to exhaust a pool: what is logged otherwise throws. */
export function refuseSecondConnections(): void {
  refuses = true
}

/**
 * Notes a statement outside the transaction that its caller has open. It needs a second connection, and as many such callers as
 * the pool has connections wait for each other until they time out. So it is a defect, although it works while few call.
 */
export function noteConnecting(log: Log | undefined): void {
  if (current.getStore()?.isOpen !== true) return
  const error = new Error('A transaction asks for a second connection: pass it on to whoever reads or writes')
  if (refuses) throw error
  log?.error({ err: error }, error.message)
}
