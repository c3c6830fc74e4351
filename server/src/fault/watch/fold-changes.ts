import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { isOfData, dataFailure } from '../../platform/db/data-failure.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { foldCrossings, foldPresence, foldSide, sidesTogether } from './fold-side.ts'
import { monthOfFault } from '../list/fault-list.store.ts'
import { keepPast } from '../raise/late-news.ts'
import { alarmToWatch, alarmWithoutEnd, foldSettled, saysItsEnd, watchEnds, type ToWatch } from './end-alarm.ts'
import { findEnd } from './end.store.ts'
import { areDue } from './wait.store.ts'
import { handleDue } from './handle-due.ts'
import { ownAlarmSides, takeAsEvidence } from './own-alarm.ts'
import type { Raising } from '../raise/cause.ts'
import { endOpen, raiseRecord } from '../raise/raise-record.ts'
import {
  areChanges,
  areEnding,
  findCode,
  listRaisers,
  lockBack,
  lockOpen,
  lockOverdue,
  maxFolded,
  putOff,
  takeChanges,
  type FaultChange,
  type Raiser,
} from '../raise/raise.store.ts'

/** Reports of devices come in batches, and the next look takes all that arrived meanwhile. */
const busyMs = 250
/** The delay of the look after a report. */
const reportedMs = 100
const maxLooks = 10
/** A change that could not become a record is retried after this time. */
const putOffMs = 10 * minuteMs

/** Makes records from the changes that reports left, in their order. */
export function startFoldingChanges(platform: Platform): Running {
  const work = async () => {
    try {
      // While there are more changes, the next look follows at once; the limit lets the program stop.
      for (let looks = 0; looks < maxLooks; looks += 1)
        if ((await foldSome(platform, { isApart: false })) < maxFolded) return
    } catch (error) {
      if (!isOfData(error)) throw error
      // One of them fails: each is tried separately, so that the others become records.
      await foldSome(platform, { isApart: true })
    }
  }
  return platform.queues.watch({
    name: 'fault-changes',
    waits: areChanges,
    wokenBy: { device: reportedMs },
    busyMs,
    work,
    onErrorMessage: 'Reports of faults could not become records yet',
  })
}

/** Ends alarms without another end. */
export function startEndingAlarms(platform: Platform): Running {
  const { db, queues } = platform
  return queues.watch({
    name: 'ending-alarms',
    waits: areEnding,
    wokenBy: { device: reportedMs },
    busyMs,
    work: () => transaction(db, (trx) => endByThemselves({ ...platform, db: trx })),
    onErrorMessage: 'Alarms could not be ended yet',
  })
}

/** Repeats the handling of due checks. */
export function startHandlingDue(platform: Platform): Running {
  const { queues, clock } = platform
  const startedMs = clock.now()
  return queues.watch({
    name: 'due-checks',
    waits: areDue,
    wokenBy: { device: reportedMs, fault: reportedMs },
    busyMs,
    work: () => handleDue(platform, startedMs),
    onErrorMessage: 'What waits for its time could not be looked at yet',
  })
}

/** Returns the number of changes. */
async function foldSome(platform: Platform, { isApart }: { isApart: boolean }): Promise<number> {
  const { db, clock, log } = platform
  return transaction(db, async (trx) => {
    const raising = { ...platform, db: trx }
    const changes = await takeChanges(trx, clock.now())
    const raisers = changes.length === 0 ? new Map<string, Raiser>() : await listRaisers(trx, devicesOf(changes))
    const { presences, crossings } = sidesTogether(
      isApart ? [] : changes.filter(({ deviceId }) => raisers.has(deviceId)),
    )
    await foldPresence(raising, presences)
    await foldCrossings(raising, crossings)
    const together = new Set([...presences, ...crossings])
    const toWatch: ToWatch[] = []
    for (const change of changes) {
      if (together.has(change)) continue
      const raiser = raisers.get(change.deviceId)
      if (raiser === undefined) continue
      const fold = async () => {
        const watched = await foldOne(raising, change, raiser)
        if (watched !== undefined) toWatch.push(watched)
      }
      if (!isApart) {
        await fold()
        continue
      }
      const failure = await dataFailure(trx, fold)
      if (failure === undefined) continue
      log.error(
        { err: failure, deviceId: change.deviceId, seq: change.seq },
        'A report of a fault could not become a record',
      )
      await putOff(trx, change, clock.now() + putOffMs)
    }
    await watchEnds(raising, toWatch)
    return changes.length
  })
}

/** The alarm whose end is to be watched, if there is one. */
export async function foldOne(raising: Raising, change: FaultChange, raiser: Raiser): Promise<ToWatch | undefined> {
  const { kind, identifier, code } = change
  if (kind === 'raise') return foldRaise(raising, change, raiser)
  if (kind === 'end') await foldEnd(raising, change)
  else if (identifier === 'Unsettled') return alarmWithoutEnd(change, monthOfFault(code))
  else if (identifier === 'Watched') return alarmToWatch(raising, change, monthOfFault(code))
  else if (identifier === 'Settled') await foldSettled(raising, change, monthOfFault(code))
  else await foldSide(raising, change)
  return undefined
}

const devicesOf = (changes: readonly FaultChange[]) => [...new Set(changes.map(({ deviceId }) => deviceId))]

/** The end of an alarm with `Active` is reported by the device. */
const endOf = ({ type, output, receivedAt }: FaultChange): string | null =>
  type === 'fault' || saysItsEnd(output)
    ? null
    : new Date(Date.parse(receivedAt) + faultLimits.alarmEndsMinutes * minuteMs).toISOString()

/** No time counts beyond its receive time: the clocks of devices may be ahead. */
const cappedTime = ({ at, receivedAt }: FaultChange): string =>
  Date.parse(at) > Date.parse(receivedAt) ? receivedAt : at

async function foldRaise(raising: Raising, change: FaultChange, raiser: Raiser): Promise<ToWatch | undefined> {
  const { deviceId, identifier, code, type, output } = change
  const at = cappedTime(change)
  if (ownAlarmSides.has(identifier) && (await takeAsEvidence(raising, change))) return undefined
  const words = await findCode(raising.db, raiser.productId, change)
  const endsWhen = type === 'alarm' && !saysItsEnd(output) ? (words?.endsWhen ?? null) : null
  const lastMs = Math.max(Date.parse((await lockOpen(raising.db, change))?.lastAt ?? at), Date.parse(at))
  // When a past is folded event by event, its later values are already stored.
  const knownMs = raising.noted !== undefined ? raising.clock.now() : undefined
  const knownEnd = endsWhen === null ? null : await findEnd(raising.db, deviceId, endsWhen, lastMs, knownMs)
  const endedAt = knownEnd === null ? change.endedAt : new Date(knownEnd).toISOString()
  const raised = await raiseRecord(
    raising,
    {
      deviceId,
      type,
      alertType: type === 'alarm' ? 'device' : null,
      identifier,
      code,
      severity: words?.severity ?? (type === 'fault' ? 'major' : 'minor'),
      category: words?.category ?? 'other',
      words,
      output,
      at,
      endedAt,
      // With a condition of a property for its end there is no end by time.
      endsAt: words?.endsWhen ? null : endOf(change),
    },
    raiser,
  )
  if (endsWhen === null) return undefined
  if (knownEnd !== null)
    await keepPast(raising, { ...raised, severity: words?.severity ?? 'minor', excursion: '0' }, raiser.organisationId)
  return { ...raised, deviceId, watch: { endsWhen, afterMs: lastMs } }
}

/**
 * An alarm's end that is older than its last report leaves it active: it was raised again afterwards. For faults the
 * events decide that.
 */
async function foldEnd(raising: Raising, change: FaultChange): Promise<void> {
  const open = await lockOpen(raising.db, change)
  if (open === undefined || open.condition === 'eliminated') return
  if (change.type === 'alarm' && Date.parse(open.lastAt) > Date.parse(change.at)) return
  await endOpen(raising, open, change.endedAt ?? change.at)
}

/** Ends alarms that are not repeated, or whose device reports again. */
async function endByThemselves(raising: Raising): Promise<void> {
  const now = raising.clock.now()
  for (const over of await lockOverdue(raising.db, now)) await endOpen(raising, over, over.endsAt)
  for (const over of await lockBack(raising.db)) await endOpen(raising, over, over.endedAt)
}
