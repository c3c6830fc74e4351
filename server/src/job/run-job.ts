import { randomUUID } from 'node:crypto'
import { addAbortSignal, type Readable } from 'node:stream'
import { jobLimits, secretJobKinds, secretJobMs } from '@brigade/contract/job/job.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { isDatabaseAway } from '../platform/db/connection/database-away.ts'
import { withOperation } from '../platform/db/connection/operation-mark.ts'
import { transaction } from '../platform/db/transaction.ts'
import { errorCode } from '../platform/error-code.ts'
import type { Platform } from '../platform/http/context.ts'
import { masked } from '../platform/http/mask/mask.ts'
import type { OperationRecord } from '../platform/http/mount-options.ts'
import { askForJob } from '../platform/jobs/queue.store.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { knownZone } from '../platform/zone/zones.ts'
import { dropJobFile, endInput, keepJobFile, openJobFile } from './job-files.ts'
import { insertRefusals } from './job-refusal.store.ts'
import { claimJob, endJob, giveBackJob, keepHead, setResultFile } from './job-run.store.ts'
import type { Hold, JobEnd, SavedProgress } from './job-run.store.ts'
import type { JobRecord } from './job.store.ts'
import { leaseJob, JobStopped, type LeasedJob } from './job-lease.ts'
import type { JobCaller, LongWork, Work } from './long-work.ts'
import { longWorkJob, queueKeyOf } from './start-job.ts'

/** The context in which a worker runs jobs. */
export type Running = Readonly<{
  platform: Platform
  works: readonly LongWork<unknown>[]
  /** The account in its present state; undefined if it may not sign in any more. */
  findCaller: (job: Pick<JobRecord, 'accountId' | 'openedOrganisationId'>) => Promise<JobCaller | undefined>
  /** Writes a line of the operation log. */
  record: (row: OperationRecord) => Promise<void>
}>

/** The time at which a job that ends now is deleted with its files. */
export const expiryOf = (kind: string, at: number) =>
  at + (secretJobKinds.includes(kind) ? secretJobMs : jobLimits.keptDays * dayMs)

/** Runs one job until it ends, loses its lease, or this worker stops. Does nothing if the job no longer waits. */
export async function runJob(running: Running, jobId: string): Promise<void> {
  const { db, clock, stopping } = running.platform
  if (stopping.aborted) return askAgain(db, jobId, 0)
  const hold: Hold = { jobId, runner: randomUUID() }
  const job = await claimJob(db, hold, clock.now())
  if (job === undefined) return
  const held = leaseJob(running.platform, hold)
  const work = running.works.find(({ kind }) => kind === job.kind)
  const ending = { ...running, held, job, work }
  try {
    await perform(running, work, job, held)
    await end(ending, { status: 'succeeded' })
  } catch (error) {
    await settle(ending, error)
  } finally {
    held.release()
  }
}

type Ending = Running & Readonly<{ held: LeasedJob; job: JobRecord; work: LongWork<unknown> | undefined }>

async function perform(
  { platform, findCaller }: Running,
  work: LongWork<unknown> | undefined,
  job: JobRecord,
  held: LeasedJob,
): Promise<void> {
  if (work === undefined) throw new Error(`No long work of the kind ${job.kind}`)
  const caller = await findCaller(job)
  if (caller === undefined || !caller.operationCodes.has(work.access(job.params))) refuse('job.notAllowed')
  const timeZone = (await knownZone(platform, job.timeZone)) ?? platform.settings.timeZone
  // Changes are attributed to the job's person, under the number of its log line.
  const mark = { id: job.operationId, accountId: job.accountId, call: job.kind }
  await withOperation(mark, () => work.run(workFor(platform, { ...job, timeZone }, caller, held), job.params))
  // A run that ignored its signal has not succeeded if it was asked to stop.
  held.signal.throwIfAborted()
}

function workFor(platform: Platform, job: JobRecord, caller: JobCaller, held: LeasedJob): Work {
  const { db } = platform
  return {
    ...platform,
    jobId: job.id,
    caller,
    locale: job.locale,
    timeZone: job.timeZone,
    fileName: job.fileName,
    signal: held.signal,
    checkpoint: job.checkpoint ?? undefined,
    input: async () => {
      const body = job.inputFileId === null ? null : await openJobFile(platform, job.kind, job.inputFileId)
      if (body === null) refuse('job.noFile')
      return stoppable(held.signal, body)
    },
    progress: held.progress,
    keepHead: (cells) => keepHead(db, held.hold, cells),
    refuseRows: (rows, trx = db) => insertRefusals(trx, job.id, rows),
    writeResult: (body, mediaType) => writeResult(platform, { job, caller, held }, body, mediaType),
  }
}

/**
 * A stream that ends when the job is asked to stop. Its error reaches any reader, also a later one; between opening and
 * the first read there is no listener, and an unhandled error would end the process.
 */
const stoppable = <S extends Readable>(signal: AbortSignal, body: S): S =>
  addAbortSignal(signal, body).on('error', () => undefined)

async function writeResult(
  platform: Platform,
  { job, caller, held }: { job: JobRecord; caller: JobCaller; held: LeasedJob },
  body: Readable,
  mediaType: string,
): Promise<void> {
  const { accountId, organisationId } = caller
  const draft = { kind: job.kind, accountId, organisationId, name: job.fileName, mediaType }
  const fileId = await keepJobFile(platform, draft, stoppable(held.signal, body))
  if (await setResultFile(platform.db, held.hold, fileId)) return
  await dropJobFile(platform, fileId)
  held.signal.throwIfAborted()
}

/** Records the outcome of a run that did not complete. */
async function settle(ending: Ending, error: unknown): Promise<void> {
  const { platform, held } = ending
  const { log } = platform
  const { jobId } = held.hold
  const reason: unknown = held.signal.reason
  const why = reason instanceof JobStopped ? reason.why : undefined
  if (why === 'cancelled') return end(ending, { status: 'cancelled' })
  if (why === 'lost') return log.warn({ jobId }, 'A job went on without this worker')
  if (why === 'stopping') return giveBack(platform, held)
  if (isDatabaseAway(error)) {
    // Writing is not possible now. The job is found when its lease has expired, and continues from its checkpoint.
    return log.warn({ err: error, jobId }, 'A job was interrupted by the loss of the database')
  }
  if (error instanceof Refusal)
    return end(ending, { status: 'failed', error: { key: error.key, params: error.params } })
  log.error({ err: error, jobId }, 'A job failed')
  const key = isDiskFull(error) ? 'job.noRoom' : 'job.broken'
  await end(ending, { status: 'failed', error: { key, params: undefined } })
}

async function end(ending: Ending, how: JobEnd): Promise<void> {
  const { platform, held, job, work } = ending
  const at = platform.clock.now()
  const progress = await held.settled()
  const isOurs = await endJob(platform.db, held.hold, how, { progress, at, expiresAt: expiryOf(job.kind, at) })
  if (!isOurs) return platform.log.warn({ jobId: held.hold.jobId }, 'A job went on without this worker')
  await recordEnd(ending, how, { at, progress })
  if (work?.endsInput !== true || job.inputFileId === null) return
  try {
    await endInput(platform, job.inputFileId)
  } catch (error) {
    // It is deleted with the job.
    platform.log.warn({ err: error }, 'What a job had read could not be removed yet')
  }
}

/**
 * Writes the log line of a job: its parameters, its end, and under its number its changes. A worker that is killed here
 * leaves an interrupted job.
 */
async function recordEnd(
  { platform, job, findCaller, record }: Ending,
  how: JobEnd,
  { at, progress }: { at: number; progress: SavedProgress | undefined },
): Promise<void> {
  const caller = await findCaller(job)
  const [domain = '', operation = ''] = job.kind.split('.')
  const { done = job.done, failed = job.failed, counts = job.counts } = progress ?? {}
  await record({
    operationId: job.operationId,
    time: at,
    actor:
      caller === undefined
        ? null
        : { accountId: job.accountId, account: caller.account, organisationId: caller.organisationId },
    address: '',
    module: domain,
    operation,
    method: 'JOB',
    path: '',
    durationMs: Math.max(0, at - Date.parse(job.startedAt ?? job.createdAt)),
    code: how.status === 'succeeded' ? 200 : how.status === 'cancelled' ? 499 : 500,
    success: how.status === 'succeeded',
    request: masked(job.params, domain),
    response: masked({ ...how, done, failed, counts }, domain),
  }).catch((error: unknown) =>
    platform.log.error({ err: error, jobId: job.id }, 'The line of a job could not be written'),
  )
}

/** The next worker continues with it at once. */
async function giveBack({ db, log }: Platform, held: LeasedJob): Promise<void> {
  const { jobId } = held.hold
  const progress = await held.settled()
  await transaction(db, async (trx) => {
    if (await giveBackJob(trx, held.hold, progress)) await askAgain(trx, jobId, 0)
  })
  log.info({ jobId }, 'A job was handed back')
}

export const askAgain = (db: Platform['db'], jobId: string, priority: number) =>
  askForJob(db, { name: longWorkJob, payload: { jobId }, key: queueKeyOf(jobId), priority })

const isDiskFull = (error: unknown) => errorCode(error) === '53100'
