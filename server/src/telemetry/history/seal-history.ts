import { setTimeout as wait } from 'node:timers/promises'
import { alinkLimits } from '@brigade/contract/link/alink.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { dayOf } from '../../platform/db/partitions.ts'
import { closeDay, dropClosedDay, listRowDays, sealPortion } from './seal-history.store.ts'

/** This many rows are sealed at a time: it bounds the memory, and how much is done again after an interruption. */
const rowsAtOnce = 25_000

/** How long a run waits before it tries again to close days that were in use. */
const pauseMs = 30_000

/**
 * Seals the reports of every day before yesterday (UTC): closes the day, seals it by portions of devices, each in a
 * transaction of its own, and drops it. It may be interrupted anywhere and continues later. Late reports are rows again
 * and are sealed beside the others the next time. A day that is in use is left for the next run, after `tries` of this
 * one. Returns the number of sealed values.
 */
export async function sealHistory(db: Db, nowMs: number, portionRows = rowsAtOnce, tries = 1): Promise<number> {
  const yesterday = dayOf(nowMs - dayMs)
  const oldestLate = dayOf(nowMs - alinkLimits.deviceTimePastMs - dayMs)
  let sealed = 0
  for (let attempt = 1; ; attempt += 1) {
    let isInUse = false
    for (const day of await listRowDays(db, yesterday)) {
      // Days that an earlier run left are sealed first: only one day is closed at a time.
      sealed += await sealClosed(db, day, portionRows)
      const isClosed = await closeDay(db, day, { keep: day >= oldestLate })
      if (isClosed === true) sealed += await sealClosed(db, day, portionRows)
      isInUse ||= isClosed === undefined
    }
    if (!isInUse || attempt >= tries) return sealed
    await wait(pauseMs)
  }
}

/** Seals and drops the closed rows of a day. */
async function sealClosed(db: Db, day: string, portionRows: number): Promise<number> {
  let sealed = 0
  for (;;) {
    const portion = await sealPortion(db, day, portionRows)
    if (portion === undefined) break
    sealed += portion
  }
  await dropClosedDay(db, day)
  return sealed
}
