import { hourMs } from '@brigade/contract/time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OperationRecord } from '../../platform/http/mount-options.ts'
import type { Log } from '../../platform/log.ts'
import { networkOf } from '../../platform/network-of.ts'
import { countMoreRefused, recordOperation, type RefusedCall } from './record-operation.store.ts'
import { isWithin } from '../../platform/budget/budgets.ts'

/** Rows of one address in an hour; further calls are only counted in one more row. */
const maxRows = 10
/** The stored count lags by this time at most. */
const flushMs = 30_000
/** The row is sealed this long after its hour: all processes have written their counts by then. */
const sealAfterMs = 300_000
/** Addresses counted separately in a process; all others share one entry. */
const maxAddresses = 10_000
const maxNames = 40
const longestNames = 1000

type Seen = {
  untilMs: number
  rows: number
  more: number
  savedMore: number
  rowId: string | null
  /** The first of them, without its input, which may be 64 KB. */
  first: RefusedCall
}

export type StrangerLog = Readonly<{
  record: (row: OperationRecord) => Promise<void>
  stop: () => Promise<void>
}>

/**
 * Writes the operation log. Refused calls of unauthenticated callers take limited space: the names of the fields
 * instead of their values, ten rows an hour and address, and one row with the number of all others. Everything else is
 * written completely.
 */
export function strangerLog({ db, clock, log }: { db: Db; clock: Clock; log: Log }): StrangerLog {
  const byAddress = new Map<string, Seen>()
  /** Past hours with counts that may not be written yet. */
  const ended: Seen[] = []

  function seenOf(row: OperationRecord): Seen {
    const now = clock.now()
    const network = networkOf(row.address)
    const key = byAddress.has(network) || byAddress.size < maxAddresses ? network : 'others'
    const known = byAddress.get(key)
    if (known !== undefined && isWithin(known.untilMs - hourMs, now, hourMs)) return known
    if (known !== undefined) ended.push(known)
    const { time, address, module, operation, method, path, code } = row
    const first = { time, address, module, operation, method, path, code }
    const fresh: Seen = { untilMs: now + hourMs, rows: 0, more: 0, savedMore: 0, rowId: null, first }
    byAddress.set(key, fresh)
    return fresh
  }

  async function save(seen: Seen): Promise<void> {
    const { more } = seen
    if (more === seen.savedMore) return
    seen.rowId = await countMoreRefused(db, {
      id: seen.rowId,
      like: seen.first,
      more,
      notBefore: seen.untilMs + sealAfterMs,
    })
    seen.savedMore = more
  }

  async function saveAll(): Promise<void> {
    for (let seen = ended[0]; seen !== undefined; seen = ended[0]) {
      await save(seen)
      ended.shift()
    }
    for (const [key, seen] of byAddress) {
      await save(seen)
      // More may have been counted meanwhile, or another hour may have begun.
      const isDone = seen.untilMs <= clock.now() && seen.more === seen.savedMore
      if (isDone && byAddress.get(key) === seen) byAddress.delete(key)
    }
  }

  let saving = Promise.resolve()
  /**
   * Writes run one after another: two at once would make two rows of one count. A failed write is retried by the next
   * one.
   */
  function flush(): Promise<void> {
    saving = saving
      .then(saveAll)
      .catch((error: unknown) => log.warn({ err: error }, 'Refused calls could not be counted'))
    return saving
  }

  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()

  return {
    record: async (row) => {
      if (row.actor !== null || row.success) return void (await recordOperation(db, row))
      const seen = seenOf(row)
      if (seen.rows >= maxRows) {
        seen.more += 1
        return undefined
      }
      seen.rows += 1
      await recordOperation(db, { ...row, request: namesIn(row.request) })
      return undefined
    },
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** `{ names }` of the fields of an input, without their values. */
function namesIn(value: unknown): unknown {
  const names: string[] = []
  const visit = (at: unknown, path: string, depth: number) => {
    if (typeof at !== 'object' || at === null || depth > 3) return
    for (const [key, inner] of Object.entries(at)) {
      if (names.length >= maxNames) return
      const name = `${path}${key.slice(0, 40)}`
      names.push(name)
      visit(inner, `${name}.`, depth + 1)
    }
  }
  visit(value, '', 0)
  return { names: names.join(' ').slice(0, longestNames) }
}
