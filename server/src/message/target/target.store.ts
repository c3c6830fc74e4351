import type { DeliveryReason } from '@brigade/contract/message/message.model.ts'
import type { TargetSearch } from '@brigade/contract/message/target.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'
import { countRows, offsetOf } from '../../platform/db/page.ts'
import { includes } from '../../platform/db/search.ts'
import { storableText } from '../../platform/storable-text.ts'

export type TargetKind = Database['messageTarget']['kind']

const targetsWithin = (db: Db, scope: DataScope, kind: TargetKind) =>
  db
    .selectFrom('messageTarget')
    .where('messageTarget.kind', '=', kind)
    .where('messageTarget.organisationId', 'in', within(db, scope))

export async function listTargets(
  db: Db,
  scope: DataScope,
  kind: TargetKind,
  { keyword, sort, pageNum, pageSize }: TargetSearch,
) {
  let found = targetsWithin(db, scope, kind)
  if (keyword) found = found.where(includes(['messageTarget.name'], keyword))
  const direction = sort === 'updatedAt' ? 'asc' : 'desc'
  const [list, counted] = await Promise.all([
    found
      .innerJoin('organisation', 'organisation.id', 'messageTarget.organisationId')
      .selectAll('messageTarget')
      .select('organisation.name as organisationName')
      .orderBy('messageTarget.updatedAt', direction)
      .orderBy('messageTarget.id', direction)
      .limit(pageSize)
      .offset(offsetOf({ pageNum, pageSize }))
      .execute(),
    countRows(db, found.select('messageTarget.id')),
  ])
  return { list, ...counted, pageNum, pageSize }
}
export type StoredTarget = Awaited<ReturnType<typeof listTargets>>['list'][number]

/** Undefined outside the scope. */
export async function findTarget(db: Db, scope: DataScope, kind: TargetKind, id: string) {
  return targetsWithin(db, scope, kind).where('id', '=', id).selectAll().executeTakeFirst()
}

/** Locked to the end of the transaction; undefined outside the scope. */
export async function lockTarget(db: Db, scope: DataScope, kind: TargetKind, id: string) {
  return targetsWithin(db, scope, kind).where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
}

export async function countTargets(db: Db, organisationId: string, kind: TargetKind): Promise<number> {
  const { n } = await db
    .selectFrom('messageTarget')
    .where('organisationId', '=', organisationId)
    .where('kind', '=', kind)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function insertTarget(
  db: Db,
  draft: Omit<Insertable<Database['messageTarget']>, 'createdAt' | 'updatedAt'>,
  at: number,
): Promise<string> {
  const { id } = await db
    .insertInto('messageTarget')
    .values({ ...draft, createdAt: iso(at), updatedAt: iso(at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function writeTarget(
  db: Db,
  id: string,
  fields: Updateable<Database['messageTarget']>,
  at: number,
): Promise<void> {
  await db
    .updateTable('messageTarget')
    .set({ ...fields, updatedAt: sql<string>`greatest(${iso(at)}, updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .execute()
}

export async function deleteTarget(db: Db, id: string): Promise<void> {
  await db.deleteFrom('messageTarget').where('id', '=', id).execute()
}

/** The number of enabled robots and webhooks of one organisation. */
export async function countReach(db: Db, organisationId: string): Promise<{ robots: number; webhooks: number }> {
  const { rows } = await sql<{ robots: number; webhooks: number }>`
    select count(*) filter (where kind = 'robot')::int as robots, count(*) filter (where kind = 'webhook')::int as webhooks
    from message_target where organisation_id = ${organisationId} and enabled`.execute(db)
  return rows[0] ?? { robots: 0, webhooks: 0 }
}

/** Enabled webhooks for sign-in codes, the oldest first. */
export async function listCodeTargets(db: Db) {
  return db
    .selectFrom('messageTarget')
    .where('sendsCodes', '=', true)
    .where('enabled', '=', true)
    .select(['id', 'address', 'secret'])
    .orderBy('id')
    .execute()
}

// Sending --------------------------------------------------------------------------------------------------------------

/** Revokes a lease, so that results of its holder are not recorded. */
export const nobodyHolds = { leaseUntil: null, leaseHolder: null } as const

const leaseFromNow = sql<string>`clock_timestamp() + interval '60 s'`

const isDue = (now: string) => sql`
  t.enabled and (t.retry_at is null or t.retry_at <= ${now}::timestamptz)
  and (t.lease_until is null or t.lease_until < clock_timestamp())
  and exists (select from message_delivery d where d.receiver_kind = 'target' and d.receiver_id = t.id
    and d.state = 'queued' and d.next_at <= ${now}::timestamptz)`

/** Whether `listDueTargets` would find one. */
export const areTargetsDue = (now: string) => sql<boolean>`exists (select from message_target t where ${isDue(now)})`

/** Targets with a due delivery that no process is sending to. */
export async function listDueTargets(db: Db, at: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id::text from message_target t
    where ${isDue(iso(at))}
    order by t.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Takes the lease of a target: only one process sends to it at a time. Undefined if another process was first. Each
 * lease has a holder of its own, which the next lease replaces: a process that was delayed for longer than its lease
 * learns by it that another sends now.
 */
export async function claimTarget(db: Db, id: string) {
  return db
    .updateTable('messageTarget')
    .set({ leaseUntil: leaseFromNow, leaseHolder: sql<string>`gen_random_uuid()` })
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where((where) =>
      where.or([where('leaseUntil', 'is', null), where('leaseUntil', '<', sql<string>`clock_timestamp()`)]),
    )
    .returningAll()
    .executeTakeFirst()
}
export type ClaimedTarget = NonNullable<Awaited<ReturnType<typeof claimTarget>>>
/** The lease in the state in which it was claimed. */
export type TargetLease = Pick<ClaimedTarget, 'id' | 'leaseHolder'>

/** Renews the lease; false if another process has it, or the target was disabled or deleted meanwhile. */
export async function keepTarget(db: Db, { id, leaseHolder }: TargetLease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messageTarget')
    .set({ leaseUntil: leaseFromNow })
    .where('id', '=', id)
    .where('leaseHolder', '=', leaseHolder)
    .where('enabled', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Frees the lease, if it is still this one. */
export async function releaseTarget(db: Db, { id, leaseHolder }: TargetLease): Promise<void> {
  await db
    .updateTable('messageTarget')
    .set(nobodyHolds)
    .where('id', '=', id)
    .where('leaseHolder', '=', leaseHolder)
    .execute()
}

/** Whether the lease is still this one. It stays so until the transaction ends. */
export async function holdTarget(trx: Transaction, { id, leaseHolder }: TargetLease): Promise<boolean> {
  const row = await trx
    .selectFrom('messageTarget')
    .select('id')
    .where('id', '=', id)
    .where('leaseHolder', '=', leaseHolder)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the messages to a robot within a minute; a new minute begins with its first message. */
export async function noteSent(db: Db, id: string, at: number): Promise<void> {
  await sql`update message_target set last_success_at = ${iso(at)}::timestamptz, failing_since = null, retry_at = null,
      minute_at = case when minute_at > ${iso(at - 60_000)}::timestamptz then minute_at else ${iso(at)}::timestamptz end,
      minute_count = case when minute_at > ${iso(at - 60_000)}::timestamptz then minute_count + 1 else 1 end
    where id = ${id}`.execute(db)
}

/** The number of messages that a robot still accepts in this minute, and the start of the next minute (epoch ms). */
export async function readBudget(db: Db, id: string, at: number, perMinute: number) {
  const row = await db
    .selectFrom('messageTarget')
    .select(['minuteAt', 'minuteCount'])
    .where('id', '=', id)
    .executeTakeFirst()
  const beganAt = row?.minuteAt === undefined || row.minuteAt === null ? 0 : Date.parse(row.minuteAt)
  const isRunning = beganAt > at - 60_000
  return { left: isRunning ? Math.max(0, perMinute - (row?.minuteCount ?? 0)) : perMinute, nextAt: beganAt + 60_000 }
}

/** Defers further messages without counting a failure. */
export async function postpone(db: Db, id: string, until: number): Promise<void> {
  await db
    .updateTable('messageTarget')
    .set({ retryAt: iso(until) })
    .where('id', '=', id)
    .execute()
}

export async function clearPause(db: Db, id: string): Promise<void> {
  await db.updateTable('messageTarget').set({ retryAt: null }).where('id', '=', id).execute()
}

/** Returns the time since which it fails. */
export async function noteFailure(
  db: Db,
  id: string,
  { reason, detail, at, retryAt }: { reason: DeliveryReason; detail: string; at: number; retryAt: number },
): Promise<number> {
  const { failingSince } = await db
    .updateTable('messageTarget')
    .set({
      lastFailureAt: iso(at),
      lastFailure: reason,
      lastFailureDetail: storableText(detail).slice(0, 300),
      failingSince: sql<string>`coalesce(failing_since, ${iso(at)}::timestamptz)`,
      retryAt: iso(retryAt),
    })
    .where('id', '=', id)
    .returning('failingSince')
    .executeTakeFirstOrThrow()
  return failingSince === null ? at : Date.parse(failingSince)
}

/** Disables it permanently. False if it was disabled before. */
export async function giveUpTarget(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messageTarget')
    .set({ enabled: false, isGivenUp: true, ...nobodyHolds })
    .where('id', '=', id)
    .where('enabled', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Settles the waiting deliveries of a target that is disabled or deleted. */
export async function skipWaiting(db: Db, targetId: string, reason: DeliveryReason): Promise<void> {
  await db
    .updateTable('messageDelivery')
    .set({ state: reason === 'gave-up' ? 'failed' : 'skipped', reason, nextAt: null })
    .where('receiverKind', '=', 'target')
    .where('receiverId', '=', targetId)
    .where('state', '=', 'queued')
    .execute()
}
