import type { Excursion } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { serverAlarmOf } from '@brigade/contract/fault/fault-words.ts'
import { evaluateSpan, termsOf } from '../../cold-chain/read-temperature.ts'
import { findDevice } from '../../device/list/device.store.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Raising } from '../raise/cause.ts'
import { storableJson } from '../../platform/storable-text.ts'
import { endOpen, raiseRecord, notifyChanged } from '../raise/raise-record.ts'
import { keepOutput, lockOpen } from '../raise/raise.store.ts'
import { absorbOwnAlarm } from './own-alarm.ts'
import { dropWait, setWait, wasClosedSince, type Wait, type Watched } from './wait.store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The evaluation begins before the crossing, because a defrost or an open door may excuse it. */
const leadMs = 6 * hourMs
/** For an excursion over days only the last hours are read. */
const longestMs = 36 * hourMs
/** Interval of checking while it is beyond its limits. */
const againMs = 2 * minuteMs

const iso = (at: number) => new Date(at).toISOString()

/**
 * Evaluates a refrigerator that crossed its limits by the rules of the printed report, so that live state and report
 * agree. It is checked again until it is back within its limits.
 */
export async function evaluateExcursion(
  raising: Raising & Pick<Platform, 'caches'>,
  wait: Wait,
  device: Watched,
): Promise<void> {
  const { db, clock, caches } = raising
  const now = clock.now()
  const seen = await findDevice(db, { organisationId: device.organisationId }, 'cooler', device.id)
  if (seen === undefined) return dropWait(db, device.id, 'excursion')
  const from = Math.max(Date.parse(wait.since) - leadMs, now - longestMs)
  // A report of this very moment counts.
  const span = { startTime: iso(from), endTime: iso(now + 1) }
  const { evaluation } = await evaluateSpan({ db, caches }, seen, await termsOf(db, seen, span, now + 1))
  for (const side of ['high', 'low'] as const) {
    const last = evaluation.excursions.filter((one) => one.side === side).at(-1)
    await follow(raising, { wait, device, side, last })
  }
  if (device.sides?.excursion === undefined) await dropWait(db, device.id, 'excursion')
  else await setWait(db, { deviceId: device.id, kind: 'excursion', dueMs: now + againMs, since: wait.since })
}

type Evaluated = Readonly<{ wait: Wait; device: Watched; side: 'high' | 'low'; last: Excursion | undefined }>

/** Brings the record of one side in line with the evaluation. */
async function follow(raising: Raising, { wait, device, side, last }: Evaluated): Promise<void> {
  const { db, clock } = raising
  const { identifier, severity, category, name } = serverAlarmOf('excursion', side)
  const key = { deviceId: device.id, identifier, code: side }
  const open = await lockOpen(db, key)
  const isOngoing = last !== undefined && last.to === null
  if (open !== undefined && open.condition === 'active') {
    if (!isOngoing) await endOpen(raising, open, iso(last?.to ?? clock.now()))
    if (last !== undefined && (await keepOutput(db, open.id, storableJson(measuredOf(last)))))
      await notifyChanged(db, open.id)
    return
  }
  if (last === undefined || (last.to !== null && last.to < Date.parse(wait.since))) return
  // A finished excursion was raised already, or seen by the person who closed it.
  if (!isOngoing && (open !== undefined || (await wasClosedSince(db, device.id, side, wait.since)))) return
  const raised = await raiseRecord(
    raising,
    {
      ...key,
      type: 'alarm',
      alertType: 'excursion',
      severity,
      category,
      words: { name: name.zh, enName: name.en },
      output: measuredOf(last),
      at: iso(last.from),
      endedAt: last.to === null ? null : iso(last.to),
      endsAt: null,
    },
    device,
  )
  await absorbOwnAlarm(raising, { ...raised, deviceId: device.id, side, from: last.from })
}

/** The limit, and how far it was passed. */
const measuredOf = ({ limitC, worstC, worstAt }: Excursion) => ({ limitC, worstC, worstAt })
