import { setTimeout as wait } from 'node:timers/promises'
import type { FaultLiveEvent, FaultLiveQuery } from '@brigade/contract/fault/record-list.model.ts'
import type { FaultTotals } from '@brigade/contract/fault/record.model.ts'
import { cacheKey } from '../../platform/caches.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { shareRuns } from '../../platform/waiting/share-runs.ts'
import { within } from '../../platform/within.ts'
import { countOpen, findRecordIds, listRecordsById } from './fault-list.store.ts'
import { filtersOf, rowOf } from './list-faults.ts'

/** Proxies and browsers close a connection without traffic. */
const heartbeatMs = 15_000
/** A burst of changes becomes a few events instead of one per record. */
const spacingMs = 300
/** With more changes than these a page reads its list again. */
const maxConcurrent = 80

/**
 * Streams records that are raised or change, within the scope and the filters at that moment: a record that moved to
 * another organisation is not mentioned.
 */
export async function* watchFaults(
  ctx: Ctx,
  { query, signal }: { query: FaultLiveQuery; signal: AbortSignal },
): AsyncGenerator<FaultLiveEvent> {
  const { clock, live } = ctx
  const leaving = new AbortController()
  const changes = live.changes('fault', AbortSignal.any([signal, leaving.signal]))
  try {
    // The next change is requested before the first read, so that none in between is missed.
    let next = changes.next()
    let totals = await totalsOf(ctx, query)
    yield { at: clock.now(), records: [], gone: [], isPartial: false, totals }
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        totals = await totalsOf(ctx, query)
        yield { at: clock.now(), records: [], gone: [], isPartial: false, totals }
        continue
      }
      if (changed.done === true) return
      next = changes.next()
      yield await eventOf(ctx, query, changed.value)
      await wait(spacingMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    // `changes.return()` would wait for the pending change, so the signal ends it.
    leaving.abort()
  }
}

async function eventOf(ctx: Ctx, query: FaultLiveQuery, changed: ReadonlySet<string>): Promise<FaultLiveEvent> {
  const { db, clock, caller } = ctx
  const now = clock.now()
  const among = [...changed].slice(0, maxConcurrent)
  const [seen, found, totals] = await Promise.all([
    listRecordsById(
      db,
      caller,
      among.map((id) => ({ id })),
    ),
    findRecordIds(db, caller, { ...filtersOf(query), among, pageNum: 1, pageSize: maxConcurrent }, now),
    totalsOf(ctx, query),
  ])
  // Records of other kinds and devices are left out completely, even as not found.
  const concerned = seen.filter(
    ({ deviceKind, deviceId }) =>
      (query.kind ?? deviceKind) === deviceKind && (query.deviceId ?? deviceId) === deviceId,
  )
  const matching = new Set(found.ids.map(({ id }) => id))
  return {
    at: now,
    records: concerned.map((row) => rowOf(row, now)),
    gone: concerned.filter(({ id }) => !matching.has(id)).map(({ id }) => id),
    isPartial: changed.size > maxConcurrent,
    totals,
  }
}

/** The pages of one organisation share a count: a change reaches them all at the same moment. */
const sharedTotals = cacheKey(() => shareRuns<FaultTotals>())

async function totalsOf({ db, clock, caller, caches }: Ctx, { kind }: FaultLiveQuery): Promise<FaultTotals | null> {
  if (kind === undefined) return null
  const share = caches.of(sharedTotals)
  return share(`${caller.organisationId} ${kind}`, () => countOpen(db, caller, { kind }, clock.now()))
}
