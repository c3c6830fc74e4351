import type { JobEvent } from '@brigade/contract/job/job.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { jobRow } from './job-row.ts'
import { listOpenJobs, listOwnJobsById } from './job.store.ts'
import { within } from '../platform/within.ts'

/** Proxies and browsers give up on a connection that says nothing. */
const heartbeatMs = 15_000

/** Own jobs as they move: at once those that have not ended, then whatever changes, tick by tick; an empty event every 15 s. */
export async function* watchJobs(ctx: Ctx, { signal }: { signal: AbortSignal }): AsyncGenerator<JobEvent> {
  const { db, caller, locale } = ctx
  const leaving = new AbortController()
  const changes = ctx.live.changes('job', AbortSignal.any([signal, leaving.signal]))
  try {
    // Asked for before the first read: what changes in between is not missed.
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
    // Not `changes.return()`: that waits for the change being waited for.
    leaving.abort()
  }
}
