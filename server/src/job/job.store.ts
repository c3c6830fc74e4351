import { sql, type Selectable } from 'kysely'
import type { JobKind, JobStatus } from '@brigade/contract/job/job.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Database, Db } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/context.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { offsetOf } from '../platform/db/page.ts'
import { storableJson } from '../platform/storable-text.ts'

const open: readonly JobStatus[] = ['waiting', 'running']

export type JobRecord = Selectable<Database['job']>
export type OwnJob = Omit<JobRecord, 'params' | 'checkpoint' | 'runner' | 'leaseUntil' | 'operationId'> & {
  hasErrors: boolean
}

/**
 * The owner of jobs: an account in its own console, or in one that it has opened. Jobs of the one are not seen in the
 * other.
 */
export type JobOwner = Pick<Caller, 'accountId' | 'organisationId' | 'opened'>

/** The organisation of the opened console in which a job is started; null: the account's own. */
export const openedIdOf = ({ organisationId, opened }: JobOwner): string | null =>
  opened === null ? null : organisationId

const isOf = (owner: JobOwner) =>
  sql<boolean>`job.account_id = ${owner.accountId} and job.opened_organisation_id is not distinct from ${openedIdOf(owner)}`

const ownJobs = (db: Db, owner: JobOwner) =>
  db
    .selectFrom('job')
    .select([
      'id',
      'accountId',
      'openedOrganisationId',
      'kind',
      'locale',
      'timeZone',
      'fileName',
      'status',
      'cancelling',
      'done',
      'total',
      'failed',
      'counts',
      'interruptions',
      'inputFileId',
      'resultFileId',
      'head',
      'errorKey',
      'errorParams',
      'createdAt',
      'startedAt',
      'finishedAt',
      'expiresAt',
    ])
    .select(sql<boolean>`exists (select from job_refusal where job_refusal.job_id = job.id)`.as('hasErrors'))
    .where(isOf(owner))

export async function listOwnJobs(
  db: Db,
  owner: JobOwner,
  search: {
    pageNum: number
    pageSize: 10 | 25 | 50 | 80
    sort?: string | undefined
    status?: JobStatus | undefined
    kind?: JobKind | undefined
  },
): Promise<{ list: OwnJob[]; total: number }> {
  const { status, kind } = search
  const direction = search.sort === 'createdAt' ? 'asc' : 'desc'
  const list = await ownJobs(db, owner)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'waiting'))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
    .execute()
  const { n } = await db
    .selectFrom('job')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(isOf(owner))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'waiting'))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .executeTakeFirstOrThrow()
  return { list, total: n }
}

export async function listOpenJobs(db: Db, owner: JobOwner): Promise<OwnJob[]> {
  return ownJobs(db, owner).where('status', 'in', open).orderBy('createdAt').orderBy('id').execute()
}

export async function listOwnJobsById(db: Db, owner: JobOwner, ids: readonly string[]): Promise<OwnJob[]> {
  return ownJobs(db, owner)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
}

/** With `keep`, the row is locked until the transaction ends. */
export async function findOwnJob(
  db: Db,
  owner: JobOwner,
  id: string,
  { keep = false }: { keep?: boolean } = {},
): Promise<OwnJob | undefined> {
  return ownJobs(db, owner)
    .where('id', '=', id)
    .$if(keep, (query) => query.forUpdate('job'))
    .executeTakeFirst()
}

/** The number of an account's waiting or running jobs. Concurrent starts are serialised, so that the count is exact. */
export async function countOpenJobsExactly(db: Db, accountId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('job'), hashtext(${accountId}))`.execute(db)
  return countOpenJobs(db, accountId)
}

export async function countOpenJobs(db: Db, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom('job')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('accountId', '=', accountId)
    .where('status', 'in', open)
    .executeTakeFirstOrThrow()
  return n
}

export type JobDraft = {
  accountId: string
  openedOrganisationId: string | null
  kind: JobKind
  params: unknown
  locale: Locale
  timeZone: string
  fileName: string
  inputFileId: string | null
}

/** Answers its id. `at` is epoch ms. */
export async function insertJob(db: Db, draft: JobDraft, at: number): Promise<string> {
  const { id } = await db
    .insertInto('job')
    .values({ ...draft, params: storableJson(draft.params), createdAt: iso(at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await notifyOnCommit(db, 'live', { job: [id] })
  return id
}

/** Cancels a waiting job at once. */
export async function cancelWaitingJob(db: Db, id: string, at: number, expiresAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ status: 'cancelled', finishedAt: iso(at), expiresAt: iso(expiresAt) })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await notifyOnCommit(db, 'live', { job: [id] })
  return numUpdatedRows > 0n
}

/** Requests that a running job stops; its runner notices it within a second. */
export async function askToCancel(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ cancelling: true })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await notifyOnCommit(db, 'live', { job: [id] })
  return numUpdatedRows > 0n
}

/** Hands unfinished jobs over to another account and notifies it; their runs use the new owner's rights. */
export async function handOverJobs(db: Db, accountId: string, successorId: string): Promise<void> {
  const rows = await db
    .updateTable('job')
    .set({ accountId: successorId })
    .where('accountId', '=', accountId)
    .where('status', 'in', open)
    .returning('id')
    .execute()
  if (rows.length > 0) await notifyOnCommit(db, 'live', { job: rows.map(({ id }) => id) })
}

export async function removeJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('job').where('id', '=', id).execute()
  await notifyOnCommit(db, 'live', { job: [id] })
}

/** Deletes jobs that expired by `at` (epoch ms). Returns their files. */
export async function removeExpiredJobs(db: Db, at: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('job')
    .where('expiresAt', '<=', iso(at))
    .returning(['inputFileId', 'resultFileId'])
    .execute()
  return [...new Set(rows.flatMap((row) => [row.inputFileId ?? [], row.resultFileId ?? []].flat()))]
}
