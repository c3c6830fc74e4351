import { Readable } from 'node:stream'
import { jobLimits, type JobKind } from '@brigade/contract/job/job.model.ts'
import type { Transaction } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx, Upload } from '../platform/http/context.ts'
import { askForJob } from '../platform/jobs/queue.store.ts'
import { refuse } from '../platform/refusal.ts'
import { storableText } from '../platform/storable-text.ts'
import { dropJobFile, keepJobFile } from './job-files.ts'
import { countOpenJobsExactly, findOwnJob, insertJob, openedIdOf, type JobDraft } from './job.store.ts'
import { storedText } from './job-row.ts'
import type { LongWork } from './long-work.ts'

/** The queue's name for all long work. */
export const longWorkJob = 'long-work'
export const queueKeyOf = (jobId: string) => `job-${jobId}`

export type JobInput =
  /** A file that was uploaded with the call. */
  | Upload
  /**
   * The input file of another succeeded job of the caller's, of this kind; otherwise refused with `job.unknown`, `job.notEnded`, or why
   * it did not succeed.
   */
  | Readonly<{ ofJob: string; kind: JobKind }>

export type StartOptions = Readonly<{
  /** The name of the file it writes or reads, as shown and downloaded. */
  fileName: string
  input?: JobInput
}>

/**
 * Starts long work for the caller. Job and queue entry are one transaction: an acknowledged job survives any failure.
 * Refuses with `job.tooMany` if the account has too many open jobs.
 */
export async function startJob<P>(
  ctx: Ctx,
  work: LongWork<P>,
  params: P,
  { fileName, input }: StartOptions,
): Promise<{ jobId: string }> {
  const { db, caller } = ctx
  const kept = input !== undefined && 'bytes' in input ? await keepUpload(ctx, work.kind, input) : undefined
  try {
    return await transaction(db, async (trx) => {
      const earlier = await countOpenJobsExactly(trx, caller.accountId)
      if (earlier >= jobLimits.maxOpen) refuse('job.tooMany', { max: jobLimits.maxOpen })
      const inputFileId = input !== undefined && 'ofJob' in input ? await inputOf({ ...ctx, db: trx }, input) : kept
      const draft = {
        accountId: caller.accountId,
        openedOrganisationId: openedIdOf(caller),
        kind: work.kind,
        params,
        locale: ctx.locale,
        timeZone: ctx.timeZone,
        fileName: storableText(fileName),
        inputFileId: inputFileId ?? null,
      }
      // The more jobs an account has waiting, the lower their priority.
      const jobId = await enqueueJob(trx, draft, { at: ctx.clock.now(), priority: earlier })
      return { jobId }
    })
  } catch (error) {
    if (kept !== undefined) await dropJobFile(ctx, kept).catch(() => undefined)
    throw error
  }
}

/** Inserts the job and its queue entry in the caller's transaction: also without a call, for a planned time. */
export async function enqueueJob(
  trx: Transaction,
  draft: Omit<JobDraft, 'inputFileId'> & { inputFileId?: string | null },
  { at, priority }: Readonly<{ at: number; priority: number }>,
): Promise<string> {
  const jobId = await insertJob(trx, { inputFileId: null, ...draft }, at)
  await askForJob(trx, { name: longWorkJob, payload: { jobId }, key: queueKeyOf(jobId), priority })
  return jobId
}

function keepUpload(ctx: Ctx, kind: string, { name, mediaType, bytes }: Upload): Promise<string> {
  const { accountId, organisationId } = ctx.caller
  const draft = { kind, accountId, organisationId, name, mediaType: mediaType.slice(0, 120) }
  return keepJobFile(ctx, draft, Readable.from([bytes], { objectMode: false }))
}

async function inputOf(
  { db, caller, locale }: Pick<Ctx, 'db' | 'caller' | 'locale'>,
  { ofJob, kind }: { ofJob: string; kind: JobKind },
): Promise<string> {
  const job = await findOwnJob(db, caller, ofJob, { keep: true })
  if (job === undefined || job.kind !== kind) refuse('job.unknown')
  if (job.status === 'failed')
    refuse('job.checkFailed', { why: storedText(job.errorKey ?? 'job.broken', job.errorParams, locale) })
  if (job.status === 'cancelled') refuse('job.checkCancelled')
  if (job.status !== 'succeeded') refuse('job.notEnded')
  if (job.inputFileId === null) refuse('job.noFile')
  return job.inputFileId
}
