import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import { foldSide } from './fold-side.ts'
import { handleDue } from './handle-due.ts'
import { isExcursionWatched } from './wait.store.ts'
import type { Raising } from '../raise/cause.ts'
import { endOpen, raiseRecord } from '../raise/raise-record.ts'
import {
  findCode,
  listRaisers,
  lockBack,
  lockOpen,
  lockOverdue,
  lockSettled,
  takeChanges,
  type FaultChange,
  type Raiser,
} from '../raise/raise.store.ts'

const pauseMs = 250

/** Makes records of what reports left behind, in their order, and looks at what waits. */
export function startFoldingChanges(platform: Platform): Repetition {
  const { db, log, clock } = platform
  const startedMs = clock.now()
  const look = async () => {
    // A report may be of a month that had no records yet.
    await withPartitions(db, () => foldSome(platform, db))
    await handleDue(platform, startedMs)
  }
  return repeat(look, { pauseMs, log, onErrorMessage: 'Reports of faults could not become records yet' })
}

async function foldSome(platform: Platform, db: Db): Promise<void> {
  await transaction(db, async (trx) => {
    const raising = { ...platform, db: trx }
    const changes = await takeChanges(trx)
    const raisers = changes.length === 0 ? new Map<string, Raiser>() : await listRaisers(trx, devicesOf(changes))
    for (const change of changes) {
      const raiser = raisers.get(change.deviceId)
      if (raiser === undefined) continue
      if (change.kind === 'end') await foldEnd(raising, change)
      else if (change.kind === 'side') await foldSide(raising, change)
      else await foldRaise(raising, change, raiser)
    }
    await endByThemselves(raising)
  })
}

const devicesOf = (changes: readonly FaultChange[]) => [...new Set(changes.map(({ deviceId }) => deviceId))]

/** An alarm that carries `Active` says its end itself. */
const endOf = ({ type, output, receivedAt }: FaultChange): string | null =>
  type === 'fault' || (typeof output === 'object' && output !== null && 'Active' in output)
    ? null
    : new Date(Date.parse(receivedAt) + faultLimits.alarmEndsMinutes * 60_000).toISOString()

/** Events of the device that say of its temperature what the server judges itself. */
const ownExcursions: ReadonlySet<string> = new Set(['HighTemp', 'LowTemp'])

async function foldRaise(raising: Raising, change: FaultChange, raiser: Raiser): Promise<void> {
  const { deviceId, identifier, code, type, at, endedAt, output } = change
  // It is evidence of an excursion that is watched already, and stays among the events of the device.
  if (ownExcursions.has(identifier) && (await isExcursionWatched(raising.db, deviceId))) return
  const words = await findCode(raising.db, raiser.productId, change)
  await raiseRecord(
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
      // A condition of a property that ends it takes the place of time.
      endsAt: words?.endsWhen ? null : endOf(change),
    },
    raiser,
  )
}

/** An end of an event that is not the newest one leaves the record active: it was raised again after it. */
async function foldEnd(raising: Raising, change: FaultChange): Promise<void> {
  const open = await lockOpen(raising.db, change)
  if (open === undefined || open.condition === 'eliminated') return
  if (Date.parse(open.lastAt) > Date.parse(change.at)) return
  await endOpen(raising, open, change.endedAt ?? change.at)
}

/** Alarms that are not repeated, whose property says that they are over, or whose device reports again. */
async function endByThemselves(raising: Raising): Promise<void> {
  const now = raising.clock.now()
  for (const over of await lockOverdue(raising.db, now)) await endOpen(raising, over, over.endsAt)
  for (const over of await lockSettled(raising.db)) await endOpen(raising, over, over.endedAt)
  for (const over of await lockBack(raising.db)) await endOpen(raising, over, over.endedAt)
}
