import { taskSorts, type TaskSearch, type TaskState } from '@brigade/contract/message/task.model.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { notifyIds, notifyOnCommit } from '../../platform/db/notify.ts'
import { countRows, offsetOf, orderOf } from '../../platform/db/page.ts'
import { contains, isCalled } from '../../platform/db/search.ts'
import { iso } from '@brigade/contract/time.ts'
import { windowEnd } from './audience.store.ts'

const tasksWithin = (db: Db, scope: DataScope) =>
  db
    .selectFrom('pushTask')
    .where('pushTask.removedAt', 'is', null)
    .where('pushTask.organisationId', 'in', within(db, scope))

async function matching(db: Db, scope: DataScope, search: TaskSearch) {
  let query = tasksWithin(db, scope)
  if (search.keyword) query = query.where(await contains(db, 'pushTask', search.keyword))
  if (search.type !== undefined) query = query.where('pushTask.type', '=', search.type)
  if (search.state !== undefined) query = query.where('pushTask.state', '=', search.state)
  if (search.creator) {
    query = query.where(
      sql<boolean>`exists (select from account a where a.id = push_task.account_id and ${isCalled(search.creator, 'a')})`,
    )
  }
  if (search.startTime) query = query.where('pushTask.pushAt', '>=', search.startTime)
  if (search.endTime) query = query.where('pushTask.pushAt', '<=', search.endTime)
  return query
}

const withNames = (query: ReturnType<typeof tasksWithin>) =>
  query
    .innerJoin('organisation', 'organisation.id', 'pushTask.organisationId')
    .innerJoin('account', 'account.id', 'pushTask.accountId')
    .selectAll('pushTask')
    .select(['organisation.name as organisationName', 'account.name as creatorName'])

export async function findTaskPage(db: Db, scope: DataScope, search: TaskSearch) {
  const found = await matching(db, scope, search)
  const { column, direction } = orderOf(search.sort, taskSorts)
  const [rows, counted] = await Promise.all([
    withNames(found)
      .orderBy(`pushTask.${column}`, direction)
      .orderBy('pushTask.id', direction)
      .limit(search.pageSize)
      .offset(offsetOf(search))
      .execute(),
    countRows(db, found.select('pushTask.id')),
  ])
  return { rows, ...counted }
}
export type TaskRecord = Awaited<ReturnType<typeof findTaskPage>>['rows'][number]

export async function findTask(db: Db, scope: DataScope, id: string): Promise<TaskRecord | undefined> {
  return withNames(tasksWithin(db, scope)).where('pushTask.id', '=', id).executeTakeFirst()
}

/** Limit of tasks in one notice. */
const maxListed = 80

export async function listTasksById(db: Db, scope: DataScope, ids: readonly string[]): Promise<TaskRecord[]> {
  return withNames(tasksWithin(db, scope)).where('pushTask.id', 'in', ids).limit(maxListed).execute()
}

export async function listTasksSending(db: Db, scope: DataScope): Promise<TaskRecord[]> {
  return withNames(tasksWithin(db, scope)).where('pushTask.state', '=', 'sending').limit(maxListed).execute()
}

/** The kind of live notices, equal to the table's name. */
export const pushTaskMoved = 'push_task'

/** Notifies the streams of push tasks when the transaction commits. */
const notifyMoved = (db: Db, ids: readonly string[]): Promise<void> =>
  notifyOnCommit(db, 'live', { [pushTaskMoved]: ids })

/** Locked to the end of the transaction, in a fixed order. */
export async function lockTasks(db: Db, scope: DataScope, ids: readonly string[]) {
  return tasksWithin(db, scope)
    .where('pushTask.id', 'in', ids)
    .selectAll('pushTask')
    .orderBy('pushTask.id')
    .forUpdate('pushTask')
    .execute()
}

/** The tasks of an account that are not sent yet, or not to the end; locked. */
export async function lockTasksOf(db: Db, accountId: string) {
  return db
    .selectFrom('pushTask')
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .where('state', 'in', ['planned', 'paused', 'sending'])
    .select(['id', 'state'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** A task that is being sent is a job, and counts as one. */
export async function countWaitingTasks(db: Db, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom('pushTask')
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .where('state', 'in', ['planned', 'paused'])
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function insertTask(db: Db, draft: Insertable<Database['pushTask']>): Promise<string> {
  const { id } = await db.insertInto('pushTask').values(draft).returning('id').executeTakeFirstOrThrow()
  await notifyMoved(db, [id])
  return id
}

/** The version always increases. */
export async function writeTask(
  db: Db,
  id: string,
  fields: Updateable<Database['pushTask']>,
  at: number,
): Promise<void> {
  await db
    .updateTable('pushTask')
    .set({ ...fields, updatedAt: sql<string>`greatest(${iso(at)}, updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .execute()
  await notifyMoved(db, [id])
}

// Work of the worker ----------------------------------------------------------------------------------------------------

/** Whether `lockDueTasks` or `listLostTasks` would find one. */
export const areTasksDue = (now: string) => sql<boolean>`
  exists (select from push_task where state = 'planned' and removed_at is null and push_at <= ${now}::timestamptz)
  or exists (select from push_task t left join job j on j.id = t.job_id
    where t.state = 'sending' and (j.id is null or j.status not in ('waiting', 'running')))`

/** Planned tasks that are due, each locked by one worker until its transaction ends. */
export async function lockDueTasks(db: Db, at: number, limit: number) {
  return db
    .selectFrom('pushTask')
    .innerJoin('account', 'account.id', 'pushTask.accountId')
    .where('pushTask.state', '=', 'planned')
    .where('pushTask.removedAt', 'is', null)
    .where('pushTask.pushAt', '<=', iso(at))
    .select([
      'pushTask.id',
      'pushTask.accountId',
      'pushTask.title',
      sql<'en' | 'zh'>`coalesce(account.locale, 'en')`.as('locale'),
      sql<string | null>`known_time_zone(account.time_zone)`.as('timeZone'),
    ])
    .orderBy('pushTask.pushAt')
    .limit(limit)
    .forUpdate('pushTask')
    .skipLocked()
    .execute()
}

/** The task that a job sends, locked so that it is not cancelled within a batch; undefined if it no longer sends. */
export async function holdSendingTask(db: Db, id: string) {
  return db
    .selectFrom('pushTask')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .forUpdate()
    .executeTakeFirst()
}

/** The same for a batch, with the end of its window of receivers: null if there are no more. */
export async function holdForBatch(db: Db, id: string, { behind, most }: { behind: string; most: number }) {
  return db
    .selectFrom('pushTask')
    .selectAll()
    .select(windowEnd(behind, most).as('upTo'))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .forUpdate('pushTask')
    .executeTakeFirst()
}

/** Stores the progress without making a new version of the entered data. */
export async function noteProgress(
  db: Db,
  id: string,
  fields: Pick<Updateable<Database['pushTask']>, 'done' | 'receivers' | 'messageId' | 'messageMonth' | 'startedAt'>,
): Promise<void> {
  await db.updateTable('pushTask').set(fields).where('id', '=', id).execute()
  await notifyMoved(db, [id])
}

/** Adds to the number of written receivers. It is one statement, because a push runs it thousands of times. */
export async function noteDone(db: Db, id: string, done: number): Promise<void> {
  await sql`
    with noted as (update push_task set done = ${done} where id = ${id}::bigint returning id::text as id)
    ${notifyIds('live', pushTaskMoved, sql`select id from noted`)}`.execute(db)
}

export async function endTask(db: Db, id: string, state: TaskState, error: string, at: number): Promise<void> {
  await db
    .updateTable('pushTask')
    .set({
      state,
      error,
      endedAt: iso(at),
      updatedAt: sql<string>`greatest(${iso(at)}, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
  await notifyMoved(db, [id])
}

/** Tasks that are still sending although their job has ended, with the job's outcome. */
export async function listLostTasks(db: Db): Promise<{ id: string; status: string | null; errorKey: string | null }[]> {
  return db
    .selectFrom('pushTask')
    .leftJoin('job', 'job.id', 'pushTask.jobId')
    .where('pushTask.state', '=', 'sending')
    .where((where) => where.or([where('job.id', 'is', null), where('job.status', 'not in', ['waiting', 'running'])]))
    .select(['pushTask.id', 'job.status', 'job.errorKey'])
    .execute()
}
