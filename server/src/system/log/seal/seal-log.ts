import { minuteMs } from '@brigade/contract/time.ts'
import { leafOf, leafTime, linksAfter } from '../../../platform/chain/chain.ts'
import type { Db } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Platform } from '../../../platform/http/context.ts'
import type { Running } from '../../../platform/program/domain.ts'
import { areLinesFresh, listFresh, lockSealing, noteKeptDays, readChain, writeLinks } from './chain.store.ts'
import { lineUnlined, seeUnlined, type Loose } from './sweep.store.ts'
import { isWithin } from '../../../platform/budget/budgets.ts'

const maxConcurrent = 1000
const busyMs = 1000
/** A call that has not written its line this long after a sweep saw it never will; work without a call has none to write. */
const looseAfter: Loose = { call: 600_000, none: 120_000 }
const sweepEveryMs = minuteMs

/**
 * Seals the waiting lines. Returns their number; none while another process is sealing, unless it `waits` for its turn:
 * then everything written before is sealed.
 */
export async function sealFresh(db: Db, at: number, { waits }: { waits: boolean } = { waits: false }): Promise<number> {
  let sealed = 0
  for (;;) {
    const portion = await transaction(db, async (trx) => {
      if (!(await lockSealing(trx, { waits }))) return 0
      const entries = await listFresh(trx, maxConcurrent, at)
      const sealedAt = leafTime(at)
      const leaves = entries.map((entry) => leafOf({ ...entry, sealedAt }))
      if (entries.length > 0) await writeLinks(trx, entries, linksAfter(await readChain(trx), leaves), at)
      return entries.length
    })
    sealed += portion
    if (portion < maxConcurrent) return sealed
  }
}

/** Writes lines for changes that have none, and returns their number. `loose`: how long ago a sweep saw them first. */
export async function sweep(db: Db, loose: Loose = looseAfter): Promise<number> {
  await seeUnlined(db)
  let lines = 0
  for (;;) {
    const portion = await transaction(db, async (trx) =>
      (await lockSealing(trx)) ? lineUnlined(trx, loose) : { lines: 0, isMore: false },
    )
    lines += portion.lines
    if (!portion.isMore) return lines
  }
}

/** A worker seals lines, some seconds after they were written. */
export function startSealing({ db, clock, queues, settings }: Platform): Running {
  let sweptAt = 0
  let isNoted = false
  const isSweepDue = () => !isNoted || !isWithin(sweptAt, Date.now(), sweepEveryMs)
  return queues.watch({
    name: 'operation-seal',
    waits: (now) => (isSweepDue() ? true : areLinesFresh(now)),
    busyMs,
    work: async () => {
      // Recorded before the first months are dropped by this retention.
      if (!isNoted) await noteKeptDays(db, settings.retention.operationLogDays, clock.now())
      isNoted = true
      if (isSweepDue()) {
        await sweep(db)
        sweptAt = Date.now()
      }
      await sealFresh(db, clock.now())
    },
    onErrorMessage: 'The operation log could not be sealed',
  })
}
