import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { secretJobKinds, type JobDetail, type JobRow } from '@brigade/contract/job/job.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { z } from 'zod'
import type { Ctx, FileAnswer } from '../platform/http/context.ts'
import { implement } from '../platform/http/implement.ts'
import { refuse } from '../platform/refusal.ts'
import { cancelJob, forgetJob } from './end-job.ts'
import { firstErrors, jobErrors } from './job-errors.ts'
import { dropJobFile, openJobFile } from './job-files.ts'
import { findJobFile, takeResult } from './job-file.store.ts'
import { jobRow } from './job-row.ts'
import { findOwnJob, listOwnJobs } from './job.store.ts'
import { watchJobs } from './watch-jobs.ts'

type Search = z.output<typeof jobApi.list.query>
type ById = { query: { id: string } }

async function list({ db, caller, locale }: Ctx, { query }: { query: Search }): Promise<Page<JobRow>> {
  const { pageNum, pageSize } = query
  const { list: jobs, total } = await listOwnJobs(db, caller, query)
  return { list: jobs.map((job) => jobRow(job, locale)), total, pageNum, pageSize }
}

async function detail({ db, caller, locale }: Ctx, { query }: ById): Promise<JobDetail> {
  const job = await findOwnJob(db, caller, query.id)
  if (job === undefined) refuse('job.unknown')
  return { ...jobRow(job, locale), errors: await firstErrors(db, job.id, locale) }
}

async function file(ctx: Ctx, { query }: ById): Promise<FileAnswer> {
  const { db, caller, clock } = ctx
  const job = await findOwnJob(db, caller, query.id)
  if (job === undefined) refuse('job.unknown')
  const { status, resultFileId, expiresAt } = job
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= clock.now()
  if (status !== 'succeeded' || resultFileId === null || isOver) refuse('job.noFile')
  const kept = await findJobFile(db, resultFileId)
  const body = kept === undefined ? null : await openJobFile(ctx, job.kind, resultFileId)
  if (kept === undefined || body === null) refuse('job.noFile')
  if (secretJobKinds.includes(job.kind)) {
    if (!(await takeResult(db, job.id, resultFileId))) {
      body.destroy()
      refuse('job.noFile')
    }
    body.once('close', () => {
      // Housekeeping finds the file later.
      dropJobFile(ctx, resultFileId).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'A file of secrets could not be removed yet'),
      )
    })
  }
  return { body, mediaType: kept.mediaType, fileName: job.fileName }
}

export const jobRoutes = implement(jobApi, {
  list,
  detail,
  cancel: cancelJob,
  remove: forgetJob,
  file,
  errors: jobErrors,
  live: watchJobs,
})
