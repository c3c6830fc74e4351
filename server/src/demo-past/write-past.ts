import { setImmediate as turn } from 'node:timers/promises'
import { hoursIn } from '@brigade/simulator/past/hours-in.ts'
import { isFreezer, pastOf, seedBehind, seedOf, type PastEnd, type PastEntry } from '@brigade/simulator/past/past.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { zoneOf } from '../customer/zone/zone-of.ts'
import { demoVersionOf } from '../device/demo/demo-devices.seed.ts'
import { foldPast } from '../fault/past/fold-past.ts'
import type { Platform } from '../platform/http/context.ts'
import { transaction } from '../platform/db/transaction.ts'
import { foldPastCooking } from '../recipe/sync/fold-recipe-changes.ts'
import { signInFor } from '../session/demo/demo-sign-ins.seed.ts'
import { publishedModel } from '../thing-model/published-models.ts'
import { listActs, markWritten, takePlanned, type Planned } from './demo-past.store.ts'
import { newPastRows, type PastRows } from './past-rows.ts'

const partsOfDay = 4
/** Unsealed rows are written at this interval: few statements, and little that waits in memory. */
const flushedDays = 7

type Writing = Pick<Platform, 'db' | 'caches' | 'clock' | 'settings' | 'stopping'>

/**
 * Writes the past of the next device that has none yet, in one transaction: after a kill it is written again from its
 * beginning with the same result. Returns the device; undefined if there is none left, or another worker has the last
 * ones.
 */
export async function writeNext({ db, ...platform }: Writing): Promise<Planned | undefined> {
  let taken: Planned | undefined
  try {
    await transaction(db, async (trx) => {
      taken = await takePlanned(trx)
      if (taken === undefined) return
      const life = await writeOne({ ...platform, db: trx }, taken)
      await markWritten(trx, { deviceId: taken.deviceId, life, now: platform.clock.now() })
    })
    return taken
  } catch (error) {
    // This process is asked to stop, so the rows of the device so far are rolled back.
    if (platform.stopping.aborted) return undefined
    throw taken === undefined ? error : new PastFailed(taken, error)
  }
}

/** The past of this device could not be written. */
export class PastFailed extends Error {
  readonly planned: Planned
  constructor(planned: Planned, cause: unknown) {
    super(`The past of ${planned.sn} could not be written`, { cause })
    this.planned = planned
  }
}

type InTransaction = Omit<Writing, 'db'> & Readonly<{ db: Parameters<typeof takePlanned>[0] }>

async function writeOne(writing: InTransaction, planned: Planned): Promise<object> {
  const { db, caches, settings, stopping } = writing
  const { deviceId, productId, beginsMs, endsMs } = planned
  const published = await publishedModel({ db, caches }, productId)
  const model = published?.model
  // Readings of today stay rows, because more will follow.
  const sealedBeforeMs = Math.floor(writing.clock.now() / dayMs) * dayMs
  const rows = await newPastRows(db, planned, { model, sealedBeforeMs })
  const past = pastOf({
    kind: planned.kind,
    seed: planned.gatewaySn === null ? seedOf(planned.sn) : seedBehind(planned.gatewaySn, planned.unit ?? planned.sn),
    firmware: planned.firmware ?? demoVersionOf(planned.sn),
    script: planned.script,
    freezer: isFreezer(planned.productKey),
    since: planned.activatedMs,
    from: beginsMs,
    to: endsMs,
    hourAt: hoursIn(zoneOf(planned, settings.timeZone)),
    ending: planned.ending ?? undefined,
    // A gateway that loses its connection would take the devices behind it offline too.
    steady: planned.nodeType !== 'direct',
    unit: planned.unit !== null,
  })
  const end = await writeDays(past, rows, stopping)
  const losses = await rows.endConnections()
  await foldPastCooking(db, deviceId, endsMs)
  await foldPast(writing, { deviceId, from: beginsMs, to: endsMs, losses })
  // Accounts that handled its records or sent commands must have been signed in.
  await signInFor(db, await listActs(db, deviceId), writing.clock.now())
  // This follows the records, because crossings from now on belong to the running rules.
  await rows.writeLastState()
  return end.life
}

/** A quarter of a day is computed in some ten milliseconds; then other work has its turn. */
async function writeDays(
  past: Generator<PastEntry, PastEnd, undefined>,
  rows: PastRows,
  stopping: AbortSignal,
): Promise<PastEnd> {
  let part = -1
  for (;;) {
    const next = past.next()
    if (next.done === true) return next.value
    const of = Math.floor(next.value.at / (dayMs / partsOfDay))
    if (of !== part) {
      part = of
      if (of % (flushedDays * partsOfDay) === 0) await rows.flush()
      await turn()
      stopping.throwIfAborted()
    }
    rows.add(next.value)
  }
}
