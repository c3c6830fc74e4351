import type {
  InboxEvent,
  InboxRow,
  InboxSearch,
  NotificationRow,
  NotificationSearch,
} from '@brigade/contract/message/message.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { everybodysInbox, inboxChanged } from '../../platform/live/live-hub.ts'
import { refuse } from '../../platform/refusal.ts'
import { within } from '../../platform/within.ts'
import { wordsOf, type Reader } from '../announce/say-message.ts'
import { newestOf } from './gather-newest.ts'
import {
  countUnread,
  findInboxPage,
  findNotifications,
  findUnits,
  isAccountWithin,
  markRead,
  type InboxRecord,
  type Newest,
} from './inbox.store.ts'

/** Proxies and browsers give up on a connection that says nothing. */
const heartbeatMs = 15_000

const readerOf = async ({ db, caller, timeZone }: Ctx): Promise<Reader> => ({
  timeZone,
  units: await findUnits(db, caller.accountId),
})

const rowOf = ({ kind, params, ...row }: InboxRecord, reader: Reader): InboxRow => ({
  ...row,
  words: wordsOf({ kind, params }, reader),
})

export async function readInbox(
  ctx: Ctx,
  { query }: { query: InboxSearch },
): Promise<Page<InboxRow> & { unread: number }> {
  const { db, caller, clock } = ctx
  const { pageNum, pageSize } = query
  const [{ rows, ...counted }, unread, reader] = await Promise.all([
    findInboxPage(db, caller.accountId, query, clock.now()),
    countUnread(db, caller.accountId, clock.now()),
    readerOf(ctx),
  ])
  return { list: rows.map((row) => rowOf(row, reader)), ...counted, pageNum, pageSize, unread }
}

export async function readMessages(
  { db, caller, clock }: Ctx,
  { body }: { body: { ids?: string[] | undefined } },
): Promise<null> {
  await markRead(db, caller.accountId, body.ids, clock.now())
  return null
}

/** How many are unread, with the newest of them: at once, whenever that changes, and every 15 s. */
export async function* watchInbox(ctx: Ctx, { signal }: { signal: AbortSignal }): AsyncGenerator<InboxEvent> {
  const { caller, clock, live } = ctx
  const leaving = new AbortController()
  const changes = live.changes(inboxChanged, AbortSignal.any([signal, leaving.signal]))
  try {
    // Asked for before the first read: what changes in between is not missed.
    let next = changes.next()
    const reader = await readerOf(ctx)
    const eventOf = ({ unread, newest }: Newest): InboxEvent => ({
      at: clock.now(),
      unread,
      newest: newest === undefined ? null : rowOf(newest, reader),
    })
    let shown = await newestOf(ctx, caller.accountId)
    yield eventOf(shown)
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield eventOf(shown)
        continue
      }
      if (changed.done === true) return
      next = changes.next()
      if (!changed.value.has(caller.accountId) && !changed.value.has(everybodysInbox)) continue
      const now = await newestOf(ctx, caller.accountId)
      const isSame = now.unread === shown.unread && now.newest?.id === shown.newest?.id
      shown = now
      if (!isSame) yield eventOf(now)
    }
  } finally {
    // Not `changes.return()`: that waits for the change being waited for.
    leaving.abort()
  }
}

/** Deliveries to the caller, or to an account that the caller may look at. */
export async function listNotifications(
  ctx: Ctx,
  { query }: { query: NotificationSearch },
): Promise<Page<NotificationRow>> {
  const { db, caller } = ctx
  const { accountId = caller.accountId, pageNum, pageSize } = query
  if (accountId !== caller.accountId) {
    const maySee = caller.operationCodes.has('account:view') && (await isAccountWithin(db, caller, accountId))
    if (!maySee) refuse('account.unknown')
  }
  const [{ rows, ...counted }, reader] = await Promise.all([findNotifications(db, accountId, query), readerOf(ctx)])
  const list = rows.map(({ kind, params, ...row }) => ({ ...row, words: wordsOf({ kind, params }, reader) }))
  return { list, ...counted, pageNum, pageSize }
}
