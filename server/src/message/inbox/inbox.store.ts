import {
  mostUnread,
  type InboxSearch,
  type NotificationSearch,
  type UserMessageSearch,
} from '@brigade/contract/message/message.model.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { countRows, offsetOf } from '../../platform/db/page.ts'

const iso = (at: number) => new Date(at).toISOString()

/** Whose inbox it is: an account's, or an app user's. */
export type InboxOwner = Readonly<{ kind: 'account' | 'app-user'; id: string }>

/** Under which kind open inboxes hear of what changed in them. */
export const liveKindOf = ({ kind }: Pick<InboxOwner, 'kind'>) => (kind === 'account' ? 'inbox' : 'app-inbox')

/** The inbox of one receiver: what was not deleted and is still valid. */
const inboxOf = (db: Db, owner: InboxOwner, at: number) =>
  db
    .selectFrom('messageDelivery as d')
    .innerJoin('message as m', (join) => join.onRef('m.month', '=', 'd.month').onRef('m.id', '=', 'd.messageId'))
    .where('d.receiverKind', '=', owner.kind)
    .where('d.receiverId', '=', owner.id)
    .where('d.channel', '=', 'inbox')
    // Of a type that the person does without.
    .where('d.state', '<>', 'skipped')
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

/** Counted up to a hundred. */
export async function countUnread(db: Db, owner: InboxOwner, at: number): Promise<number> {
  const unread = inboxOf(db, owner, at).where('d.state', '=', 'sent').select('d.messageId').limit(mostUnread)
  const { n } = await db
    .selectFrom(unread.as('unread'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The newest unread message with the count, in one statement: what an open console shows when something comes. */
export async function findNewest(db: Db, owner: InboxOwner, at: number) {
  const unread = inboxOf(db, owner, at).where('d.state', '=', 'sent')
  const [newest, n] = await Promise.all([
    unread.select(shownOfInbox).orderBy('d.messageId', 'desc').limit(1).executeTakeFirst(),
    countUnread(db, owner, at),
  ])
  return { newest, unread: n }
}

/** Own messages only; without ids all that are unread. Other consoles and phones of the same hear of it. */
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
