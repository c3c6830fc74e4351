import {
  maxUnread,
  type InboxSearch,
  type NotificationSearch,
  type UserMessageSearch,
} from '@brigade/contract/message/message.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { inboxChanged } from '../../platform/live/live-hub.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { countRows, offsetOf } from '../../platform/db/page.ts'

/** The owner of an inbox: an account or an app user. */
export type InboxOwner = Readonly<{ kind: 'account' | 'app-user'; id: string }>

/** The kind of live notices for open inboxes. */
export const liveKindOf = ({ kind }: Pick<InboxOwner, 'kind'>) => (kind === 'account' ? inboxChanged : 'app-inbox')

/** The inbox of one receiver: messages that nobody removed from it and that are still valid. */
const inboxOf = (db: Db, owner: InboxOwner, at: number) =>
  db
    .selectFrom('messageDelivery as d')
    .innerJoin('message as m', (join) => join.onRef('m.month', '=', 'd.month').onRef('m.id', '=', 'd.messageId'))
    .where('d.receiverKind', '=', owner.kind)
    .where('d.receiverId', '=', owner.id)
    .where('d.channel', '=', 'inbox')
    // Skipped deliveries are of a type that the person has disabled.
    .where('d.state', '<>', 'skipped')
    .where('m.removedAt', 'is', null)
    .where('d.removedAt', 'is', null)
    .where((where) => where.or([where('m.validUntil', 'is', null), where('m.validUntil', '>', iso(at))]))

const shownOfInbox = [
  'm.id',
  'm.kind',
  'm.type',
  'm.isCritical',
  'm.params',
  'm.opens',
  'm.deviceType',
  'm.pushedAt',
  sql<boolean>`d.state = 'read'`.as('isRead'),
] as const

export async function findInboxPage(
  db: Db,
  owner: InboxOwner,
  { unread, type, sort, ...paging }: InboxSearch,
  at: number,
) {
  let found = inboxOf(db, owner, at)
  if (unread !== undefined) found = found.where('d.state', unread ? '=' : '<>', 'sent')
  if (type !== undefined) found = found.where('m.type', '=', type)
  const direction = sort === 'pushedAt' ? 'asc' : 'desc'
  const [rows, counted] = await Promise.all([
    found
      .select(shownOfInbox)
      .orderBy('d.messageId', direction)
      .limit(paging.pageSize)
      .offset(offsetOf(paging))
      .execute(),
    countRows(db, found.select('d.messageId')),
  ])
  return { rows, ...counted }
}
export type InboxRecord = Awaited<ReturnType<typeof findInboxPage>>['rows'][number]

/** The number of unread messages, counted up to a hundred. */
export async function countUnread(db: Db, owner: InboxOwner, at: number): Promise<number> {
  const unread = inboxOf(db, owner, at).where('d.state', '=', 'sent').select('d.messageId').limit(maxUnread)
  const { n } = await db
    .selectFrom(unread.as('unread'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/**
 * The part that an open console shows for a new message: the newest unread message, and the number of unread ones, up
 * to a hundred.
 */
export type Newest = Readonly<{ newest: InboxRecord | undefined; unread: number }>

/**
 * The newest message of each of these receivers of one kind, in one statement; a receiver without unread messages is
 * left out.
 */
export async function listNewest(
  db: Db,
  kind: InboxOwner['kind'],
  ids: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, Newest>> {
  const { rows } = await sql<InboxRecord & { ownerId: string; unread: number }>`
    select requested.id::text as "ownerId", unread.n as unread, m.id::text as id, m.kind, m.type, m.is_critical as "isCritical",
      m.params, m.opens, m.device_type as "deviceType", m.pushed_at as "pushedAt", false as "isRead"
    from unnest(${ids}::bigint[]) as requested (id)
    cross join lateral (
      select count(*)::int as n, max(of_one.message_id) as message_id,
        (array_agg(of_one.month order by of_one.message_id desc))[1] as month from (
        select d.message_id, d.month from message_delivery d join message m on m.month = d.month and m.id = d.message_id
        where d.receiver_id = requested.id and d.receiver_kind = ${kind} and d.channel = 'inbox' and d.state = 'sent'
          and m.removed_at is null and d.removed_at is null and (m.valid_until is null or m.valid_until > ${iso(at)}::timestamptz)
        order by d.message_id desc limit ${maxUnread}) as of_one) as unread
    join message m on m.month = unread.month and m.id = unread.message_id`.execute(db)
  return new Map(rows.map(({ ownerId, unread, ...newest }) => [ownerId, { newest, unread }]))
}

/**
 * Marks one's own messages as read; without ids all unread ones. Other consoles and phones of the same owner are
 * notified.
 */
export async function markRead(
  db: Db,
  owner: InboxOwner,
  ids: readonly string[] | undefined,
  at: number,
): Promise<void> {
  await db
    .updateTable('messageDelivery')
    .set({ state: 'read', readAt: iso(at) })
    .where('receiverKind', '=', owner.kind)
    .where('receiverId', '=', owner.id)
    .where('channel', '=', 'inbox')
    .where('state', '=', 'sent')
    .$if(ids !== undefined, (query) => query.where('messageId', '=', sql<string>`any(${ids ?? []}::bigint[])`))
    .execute()
  await notifyOnCommit(db, 'live', { [liveKindOf(owner)]: [owner.id] })
}

/** The units in which an account reads figures. */
export async function findUnits(db: Db, accountId: string): Promise<'metric' | 'british'> {
  const row = await db.selectFrom('accountNotify').select('units').where('accountId', '=', accountId).executeTakeFirst()
  return row?.units ?? 'metric'
}

/** Every delivery to an account, the newest first. */
export async function findNotifications(
  db: Db,
  accountId: string,
  { channel, state, sort, ...paging }: NotificationSearch,
) {
  let found = db
    .selectFrom('messageDelivery as d')
    .innerJoin('message as m', (join) => join.onRef('m.month', '=', 'd.month').onRef('m.id', '=', 'd.messageId'))
    .where('d.receiverKind', '=', 'account')
    .where('d.receiverId', '=', accountId)
  if (channel !== undefined) found = found.where('d.channel', '=', channel)
  if (state !== undefined) found = found.where('d.state', '=', state)
  const direction = sort === 'pushedAt' ? 'asc' : 'desc'
  const [rows, counted] = await Promise.all([
    found
      .select([
        'm.kind',
        'm.type',
        'm.isCritical',
        'm.params',
        'm.opens',
        'm.deviceType',
        'd.messageId',
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
      ])
      .orderBy('d.messageId', direction)
      .orderBy('d.channel')
      .limit(paging.pageSize)
      .offset(offsetOf(paging))
      .execute(),
    countRows(db, found.select('d.messageId')),
  ])
  return { rows, ...counted }
}

/** Messages to an app user that organisations within the scope sent. */
export async function findUserMessages(db: Db, scope: DataScope, { id, type, sort, ...paging }: UserMessageSearch) {
  let found = db
    .selectFrom('messageDelivery as d')
    .innerJoin('message as m', (join) => join.onRef('m.month', '=', 'd.month').onRef('m.id', '=', 'd.messageId'))
    .where('d.receiverKind', '=', 'app-user')
    .where('d.receiverId', '=', id)
    .where('d.channel', '=', 'inbox')
    .where('m.removedAt', 'is', null)
    .where('m.organisationId', 'in', within(db, scope))
  if (type !== undefined) found = found.where('m.type', '=', type)
  const direction = sort === 'pushedAt' ? 'asc' : 'desc'
  const [rows, counted] = await Promise.all([
    found
      .select(['m.id', 'm.kind', 'm.type', 'm.params', 'm.pushedAt', 'd.state', 'd.readAt'])
      .orderBy('d.messageId', direction)
      .limit(paging.pageSize)
      .offset(offsetOf(paging))
      .execute(),
    countRows(db, found.select('d.messageId')),
  ])
  return { rows, ...counted }
}

/** Whether an account is within a scope. */
export async function isAccountWithin(db: Db, scope: DataScope, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('organisationId', 'in', within(db, scope))
    .executeTakeFirst()
  return row !== undefined
}
