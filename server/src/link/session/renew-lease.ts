import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { endLost, releaseAbandoned, renewAndList } from '../../device/presence/presence.store.ts'

/** Lease timeout: the others consider a connector dead that does not renew within it. */
const leaseMs = 4000
/**
 * The time between two looks counts up to this: the rest passed while this process was not running, and on a busy
 * machine the other one was not either.
 */
const maxBetweenMs = 1500
/** The interval of the search for devices of no connector, which also runs at once after a lease has ended. */
const abandonedEveryMs = 5000

/**
 * Renews a connector's lease and sets the devices of dead connectors offline; to be called repeatedly. A lease is alive while it changes,
 * measured by this process's own monotonic clock, so that machines with different clocks do not take each other for dead.
 */
export function keepLease({
  db,
  clock,
  log,
  connectorId,
}: Readonly<{ db: Db; clock: Clock; log: Log; connectorId: string }>): () => Promise<void> {
  const watched = new Map<string, { renewedAt: string; silentMs: number }>()
  let lookedMs = performance.now()
  let abandonedAtMs = Number.NEGATIVE_INFINITY

  return async () => {
    const isAsked = performance.now() - abandonedAtMs >= abandonedEveryMs
    // The value only has to change, so it is the machine's time, not the product's, which tests hold still.
    const lease = { connectorId, nowMs: Date.now(), aliveMs: clock.now() }
    const { leases, isAnyAbandoned } = await renewAndList(db, lease, { isAsked })
    const nowMs = performance.now()
    if (isAnyAbandoned !== undefined) abandonedAtMs = nowMs
    const passedMs = Math.min(nowMs - lookedMs, maxBetweenMs)
    lookedMs = nowMs
    let released = 0
    for (const other of leases) {
      const known = watched.get(other.connectorId)
      if (known?.renewedAt !== other.renewedAt)
        watched.set(other.connectorId, { renewedAt: other.renewedAt, silentMs: 0 })
      else if ((known.silentMs += passedMs) > leaseMs && other.connectorId !== connectorId)
        released += await endLost(db, other.connectorId)
    }
    const gone = [...watched.keys()].filter((id) => !leases.some((other) => other.connectorId === id))
    for (const id of gone) watched.delete(id)
    if (isAnyAbandoned === true || gone.length > 0) released += await releaseAbandoned(db)
    if (released > 0) log.warn({ devices: released }, 'Devices of a connector that is gone were set offline')
  }
}
