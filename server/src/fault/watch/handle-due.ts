import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import { serverAlarmOf } from '@brigade/contract/fault/fault-words.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { dataFailure } from '../../platform/db/data-failure.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Raising } from '../raise/cause.ts'
import { raiseRecord, notifyChanged } from '../raise/raise-record.ts'
import { notifyLate } from '../raise/late-news.ts'
import { notifyUntold } from '../raise/notify-untold.ts'
import { recordHappened } from '../raise/raise.store.ts'
import { evaluateExcursion } from './evaluate-excursion.ts'
import { notifyAssigned } from './notify-assigned.ts'
import { dropWait, findWatched, setWait, takeDue, takeUnshelved, type Wait, type Watched } from './wait.store.ts'

/** Limit of one round; the next one begins after its pause. */
const maxConcurrent = 50
/** A failure that concerns only one device is retried after this time, and blocks no other. */
const putOffMs = 10 * minuteMs

/** Takes the due checks, examines each device again, and raises or drops. Each runs in a separate transaction. */
export async function handleDue(platform: Platform, startedMs: number): Promise<void> {
  const { db, clock, log } = platform
  for (let taken = 0; taken < maxConcurrent; taken += 1) {
    const isMore = await transaction(db, async (trx) => {
      const wait = await takeDue(trx, clock.now())
      if (wait === undefined) return false
      const raising = { ...platform, db: trx }
      const failure = await dataFailure(trx, () => look(raising, wait, startedMs))
      if (failure === undefined) return true
      const { deviceId, kind } = wait
      log.error({ err: failure, deviceId, kind }, 'What waits of a device could not be looked at')
      await again(raising, wait, clock.now() + putOffMs)
      return true
    })
    if (!isMore) break
  }
  for (const step of [notifyAssigned, endShelvings, notifyUntold, notifyLate])
    await transaction(db, (trx) => step({ ...platform, db: trx }))
}

async function look(raising: Raising & Pick<Platform, 'caches'>, wait: Wait, startedMs: number): Promise<void> {
  const { db, clock } = raising
  const device = await findWatched(db, wait.deviceId)
  if (device === undefined || !device.installed || !device.enabled) return dropWait(db, wait.deviceId, wait.kind)
  if (wait.kind === 'excursion' || wait.kind === 'second-look') return evaluateExcursion(raising, wait, device)
  // After a restart devices need time to reconnect; behind a disconnected gateway none can report.
  const quietUntil = startedMs + faultLimits.afterRestartMinutes * minuteMs
  if (clock.now() < quietUntil) return again(raising, wait, quietUntil)
  if (device.gatewayOnline === false)
    return again(raising, wait, clock.now() + faultLimits.afterRestartMinutes * minuteMs)
  if (wait.kind === 'offline') await lookForPresence(raising, wait, device)
  else await lookForData(raising, wait, device)
}

/** A record whose shelving ends appears again on open pages, with an entry in its history. */
async function endShelvings({ db, clock }: Raising): Promise<void> {
  const back = await takeUnshelved(db, clock.now())
  const at = new Date(clock.now()).toISOString()
  for (const { id, month } of back) await recordHappened(db, { id, month, act: 'unshelve', at })
  if (back.length > 0) await notifyChanged(db, ...back.map(({ id }) => id))
}

const again = ({ db }: Raising, { deviceId, kind, since }: Wait, dueMs: number) =>
  setWait(db, { deviceId, kind, dueMs, since })

async function lookForPresence(raising: Raising, { deviceId, since }: Wait, device: Watched): Promise<void> {
  await dropWait(raising.db, deviceId, 'offline')
  if (!device.online) await raiseServer(raising, device, { alertType: 'offline', at: since })
}

async function lookForData(raising: Raising, wait: Wait, device: Watched): Promise<void> {
  const { db, clock } = raising
  if (!device.online) return dropWait(db, wait.deviceId, 'no-data')
  const silenceMs = faultLimits.silentMinutes * minuteMs
  const lastMs = Math.max(Date.parse(device.reportedAt ?? wait.since), Date.parse(wait.since))
  if (lastMs + silenceMs > clock.now()) return again(raising, wait, lastMs + silenceMs)
  await raiseServer(raising, device, { alertType: 'no-data', at: new Date(lastMs).toISOString() })
  await again(raising, wait, clock.now() + silenceMs)
}

/** Raises a record once: an open, active one is left unchanged. */
export async function raiseServer(
  raising: Raising,
  device: Watched,
  { alertType, at }: Readonly<{ alertType: 'offline' | 'no-data'; at: string }>,
): Promise<void> {
  const { identifier, severity, category, name } = serverAlarmOf(alertType, '')
  await raiseRecord(
    raising,
    {
      deviceId: device.id,
      type: 'alarm',
      alertType,
      identifier,
      code: '',
      severity,
      category,
      words: { name: name.zh, enName: name.en },
      output: {},
      at,
      endedAt: null,
      endsAt: null,
    },
    device,
    { isOnce: true },
  )
}
