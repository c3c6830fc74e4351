import type { AppMessageSetting } from '@brigade/contract/message/app.endpoints.ts'
import type {
  InboxEvent,
  InboxRow,
  InboxSearch,
  NotificationRow,
  NotificationSearch,
  UserMessageRow,
  UserMessageSearch,
} from '@brigade/contract/message/message.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { AppCtx, Ctx, PublicCtx } from '../../platform/http/context.ts'
import { everybodysInbox } from '../../platform/live/live-hub.ts'
import { refuse } from '../../platform/refusal.ts'
import { within } from '../../platform/within.ts'
import { knownZone } from '../../platform/zone/zones.ts'
import { wordsOf, type Reader } from '../announce/message-words.ts'
import { requirePerson } from '../../app-user/staff/list-app-users.ts'
import { findMuted, findProfile, writeMuted } from '../../app-user/app-user.store.ts'
import {
  countUnread,
  findInboxPage,
  findNotifications,
  findUnits,
  findUserMessages,
  isAccountWithin,
  liveKindOf,
  markRead,
  type InboxOwner,
  type InboxRecord,
  type Newest,
  listNewest,
} from './inbox.store.ts'
import { cacheKey } from '../../platform/caches.ts'

/** Limit of accounts in one statement. */
const maxConcurrent = 500

type Gathering = Readonly<{ ids: Set<string>; read: Promise<ReadonlyMap<string, Newest>> }>

/** The pending reads of a program's streams. */
const pendingReads = cacheKey(() => new Map<InboxOwner['kind'], Gathering>())

/**
 * The newest messages of one inbox, for its stream. A message to many receivers wakes all their streams in the same
 * tick: one statement reads for all of them.
 */
async function newestOf(
  { db, caches, clock }: Pick<PublicCtx, 'db' | 'caches' | 'clock'>,
  { kind, id }: InboxOwner,
): Promise<Newest> {
  const pending = caches.of(pendingReads)
  let gathering = pending.get(kind)
  if (gathering === undefined || gathering.ids.size >= maxConcurrent) {
    const ids = new Set<string>()
    const read = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (pending.get(kind)?.ids === ids) pending.delete(kind)
      return listNewest(db, kind, [...ids], clock.now())
    })
    gathering = { ids, read }
    pending.set(kind, gathering)
  }
  gathering.ids.add(id)
  return (await gathering.read).get(id) ?? { newest: undefined, unread: 0 }
}

/** Proxies and browsers close a connection without traffic. */
const heartbeatMs = 15_000

const readerOf = async ({ db, caller, timeZone }: Ctx): Promise<Reader> => ({
  timeZone,
  units: await findUnits(db, caller.accountId),
})

/** An inbox with the form in which its reader reads figures. */
type Inbox = Readonly<{ owner: InboxOwner; reader: Reader }>

const inboxOfAccount = async (ctx: Ctx): Promise<Inbox> => ({
  owner: { kind: 'account', id: ctx.caller.accountId },
  reader: await readerOf(ctx),
})

async function inboxOfPerson({ db, caches, person, timeZone }: AppCtx): Promise<Inbox> {
  const { units, timeZone: own } = await findProfile(db, person.appUserId)
  const chosen = await knownZone({ db, caches }, own)
  return { owner: { kind: 'app-user', id: person.appUserId }, reader: { units, timeZone: chosen ?? timeZone } }
}

const rowOf = ({ kind, params, ...row }: InboxRecord, reader: Reader): InboxRow => ({
  ...row,
  words: wordsOf({ kind, params }, reader),
})

type InboxPage = Page<InboxRow> & { unread: number }

export const readInbox = async (ctx: Ctx, { query }: { query: InboxSearch }): Promise<InboxPage> =>
  pageOf(ctx, await inboxOfAccount(ctx), query)

export const readAppInbox = async (ctx: AppCtx, { query }: { query: InboxSearch }): Promise<InboxPage> =>
  pageOf(ctx, await inboxOfPerson(ctx), query)

async function pageOf({ db, clock }: PublicCtx, { owner, reader }: Inbox, query: InboxSearch): Promise<InboxPage> {
  const { pageNum, pageSize } = query
  const [{ rows, ...counted }, unread] = await Promise.all([
    findInboxPage(db, owner, query, clock.now()),
    countUnread(db, owner, clock.now()),
  ])
  return { list: rows.map((row) => rowOf(row, reader)), ...counted, pageNum, pageSize, unread }
}

type Read = { body: { ids?: string[] | undefined } }

export async function readMessages({ db, caller, clock }: Ctx, { body }: Read): Promise<null> {
  await markRead(db, { kind: 'account', id: caller.accountId }, body.ids, clock.now())
  return null
}

export async function readAppMessages({ db, person, clock }: AppCtx, { body }: Read): Promise<null> {
  await markRead(db, { kind: 'app-user', id: person.appUserId }, body.ids, clock.now())
  return null
}

type Watching = { signal: AbortSignal }

export const watchInbox = (ctx: Ctx, { signal }: Watching): AsyncGenerator<InboxEvent> =>
  watch(ctx, () => inboxOfAccount(ctx), { kind: 'account', id: ctx.caller.accountId }, signal)

export const watchAppInbox = (ctx: AppCtx, { signal }: Watching): AsyncGenerator<InboxEvent> =>
  watch(ctx, () => inboxOfPerson(ctx), { kind: 'app-user', id: ctx.person.appUserId }, signal)

/** Streams the number of unread messages with the newest of them: at once, at every change, and every 15 s. */
async function* watch(
  ctx: PublicCtx,
  open: () => Promise<Inbox>,
  owner: InboxOwner,
  signal: AbortSignal,
): AsyncGenerator<InboxEvent> {
  const { clock, live } = ctx
  const leaving = new AbortController()
  const changes = live.changes(liveKindOf(owner), AbortSignal.any([signal, leaving.signal]))
  try {
    // The next change is requested before the first read, so that none in between is missed.
    let next = changes.next()
    const { reader } = await open()
    const eventOf = ({ unread, newest }: Newest): InboxEvent => ({
      at: clock.now(),
      unread,
      newest: newest === undefined ? null : rowOf(newest, reader),
    })
    let shown = await newestOf(ctx, owner)
    yield eventOf(shown)
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield eventOf(shown)
        continue
      }
      if (changed.done === true) return
      next = changes.next()
      if (!changed.value.has(owner.id) && !changed.value.has(everybodysInbox)) continue
      const now = await newestOf(ctx, owner)
      const isSame = now.unread === shown.unread && now.newest?.id === shown.newest?.id
      shown = now
      if (!isSame) yield eventOf(now)
    }
  } finally {
    // `changes.return()` would wait for the pending change, so the signal ends it.
    leaving.abort()
  }
}

export const readAppSetting = async ({ db, person }: AppCtx): Promise<AppMessageSetting> => ({
  muted: await findMuted(db, person.appUserId),
})

export async function saveAppSetting({ db, person }: AppCtx, { body }: { body: AppMessageSetting }): Promise<null> {
  await writeMuted(db, person.appUserId, [...new Set(body.muted)])
  return null
}

/** Deliveries to the caller, or to an account that the caller may see. */
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

/** The inbox of an app user within the caller's scope, limited to messages of organisations within the scope. */
export async function listUserMessages(
  ctx: Ctx,
  { query }: { query: UserMessageSearch },
): Promise<Page<UserMessageRow>> {
  const { pageNum, pageSize } = query
  await requirePerson(ctx, query.id)
  const [{ rows, ...counted }, reader] = await Promise.all([findUserMessages(ctx.db, ctx.caller, query), readerOf(ctx)])
  const list = rows.map(({ kind, params, ...row }) => ({ ...row, words: wordsOf({ kind, params }, reader) }))
  return { list, ...counted, pageNum, pageSize }
}
