import { jobLimits, secretJobKinds, secretJobMs } from '@brigade/contract/job/job.model.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { notifyIds, notifyOnCommit } from '../platform/db/notify.ts'
import { storableJson } from '../platform/storable-text.ts'
import type { JobRecord } from './job.store.ts'

const keptMs = jobLimits.keptDays * dayMs
/**
 * A worker that does not renew within this time counts as dead. The clock is the database's, which all workers share.
 */
const leaseFromNow = sql<string>`clock_timestamp() + interval '15 s'`

/** One run of one job by one worker. Updates from another run of the job are rejected. */
export type Hold = Readonly<{ jobId: string; runner: string }>

/** Claims a waiting job for this run; undefined if it no longer waits. */
export async function claimJob(db: Db, { jobId, runner }: Hold, at: number): Promise<JobRecord | undefined> {
  const job = await db
    .updateTable('job')
    .set({
      status: 'running',
      runner,
      leaseUntil: leaseFromNow,
      startedAt: sql<string>`coalesce(started_at, ${iso(at)}::timestamptz)`,
    })
    .where('id', '=', jobId)
    .where('status', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  if (job !== undefined) await notifyOnCommit(db, 'live', { job: [jobId] })
  return job
}

export type SavedProgress = {
  done?: number
  total?: number | null
  failed?: number
  counts?: Readonly<Record<string, number>>
  checkpoint?: unknown
}

/** The state in the row; undefined if another run holds the job, or none. */
export type HeldState = { cancelling: boolean } | undefined

/** Renews the lease, and stores progress if there is any. */
export async function keepHold(
  db: Db,
  { jobId, runner }: Hold,
  progress: SavedProgress | undefined,
): Promise<HeldState> {
  const { checkpoint, ...counts } = progress ?? {}
  const held = db
    .with('held', (query) =>
      query
        .updateTable('job')
        .set({
          leaseUntil: leaseFromNow,
          ...counts,
          ...(checkpoint === undefined ? {} : { checkpoint: storableJson(checkpoint) }),
        })
        .where('id', '=', jobId)
        .where('status', '=', 'running')
        .where('runner', '=', runner)
        .returning(['id', 'cancelling']),
    )
    .selectFrom('held')
    .select('held.cancelling')
  if (progress === undefined) return held.executeTakeFirst()
  // One statement, because long work reports progress thousands of times.
  const notices = notifyIds('live', 'job', sql`select id::text as id from held`)
  const row = await held.select(sql<string>`(${notices})`.as('notices')).executeTakeFirst()
  return row === undefined ? undefined : { cancelling: row.cancelling }
}

export async function keepHead(db: Db, { jobId }: Hold, cells: readonly string[]): Promise<void> {
  await db
    .updateTable('job')
    .set({ head: storableJson(cells) })
    .where('id', '=', jobId)
    .execute()
}

/** Sets the file that the job made. False if another run holds the job. */
export async function setResultFile(db: Db, { jobId, runner }: Hold, fileId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ resultFileId: fileId })
    .where('id', '=', jobId)
    .where('runner', '=', runner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type JobEnd =
  | { status: 'succeeded' | 'cancelled' }
  | { status: 'failed'; error: { key: string; params: unknown } }

/** Ends a run. False if another run holds the job. */
export async function endJob(
  db: Db,
  { jobId, runner }: Hold,
  end: JobEnd,
  { progress, at, expiresAt }: { progress: SavedProgress | undefined; at: number; expiresAt: number },
): Promise<boolean> {
  const { checkpoint: _, ...counts } = progress ?? {}
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({
      ...counts,
      status: end.status,
      cancelling: false,
      runner: null,
      leaseUntil: null,
      finishedAt: iso(at),
      expiresAt: iso(expiresAt),
      ...(end.status === 'failed' ? { errorKey: end.error.key, errorParams: storableJson(end.error.params) } : {}),
    })
    .where('id', '=', jobId)
    .where('runner', '=', runner)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await notifyOnCommit(db, 'live', { job: [jobId] })
  return numUpdatedRows > 0n
}

/** Returns a job that this run cannot continue; it does not count as an interruption. */
export async function giveBackJob(
  db: Db,
  { jobId, runner }: Hold,
  progress: SavedProgress | undefined,
): Promise<boolean> {
  const { checkpoint, ...counts } = progress ?? {}
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({
      ...counts,
      ...(checkpoint === undefined ? {} : { checkpoint: storableJson(checkpoint) }),
      status: 'waiting',
      runner: null,
      leaseUntil: null,
    })
    .where('id', '=', jobId)
    .where('runner', '=', runner)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await notifyOnCommit(db, 'live', { job: [jobId] })
  return numUpdatedRows > 0n
}

export const areRunsLost = () =>
  sql<boolean>`exists (select from job where status = 'running' and lease_until < clock_timestamp())`

/**
 * Identifies a run by its job, its runner and the end of its lease: a run whose lease was renewed after it had expired
 * is another one, even if that lease has expired too.
 */
const leasedRun = sql`id || ' ' || runner || ' ' || extract(epoch from lease_until)`

/** Runs whose lease has expired. */
export async function listLostRuns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ run: string }>`
    select ${leasedRun} as run from job where status = 'running' and lease_until < clock_timestamp()`.execute(db)
  return rows.map(({ run }) => run)
}

/**
 * Jobs of these runs whose lease has expired are queued again, given up after `most` interruptions, or cancelled if
 * that was requested. Returns the ids of the queued ones.
 */
export async function freeLostJobs(
  db: Db,
  { at, most, errorKey, runs }: { at: number; most: number; errorKey: string; runs: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    update job set
      status = case when cancelling then 'cancelled' when interruptions + 1 >= ${most} then 'failed' else 'waiting' end,
      error_key = case when not cancelling and interruptions + 1 >= ${most} then ${errorKey} end,
      finished_at = case when cancelling or interruptions + 1 >= ${most} then ${iso(at)}::timestamptz end,
      expires_at = case when cancelling or interruptions + 1 >= ${most} then
        case when kind = any(${secretJobKinds}::text[]) then ${iso(at + secretJobMs)}::timestamptz else ${iso(at + keptMs)}::timestamptz end end,
      interruptions = interruptions + 1, cancelling = false, runner = null, lease_until = null
    where id in (
      select id from job where status = 'running' and lease_until < clock_timestamp() and ${leasedRun} = any(${runs}::text[])
      for update skip locked)
    returning id::text, status`.execute(db)
  if (rows.length > 0) await notifyOnCommit(db, 'live', { job: rows.map(({ id }) => id) })
  return rows.filter(({ status }) => status === 'waiting').map(({ id }) => id)
}

export async function countWaitingJobs(db: Db): Promise<number> {
  const { jobs } = await db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<string>().as('jobs'))
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(jobs)
}

/**
 * Waiting jobs from before a time (epoch ms), the oldest first, with the number of earlier jobs of the same account.
 */
export async function listWaitingJobs(db: Db, before: number): Promise<{ id: string; earlier: number }[]> {
  const { rows } = await sql<{ id: string; earlier: number }>`
    select id::text, (row_number() over (partition by account_id order by id) - 1)::int as earlier
    from job where status = 'waiting' and created_at < ${iso(before)}::timestamptz order by id`.execute(db)
  return rows
}
