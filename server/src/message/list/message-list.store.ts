import type {
  DeliveryChannel,
  DeliveryReason,
  DeliverySearch,
  DeliveryState,
  MessageSearch,
} from '@brigade/contract/message/message.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { seenInList, within, type CallerScope, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { everybodysInbox, inboxChanged } from '../../platform/live/live-hub.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { countRows, offsetOf } from '../../platform/db/page.ts'
import { contains } from '../../platform/db/search.ts'
import type { MessageKey } from '../announce/announce.store.ts'

const messagesWithin = (db: Db, scope: DataScope) =>
  db.selectFrom('message').where('message.organisationId', 'in', within(db, scope))

async function matching(db: Db, scope: CallerScope, search: MessageSearch) {
  const seen = await seenInList(db, scope)
  let query = db.selectFrom('message').where(seen('message.organisationId'))
  if (search.keyword) query = query.where(await contains(db, 'message', search.keyword))
  if (search.type !== undefined) query = query.where('message.type', '=', search.type)
  if (search.origin !== undefined) query = query.where('message.kind', search.origin === 'task' ? '=' : '<>', 'task')
  if (search.audience !== undefined) query = query.where('message.audience', '=', search.audience)
  if (search.deviceType !== undefined) query = query.where('message.deviceType', '=', search.deviceType)
  if (search.startTime) query = query.where('message.pushedAt', '>=', search.startTime)
  if (search.endTime) query = query.where('message.pushedAt', '<=', search.endTime)
  return query
}

const shown = [
  'message.id',
  'message.month',
  'message.kind',
  'message.type',
  'message.isCritical',
  'message.params',
  'message.pushedAt',
  'message.audience',
  'message.deviceType',
  'message.opens',
  'message.validUntil',
  'message.taskId',
  'message.removedAt',
  'message.organisationId',
  'organisation.name as organisationName',
] as const

export async function findMessagePage(db: Db, scope: DataScope, search: MessageSearch) {
  const found = await matching(db, scope, search)
  const direction = search.sort === 'pushedAt' ? 'asc' : 'desc'
  const [rows, counted] = await Promise.all([
    found
      .innerJoin('organisation', 'organisation.id', 'message.organisationId')
      .select(shown)
      .orderBy('message.pushedAt', direction)
      .orderBy('message.id', direction)
      .limit(search.pageSize)
      .offset(offsetOf(search))
      .execute(),
    countRows(db, found.select('message.id')),
  ])
  return { rows, ...counted }
}
export type MessageRecord = Awaited<ReturnType<typeof findMessagePage>>['rows'][number]

export async function findMessage(db: Db, scope: DataScope, id: string): Promise<MessageRecord | undefined> {
  return messagesWithin(db, scope)
    .innerJoin('organisation', 'organisation.id', 'message.organisationId')
    .where('message.id', '=', id)
    .select(shown)
    .executeTakeFirst()
}

type Count = Readonly<{ messageId: string; state: DeliveryState; deliveries: number }>

/** Deliveries of these messages by state, over all channels. */
export async function listCounts(db: Db, keys: readonly MessageKey[]): Promise<readonly Count[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Count>`
    select c.message_id::text as "messageId", c.state, sum(c.deliveries)::int as deliveries
    from unnest(${keys.map(({ month }) => month)}::date[], ${keys.map(({ id }) => id)}::bigint[]) as wanted (month, id)
    join message_count c on c.month = wanted.month and c.message_id = wanted.id
    where c.deliveries > 0 group by 1, 2`.execute(db)
  return rows
}

export type StoredGroup = Readonly<{
  channel: DeliveryChannel
  state: DeliveryState
  reason: DeliveryReason | null
  count: number
}>

/**
 * Counts by channel, state and reason. Deliveries with a reason are counted row by row; the others are in the stored
 * counts.
 */
export async function listGroups(db: Db, { id, month }: MessageKey): Promise<StoredGroup[]> {
  const { rows } = await sql<StoredGroup>`
    with reasoned as (
      select channel, state, reason, count(*)::int as count from message_delivery
      where month = ${month}::date and message_id = ${id}::bigint and reason is not null group by 1, 2, 3)
    select * from reasoned
    union all
    select c.channel, c.state, null, (c.deliveries - coalesce(sum(r.count), 0))::int from message_count c
      left join reasoned r on r.channel = c.channel and r.state = c.state
    where c.month = ${month}::date and c.message_id = ${id}::bigint group by c.channel, c.state, c.deliveries
    having c.deliveries > coalesce(sum(r.count), 0)
    order by 1, 2, 3`.execute(db)
  return rows
}

/** The organisation of a delivery's receiver. */
const organisationId = sql<string>`coalesce(account.organisation_id, t.organisation_id)`

/**
 * Counts the deliveries that the page lists, with one branch for each kind of receiver. Each branch reads a range of
 * the key in the order of its receivers; with outer joins of all three, ten thousand accounts would be looked up one by
 * one.
 */
async function countDeliveries(db: Db, scope: CallerScope, { id, month }: MessageKey, search: DeliverySearch) {
  const seen = await seenInList(db, scope)
  const ofKind = (kind: 'account' | 'target' | 'app-user') => {
    let found = db
      .selectFrom('messageDelivery as d')
      .where('d.month', '=', month)
      .where('d.messageId', '=', id)
      .where('d.receiverKind', '=', kind)
    if (search.channel !== undefined) found = found.where('d.channel', '=', search.channel)
    if (search.state !== undefined) found = found.where('d.state', '=', search.state)
    return found
  }
  const accounts = ofKind('account')
    .innerJoin('account', 'account.id', 'd.receiverId')
    .where(seen('account.organisationId'))
  const targets = ofKind('target')
    .innerJoin('messageTarget as t', 't.id', 'd.receiverId')
    .where(seen('t.organisationId'))
  const appUsers = ofKind('app-user').innerJoin('appUser', 'appUser.id', 'd.receiverId')
  const all = accounts
    .select('d.messageId')
    .unionAll(targets.select('d.messageId'))
    .unionAll(appUsers.select('d.messageId'))
  return countRows(db, all)
}

/**
 * Deliveries of one message. A receiver outside the scope is not listed, only counted. App users belong to no
 * organisation.
 */
export async function findDeliveryPage(db: Db, scope: CallerScope, { id, month }: MessageKey, search: DeliverySearch) {
  let found = db
    .selectFrom('messageDelivery as d')
    .leftJoin('account', (join) => join.onRef('account.id', '=', 'd.receiverId').on('d.receiverKind', '=', 'account'))
    .leftJoin('messageTarget as t', (join) =>
      join.onRef('t.id', '=', 'd.receiverId').on('d.receiverKind', '=', 'target'),
    )
    .leftJoin('appUser', (join) => join.onRef('appUser.id', '=', 'd.receiverId').on('d.receiverKind', '=', 'app-user'))
    .where('d.month', '=', month)
    .where('d.messageId', '=', id)
    // A filter instead of a join: rows are read in the order of their key, and only as far as a page or the count
    // needs.
    .where(sql<boolean>`(app_user.id is not null or (${organisationId} in ${within(db, scope)}) is true)`)
  if (search.channel !== undefined) found = found.where('d.channel', '=', search.channel)
  if (search.state !== undefined) found = found.where('d.state', '=', search.state)
  const direction = search.sort === '-receiver' ? 'desc' : 'asc'
  const [rows, counted] = await Promise.all([
    found
      .leftJoin('organisation', (join) => join.on((on) => on('organisation.id', '=', organisationId)))
      .select([
        'd.messageId',
        'd.receiverKind',
        'd.receiverId',
        'd.channel',
        'd.state',
        'd.reason',
        'd.detail',
        'd.step',
        'd.attempts',
        'd.createdAt',
        'd.sentAt',
        'd.readAt',
        'd.nextAt',
        sql<string>`coalesce(account.name, t.name, '')`.as('name'),
        sql<string>`coalesce(app_user.nickname, '')`.as('nickname'),
        sql<string>`coalesce(organisation.name, '')`.as('organisation'),
      ])
      .orderBy('d.receiverKind', direction)
      .orderBy('d.receiverId', direction)
      .orderBy('d.channel', direction)
      .limit(search.pageSize)
      .offset(offsetOf(search))
      .execute(),
    countDeliveries(db, scope, { id, month }, search),
  ])
  return { rows, ...counted }
}

/** `own`: of messages that leave only the remover's own inbox. */
export type Removed = Readonly<{ removed: number; own: number }>

/**
 * Removes messages from every inbox; undefined if one of them is outside the scope. Those about acts, and critical
 * ones, are removed only from the inbox of `accountId`: the people whom they concern do not withdraw them.
 */
export async function removeMessages(
  db: Db,
  scope: DataScope & { accountId: string },
  ids: readonly string[],
  at: number,
): Promise<Removed | undefined> {
  const seen = await messagesWithin(db, scope)
    .where('message.id', 'in', ids)
    .select(['message.id', 'message.month', 'message.isAct', 'message.isCritical'])
    .orderBy('message.id')
    .forUpdate('message')
    .execute()
  if (seen.length < new Set(ids).size) return undefined
  const kept = seen.filter(({ isAct, isCritical }) => isAct || isCritical)
  const gone = seen.filter((message) => !kept.includes(message))
  await sql`update message set removed_at = coalesce(removed_at, ${iso(at)}::timestamptz)
    from ${theseKeys(gone)} where message.month = one.month and message.id = one.id`.execute(db)
  await sql`update message_delivery d set removed_at = coalesce(d.removed_at, ${iso(at)}::timestamptz)
    from ${theseKeys(kept)} where d.month = one.month and d.message_id = one.id
      and d.receiver_kind = 'account' and d.receiver_id = ${scope.accountId} and d.channel = 'inbox'`.execute(db)
  // Open consoles count again. The notification of a message that was removed from every inbox names no owner, so every
  // stream reads.
  await notifyOnCommit(
    db,
    'live',
    gone.length === 0
      ? { [inboxChanged]: [scope.accountId] }
      : { [inboxChanged]: [everybodysInbox], 'app-inbox': [everybodysInbox] },
  )
  return { removed: gone.length, own: kept.length }
}

const theseKeys = (keys: readonly MessageKey[]) =>
  sql`unnest(${keys.map(({ month }) => month)}::date[], ${keys.map(({ id }) => id)}::bigint[]) as one (month, id)`

/** Whether a push task is still listed. */
export async function isTaskListed(db: Db, scope: DataScope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('pushTask')
    .select('id')
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .where('organisationId', 'in', within(db, scope))
    .executeTakeFirst()
  return row !== undefined
}
