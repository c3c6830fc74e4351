import { excursionDefaults } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import type { Raising } from '../raise/cause.ts'
import { endOpen } from '../raise/raise-record.ts'
import { lockActive, type FaultChange } from '../raise/raise.store.ts'
import { dropWaits, markWaits, ownDelays, setWaits } from './wait.store.ts'

/** Schedules a check after a device crossed its limits, disconnected or reconnected. */
export async function foldSide(raising: Raising, change: FaultChange): Promise<void> {
  if (isPresence(change)) await foldPresence(raising, [change])
  else await foldCrossings(raising, [change])
}

const isPresence = ({ kind, identifier }: FaultChange) => kind === 'side' && identifier === 'Offline'
const isCrossing = ({ kind, identifier }: FaultChange) => kind === 'side' && identifier === 'Excursion'

type Sides = Readonly<{ presences: readonly FaultChange[]; crossings: readonly FaultChange[] }>

/**
 * Changes that can be handled together and before all others: if the network or the power of a region fails, a reported
 * fault waits for a few statements and not for thousands of devices. They belong to devices that disconnected or
 * reconnected once, or that crossed their limits and reported nothing else, because the order of a crossing and the
 * device's own alarm decides whether the alarm is evidence.
 */
export function sidesTogether(changes: readonly FaultChange[]): Sides {
  const byDevice = [...Map.groupBy(changes, ({ deviceId }) => deviceId).values()]
  const only = (same: readonly FaultChange[]) => (same.length === 1 ? same : [])
  return {
    presences: byDevice.flatMap((same) => only(same.filter(isPresence))),
    crossings: byDevice.flatMap((same) => only(same).filter(isCrossing)),
  }
}

/**
 * Handles one crossing each of different devices. It becomes an excursion once the delay of the device's own alarm is
 * exceeded; a past one, and the return within the limits, are evaluated at once.
 */
export async function foldCrossings({ db, clock }: Raising, changes: readonly FaultChange[]): Promise<void> {
  if (changes.length === 0) return
  const isBack = ({ code }: FaultChange) => code === ''
  const beyond = changes.filter((change) => !isBack(change))
  const delays = await ownDelays(
    db,
    beyond.map(({ deviceId }) => deviceId),
  )
  const dueMs = (change: FaultChange) =>
    isBack(change)
      ? clock.now()
      : Date.parse(change.receivedAt) +
        (delays.get(change.deviceId) ?? excursionDefaults.delayMinutes) * minuteMs +
        1000
  await markWaits(
    db,
    changes.map((change) => ({
      deviceId: change.deviceId,
      kind: 'excursion',
      dueMs: dueMs(change),
      since: change.at,
    })),
  )
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
