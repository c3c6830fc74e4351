import { mostUnread, type InboxSearch, type NotificationSearch } from '@brigade/contract/message/message.model.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { inboxChanged } from '../../platform/live/live-hub.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { countRows, offsetOf } from '../../platform/db/page.ts'

const iso = (at: number) => new Date(at).toISOString()

/** The inbox of one account: what was not deleted and is still valid. */
const inboxOf = (db: Db, accountId: string, at: number) =>
  db
    .selectFrom('messageDelivery as d')
    .innerJoin('message as m', (join) => join.onRef('m.month', '=', 'd.month').onRef('m.id', '=', 'd.messageId'))
    .where('d.receiverKind', '=', 'account')
    .where('d.receiverId', '=', accountId)
    .where('d.channel', '=', 'inbox')
    .where('m.removedAt', 'is', null)
    .where((where) => where.or([where('m.validUntil', 'is', null), where('m.validUntil', '>', iso(at))]))

const shownOfInbox = [
  'm.id',
  'm.kind',
  'm.type',
  'm.isCritical',
  'm.params',
  'm.opens',
  'm.pushedAt',
  sql<boolean>`d.state = 'read'`.as('isRead'),
] as const

export async function findInboxPage(
  db: Db,
  accountId: string,
  { unread, type, sort, ...paging }: InboxSearch,
  at: number,
) {
  let found = inboxOf(db, accountId, at)
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

/** Counted up to a hundred. */
export async function countUnread(db: Db, accountId: string, at: number): Promise<number> {
  const unread = inboxOf(db, accountId, at).where('d.state', '=', 'sent').select('d.messageId').limit(mostUnread)
  const { n } = await db
    .selectFrom(unread.as('unread'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** What an open console shows when something comes: the newest unread message, and how many are unread, up to a hundred. */
export type Newest = Readonly<{ newest: InboxRecord | undefined; unread: number }>

/** Of each of these accounts, in one statement; one that has nothing unread is not among them. */
export async function listNewest(
  db: Db,
  accountIds: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, Newest>> {
  const { rows } = await sql<InboxRecord & { accountId: string; unread: number }>`
    select asked.id::text as "accountId", unread.n as unread, m.id::text as id, m.kind, m.type, m.is_critical as "isCritical",
      m.params, m.opens, m.pushed_at as "pushedAt", false as "isRead"
    from unnest(${accountIds}::bigint[]) as asked (id)
    cross join lateral (
      select count(*)::int as n, max(of_one.message_id) as message_id,
        (array_agg(of_one.month order by of_one.message_id desc))[1] as month from (
        select d.message_id, d.month from message_delivery d join message m on m.month = d.month and m.id = d.message_id
        where d.receiver_id = asked.id and d.receiver_kind = 'account' and d.channel = 'inbox' and d.state = 'sent'
          and m.removed_at is null and (m.valid_until is null or m.valid_until > ${iso(at)}::timestamptz)
        order by d.message_id desc limit ${mostUnread}) as of_one) as unread
    join message m on m.month = unread.month and m.id = unread.message_id`.execute(db)
  return new Map(rows.map(({ accountId, unread, ...newest }) => [accountId, { newest, unread }]))
}

/** Own messages only; without ids all that are unread. Other consoles of the account hear of it. */
export async function markRead(
  db: Db,
  accountId: string,
  ids: readonly string[] | undefined,
  at: number,
): Promise<void> {
  await db
    .updateTable('messageDelivery')
    .set({ state: 'read', readAt: iso(at) })
    .where('receiverKind', '=', 'account')
    .where('receiverId', '=', accountId)
    .where('channel', '=', 'inbox')
    .where('state', '=', 'sent')
    .$if(ids !== undefined, (query) => query.where('messageId', '=', sql<string>`any(${ids ?? []}::bigint[])`))
    .execute()
  await notifyOnCommit(db, 'live', { [inboxChanged]: [accountId] })
}

/** Figures are said to an account in these units. */
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
