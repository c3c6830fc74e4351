import { excursionDefaults } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import type { Raising } from '../raise/cause.ts'
import { endOpen } from '../raise/raise-record.ts'
import { lockOpen, type FaultChange } from '../raise/raise.store.ts'
import { dropWait, findOwnDelay, setWait } from './wait.store.ts'

const minuteMs = 60_000

/** Schedules a check after a device crossed its limits, disconnected or reconnected. */
export async function foldSide(raising: Raising, change: FaultChange): Promise<void> {
  if (change.identifier === 'Offline') await foldPresence(raising, change)
  else await foldExcursion(raising, change)
}

async function foldExcursion({ db, clock }: Raising, { deviceId, code, at, receivedAt }: FaultChange): Promise<void> {
  const isBack = code === ''
  const delay = isBack ? 0 : ((await findOwnDelay(db, deviceId)) ?? excursionDefaults.delayMinutes)
  // It becomes an excursion once the delay is exceeded.
  const dueMs = isBack ? clock.now() : Date.parse(receivedAt) + delay * minuteMs + 1000
  await setWait(db, { deviceId, kind: 'excursion', dueMs, since: at })
}

async function foldPresence(raising: Raising, { deviceId, code, at }: FaultChange): Promise<void> {
  const { db } = raising
  const dueMs = Date.parse(at) + faultLimits.silentMinutes * minuteMs
  if (code === 'offline') {
    // A disconnect makes the check for silence unnecessary.
    await dropWait(db, deviceId, 'no-data')
    const silent = await lockOpen(db, { deviceId, identifier: 'NoData', code: '' })
    if (silent?.condition === 'active') await endOpen(raising, silent, at)
    await setWait(db, { deviceId, kind: 'offline', dueMs, since: at })
    return
  }
  await dropWait(db, deviceId, 'offline')
  const lost = await lockOpen(db, { deviceId, identifier: 'Offline', code: '' })
  if (lost?.condition === 'active') await endOpen(raising, lost, at)
  await setWait(db, { deviceId, kind: 'no-data', dueMs, since: at })
}
