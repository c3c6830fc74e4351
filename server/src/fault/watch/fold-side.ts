import { excursionDefaults } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import type { Raising } from '../raise/cause.ts'
import { endOpen } from '../raise/raise-record.ts'
import { lockActive, type FaultChange } from '../raise/raise.store.ts'
import { dropWaits, findOwnDelay, setWait, setWaits } from './wait.store.ts'

const minuteMs = 60_000

/** Schedules a check after a device crossed its limits, disconnected or reconnected. */
export async function foldSide(raising: Raising, change: FaultChange): Promise<void> {
  if (isPresence(change)) await foldPresence(raising, [change])
  else await foldExcursion(raising, change)
}

const isPresence = ({ kind, identifier }: FaultChange) => kind === 'side' && identifier === 'Offline'

/**
 * The changes of devices that disconnected or reconnected once. They can be handled together and before all others: if the network of a
 * region fails, a reported fault waits for a few statements and not for thousands of devices.
 */
export function presencesOf(changes: readonly FaultChange[]): ReadonlySet<FaultChange> {
  const byDevice = Map.groupBy(changes.filter(isPresence), ({ deviceId }) => deviceId)
  return new Set([...byDevice.values()].flatMap((same) => (same.length === 1 ? same : [])))
}

async function foldExcursion({ db, clock }: Raising, { deviceId, code, at, receivedAt }: FaultChange): Promise<void> {
  const isBack = code === ''
  const delay = isBack ? 0 : ((await findOwnDelay(db, deviceId)) ?? excursionDefaults.delayMinutes)
  // It becomes an excursion once the delay is exceeded.
  const dueMs = isBack ? clock.now() : Date.parse(receivedAt) + delay * minuteMs + 1000
  await setWait(db, { deviceId, kind: 'excursion', dueMs, since: at })
}

/**
 * Handles one change each of different devices. A disconnect ends the alarm of silence and its check, and begins the check of the offline
 * time; a connection does the opposite.
 */
export async function foldPresence(raising: Raising, changes: readonly FaultChange[]): Promise<void> {
  if (changes.length === 0) return
  const { db } = raising
  const isLost = ({ code }: FaultChange) => code === 'offline'
  await dropWaits(
    db,
    changes.map((change) => ({ deviceId: change.deviceId, kind: isLost(change) ? 'no-data' : 'offline' })),
  )
  const keys = changes.map((change) => ({
    deviceId: change.deviceId,
    identifier: isLost(change) ? 'NoData' : 'Offline',
  }))
  const active = new Map((await lockActive(db, keys)).map((open) => [open.deviceId, open]))
  for (const { deviceId, at } of changes) {
    const open = active.get(deviceId)
    if (open !== undefined) await endOpen(raising, open, at)
  }
  await setWaits(
    db,
    changes.map((change) => ({
      deviceId: change.deviceId,
      kind: isLost(change) ? 'offline' : 'no-data',
      dueMs: Date.parse(change.at) + faultLimits.silentMinutes * minuteMs,
      since: change.at,
    })),
  )
}
