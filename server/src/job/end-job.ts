import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { dropUnused } from './job-files.ts'
import { askToCancel, cancelWaitingJob, findOwnJob, removeJob } from './job.store.ts'
import { expiryOf } from './run-job.ts'

type ById = { body: { id: string } }

/** A waiting job ends at once; a running one is asked to stop, and its runner notices it within a second. */
export async function cancelJob({ db, caller, clock }: Ctx, { body }: ById): Promise<null> {
  await transaction(db, async (trx) => {
    const job = await findOwnJob(trx, caller, body.id, { keep: true })
    if (job === undefined) refuse('job.unknown')
    const at = clock.now()
    const isCancelled =
      (await cancelWaitingJob(trx, job.id, at, expiryOf(job.kind, at))) || (await askToCancel(trx, job.id))
    if (!isCancelled) refuse('job.ended')
  })
  return null
}

/** Deletes a job that has ended, and its files if no other job reads them. */
export async function forgetJob({ db, files, caller, log }: Ctx, { body }: ById): Promise<null> {
  const fileIds = await transaction(db, async (trx) => {
    const job = await findOwnJob(trx, caller, body.id, { keep: true })
    if (job === undefined) refuse('job.unknown')
    if (job.status === 'waiting' || job.status === 'running') refuse('job.notEnded')
    await removeJob(trx, job.id)
    return [job.inputFileId, job.resultFileId].filter((id) => id !== null)
  })
  try {
    await dropUnused({ db, files }, fileIds)
  } catch (error) {
    // Housekeeping finds the files later.
    log.warn({ err: error }, 'Files of a removed job could not be removed yet')
  }
  return null
}
