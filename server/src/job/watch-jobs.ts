import type { JobEvent } from '@brigade/contract/job/job.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { jobRow } from './job-row.ts'
import { listOpenJobs, listOwnJobsById } from './job.store.ts'
import { within } from '../platform/within.ts'

/** Proxies and browsers close a connection without traffic. */
const heartbeatMs = 15_000

/**
 * Streams one's own jobs: at once those that have not ended, then every change, tick by tick; an empty event every 15
 * s.
 */
export async function* watchJobs(ctx: Ctx, { signal }: { signal: AbortSignal }): AsyncGenerator<JobEvent> {
  const { db, caller, locale } = ctx
  const leaving = new AbortController()
  const changes = ctx.live.changes('job', AbortSignal.any([signal, leaving.signal]))
  try {
    // The next change is requested before the first read, so that none in between is missed.
    let next = changes.next()
    const open = await listOpenJobs(db, caller)
    yield { jobs: open.map((job) => jobRow(job, locale)) }
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield { jobs: [] }
        continue
      }
      if (changed.done === true) return
      const moved = await listOwnJobsById(db, caller, [...changed.value])
      if (moved.length > 0) yield { jobs: moved.map((job) => jobRow(job, locale)) }
      next = changes.next()
    }
  } finally {
    // `changes.return()` would wait for the pending change, so the signal ends it.
    leaving.abort()
  }
}
