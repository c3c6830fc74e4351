import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { endLost, listLeases, releaseAbandoned } from '../../device/presence/presence.store.ts'

/** Lease timeout: a connector that does not renew within it is taken for dead by the others. */
const leaseMs = 4000
/** Between two looks. What is more passed without us: on a busy machine the other one had as little of it. */
const mostBetweenMs = 1500

/**
 * Sets the devices of dead connectors offline; to be called repeatedly. A lease is alive while it changes, measured by this process's own
 * monotonic clock, so that machines with different clocks do not take each other for dead.
 */
export function releaseExpiredLeases({
  db,
  log,
  connectorId,
}: Readonly<{ db: Db; log: Log; connectorId: string }>): () => Promise<void> {
  const watched = new Map<string, { renewedAt: string; silentMs: number }>()
  let lookedMs = performance.now()

  return async () => {
    const leases = await listLeases(db)
    const nowMs = performance.now()
    const passedMs = Math.min(nowMs - lookedMs, mostBetweenMs)
    lookedMs = nowMs
    let released = 0
    for (const lease of leases) {
      const known = watched.get(lease.connectorId)
      if (known?.renewedAt !== lease.renewedAt)
        watched.set(lease.connectorId, { renewedAt: lease.renewedAt, silentMs: 0 })
      else if ((known.silentMs += passedMs) > leaseMs && lease.connectorId !== connectorId)
        released += await endLost(db, lease.connectorId)
    }
    for (const id of watched.keys()) if (!leases.some((lease) => lease.connectorId === id)) watched.delete(id)
    released += await releaseAbandoned(db)
    if (released > 0) log.warn({ devices: released }, 'Devices of a connector that is gone were set offline')
  }
}
