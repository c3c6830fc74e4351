import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Connected } from '../../platform/mqtt/mqtt-hooks.ts'
import { keepLease } from './renew-lease.ts'
import { endLease, listGone, listHeld, listMoved, renewLease } from '../../device/presence/presence.store.ts'

/** Interval at which a connector renews its lease. */
const renewEveryMs = 1000
/** Interval at which this connector's devices in the database are compared with its connections. */
const compareEveryMs = 5000

type Holding = Readonly<{ deviceId: string; connection: Connected }>
type Options = Readonly<{
  db: Db
  clock: Clock
  log: Log
  connectorId: string
  connected: () => readonly Holding[]
  reportOnline: (connection: Connected) => void
  reportOffline: (deviceId: string) => void
  cut: (connection: Connected, reason: 'disabled' | 'replaced') => void
  /** Called for a device that was deleted without a notice to its connector. */
  forget: (deviceId: string) => void
  /** Whether everything that this connector knows of a device is written. */
  isNoted: (deviceId: string) => boolean
}>

/** Keeps the states of devices true when connectors die, stall or lose the database. */
export async function startPresenceLoop(options: Options): Promise<{ stop: () => Promise<void> }> {
  const { db, clock, log, connectorId } = options
  const keep = keepLease(options)
  let suspects = new Set<string>()
  let comparedMs = performance.now()

  /** A difference is acted upon when it occurs twice in a row, and only if no change of the device waits to be written. */
  async function compare() {
    const before = suspects
    const connected = new Map(options.connected().map((holding) => [holding.deviceId, holding.connection]))
    const held = await listHeld(db, connectorId)
    const heldIds = new Set(held.map(({ deviceId }) => deviceId))
    const unwritten = [...connected.keys()].filter((id) => !heldIds.has(id) && options.isNoted(id))
    const unconnected = [...heldIds].filter((id) => !connected.has(id) && options.isNoted(id))
    suspects = new Set([...unwritten, ...unconnected])

    for (const { deviceId, isEnabled } of held) {
      const connection = connected.get(deviceId)
      if (!isEnabled && connection !== undefined) options.cut(connection, 'disabled')
    }
    const certain = unwritten.filter((id) => before.has(id))
    const moved = new Set(certain.length === 0 ? [] : await listMoved(db, connectorId, certain))
    const gone = new Set(certain.length === 0 ? [] : await listGone(db, certain))
    for (const id of certain) {
      const connection = connected.get(id)
      if (connection === undefined) continue
      if (gone.has(id)) options.forget(id)
      else if (moved.has(id)) options.cut(connection, 'replaced')
      else options.reportOnline(connection)
    }
    for (const id of unconnected) if (before.has(id)) options.reportOffline(id)
  }

  async function tick() {
    try {
      await keep()
      if (performance.now() - comparedMs < compareEveryMs) return
      comparedMs = performance.now()
      await compare()
    } catch (error) {
      log.warn({ err: error }, 'The connector could not renew its lease')
    }
  }

  await renewLease(db, connectorId, Date.now(), clock.now())
  let ticking = Promise.resolve()
  const timer = setInterval(() => {
    ticking = ticking.then(tick)
  }, renewEveryMs)

  return {
    stop: async () => {
      clearInterval(timer)
      await ticking
      await endLease(db, connectorId)
    },
  }
}
