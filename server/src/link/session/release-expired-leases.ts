import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { endLost, listLeases, releaseAbandoned } from '../../device/presence/presence.store.ts'

/** After how long of silence a connector is taken for dead by the others. */
const leaseMs = 4000

/**
 * Sets offline what connectors held that are gone; to be called again and again. Leases are judged by whether they still
 * change, watched by this process's own stopwatch: machines whose clocks differ do not take each other for dead.
 */
export function releaseExpiredLeases({
  db,
  log,
  connectorId,
}: Readonly<{ db: Db; log: Log; connectorId: string }>): () => Promise<void> {
  const watched = new Map<string, { renewedAt: string; sinceMs: number }>()

  return async () => {
    const leases = await listLeases(db)
    const nowMs = performance.now()
    let released = 0
    for (const lease of leases) {
      const known = watched.get(lease.connectorId)
      if (known?.renewedAt !== lease.renewedAt)
        watched.set(lease.connectorId, { renewedAt: lease.renewedAt, sinceMs: nowMs })
      else if (lease.connectorId !== connectorId && nowMs - known.sinceMs > leaseMs)
        released += await endLost(db, lease.connectorId)
    }
    for (const id of watched.keys()) if (!leases.some((lease) => lease.connectorId === id)) watched.delete(id)
    released += await releaseAbandoned(db)
    if (released > 0) log.warn({ devices: released }, 'Devices of a connector that is gone were set offline')
  }
}
