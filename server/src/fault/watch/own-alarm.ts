import type { Raising } from '../raise/cause.ts'
import { endOpen, notifyChanged } from '../raise/raise-record.ts'
import { lockOpen, recordHappened, type FaultChange } from '../raise/raise.store.ts'
import { isExcursionWatched, listOwnAlarms } from './wait.store.ts'

/** A refrigerator's own events about its temperature, which the server evaluates itself. */
export const ownAlarmSides: ReadonlyMap<string, 'high' | 'low'> = new Map([
  ['HighTemp', 'high'],
  ['LowTemp', 'low'],
])

/**
 * While the server watches a device, its own temperature alarm is no separate record: it is added to the history of the
 * excursion as evidence.
 */
export async function takeAsEvidence(raising: Raising, change: FaultChange): Promise<boolean> {
  const { db } = raising
  const { deviceId, identifier, at } = change
  if (!(await isExcursionWatched(db, deviceId))) return false
  const open = await lockOpen(db, { deviceId, identifier: 'Excursion', code: ownAlarmSides.get(identifier) ?? '' })
  if (open?.condition !== 'active') return true
  await recordHappened(db, { id: open.id, month: open.month, act: 'evidence', at, text: identifier })
  await notifyChanged(db, open.id)
  return true
}

type Begun = Readonly<{
  id: string
  month: string
  deviceId: string
  side: 'high' | 'low'
  from: number
  to: number | null
}>

/** A new excursion absorbs the device's own earlier alarm: an open record of that alarm is ended and closed. */
export async function absorbOwnAlarm(raising: Raising, { id, month, deviceId, side, from, to }: Begun): Promise<void> {
  const { db, clock } = raising
  const [identifier] = [...ownAlarmSides].find(([, of]) => of === side) ?? []
  if (identifier === undefined) return
  for (const at of await listOwnAlarms(db, deviceId, identifier, { from, to: to ?? clock.now() }))
    await recordHappened(db, { id, month, act: 'evidence', at, text: identifier })
  // An excursion that was over before it was known does not explain a present alarm.
  if (to !== null) return
  const own = await lockOpen(db, { deviceId, identifier, code: '' })
  if (own?.condition === 'active') await endOpen(raising, own, new Date(clock.now()).toISOString(), { isClosed: true })
}
