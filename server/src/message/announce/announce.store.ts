import type { AudienceKind, DeliveryChannel, MessageType, Opens } from '@brigade/contract/message/message.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notifyIds, notifyOnCommit } from '../../platform/db/notify.ts'
import { storableJson } from '../../platform/storable-text.ts'
import type { ActReceiver } from '../../system/notice/act-notice.store.ts'

export type MessageDraft = Readonly<{
  kind: string
  type: MessageType
  isCritical: boolean
  /** Somebody did something to the receivers: it leaves no inbox but the remover's own. */
  isAct?: boolean
  organisationId: string
  params: unknown
  title: string
  audience: AudienceKind
  deviceType: 'oven' | 'cooler' | null
  opens: Opens | null
  validUntil: string | null
  taskId: string | null
}>

/** The key of a message, which includes its partition. */
export type MessageKey = Readonly<{ id: string; month: string }>

const monthOf = (at: number): string => `${iso(at).slice(0, 7)}-01`

export async function insertMessage(
  db: Db,
  { params, opens, isAct = false, ...draft }: MessageDraft,
  at: number,
): Promise<MessageKey> {
  const { id } = await db
    .insertInto('message')
    .values({
      ...draft,
      isAct,
      month: monthOf(at),
      pushedAt: iso(at),
      params: storableJson(params),
      opens: opens === null ? null : storableJson(opens),
      removedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, month: monthOf(at) }
}

/** The way deliveries to accounts are made. `hasMailServer`, `timeZone`: of the installation. */
export type Sending = Readonly<{
  channels: readonly DeliveryChannel[]
  isCritical: boolean
  hasMailServer: boolean
  timeZone: string
  step: string
  at: number
  /** The mail keeps the present address: later changes of the account do not matter. */
  keepsAddress?: boolean
  /** Receivers with their properties at the time of the act, instead of the present ones. */
  asOf?: readonly ActReceiver[]
}>

/** The kind of notices that deliveries were written which leave the house: by e-mail, to a robot or to a webhook. */
export const deliveriesMade = 'deliveries'

const notifyDeliveries = (db: Db) => notifyOnCommit(db, 'live', { [deliveriesMade]: ['made'] })

/**
 * Writes the deliveries to the accounts that `accounts` selects as `id`: the inbox at once, e-mail in the state of the
 * account's choice. An existing delivery stays unchanged. Open consoles are notified at commit. Returns the number of
 * accounts, and the last id.
 */
export async function insertAccountDeliveries(
  db: Db,
  { id, month }: MessageKey,
  accounts: RawBuilder<unknown>,
  { channels, isCritical, hasMailServer, timeZone, step, at, keepsAddress = false, asOf = [] }: Sending,
): Promise<{ accounts: number; last: string | null }> {
  const now = sql`${iso(at)}::timestamptz`
  const email = channels.includes('email') ? insertEmails() : sql``
  const { rows } = await sql<{ accounts: number; last: string | null }>`
    with receiver as materialized (${accounts}),
    inbox as (
      insert into message_delivery (month, message_id, receiver_kind, receiver_id, channel, state, step, created_at, sent_at)
      select ${month}::date, ${id}::bigint, 'account', receiver.id, 'inbox', 'sent', ${step}, ${now}, ${now} from receiver
      on conflict do nothing),
    ${email}
    notified as (${notifyIds('live', 'inbox', sql`select id::text as id from receiver`)})
    select (select count(*)::int from receiver) as accounts, (select max(id)::text from receiver) as last, notified.notices from notified`.execute(
    db,
  )
  if (channels.includes('email')) await notifyDeliveries(db)
  return { accounts: rows[0]?.accounts ?? 0, last: rows[0]?.last ?? null }

  function insertEmails() {
    const held = isCritical
      ? sql`null::timestamptz`
      : sql`quiet_until(${now}, coalesce(known_time_zone(n.time_zone), known_time_zone(a.time_zone), ${timeZone}), n.quiet_from, n.quiet_to)`
    return sql`as_of as (select * from jsonb_to_recordset(${JSON.stringify(asOf)}::jsonb) as r (id bigint, address text, obstacle text)),
    email as (
      insert into message_delivery (month, message_id, receiver_kind, receiver_id, channel, state, reason, step, created_at, next_at, address)
      select ${month}::date, ${id}::bigint, 'account', id, 'email',
        case when reason is not null then 'skipped' when held is not null then 'held' else 'queued' end,
        coalesce(reason, case when held is not null then 'quiet-hours' end), ${step}, ${now},
        case when reason is null then coalesce(held, ${now}) end, case when reason is null and ${keepsAddress} then address end
      from (
        select a.id, coalesce(as_of.address, a.email) as address, ${held} as held, case
          when not ${hasMailServer} then 'no-server'
          when as_of.id is not null then as_of.obstacle
          when a.email = '' then 'no-address'
          when not coalesce(n.email, true) then 'switched-off'
          when n.bad_address = a.email then 'bad-address' end as reason
        from receiver join account a on a.id = receiver.id left join account_notify n on n.account_id = a.id
          left join as_of on as_of.id = a.id) as mailed
      on conflict do nothing),`
  }
}

/**
 * Writes into the inboxes of the app users that `people` selects as `id`, except those who have disabled this type.
 * Open phones are notified at commit. Returns the number of people, and the last id.
 */
export async function insertAppUserDeliveries(
  db: Db,
  { id, month }: MessageKey,
  people: RawBuilder<unknown>,
  { type, at }: Readonly<{ type: MessageType; at: number }>,
): Promise<{ receivers: number; last: string | null }> {
  const now = sql`${iso(at)}::timestamptz`
  const { rows } = await sql<{ receivers: number; last: string | null }>`
    with receiver as materialized (${people}),
    inbox as (
      insert into message_delivery (month, message_id, receiver_kind, receiver_id, channel, state, reason, created_at, sent_at)
      select ${month}::date, ${id}::bigint, 'app-user', u.id, 'inbox', case when muted then 'skipped' else 'sent' end,
        case when muted then 'switched-off' end, ${now}, case when not muted then ${now} end
      from receiver join app_user u on u.id = receiver.id cross join lateral (select ${type} = any(u.muted_types) as muted) as m
      on conflict do nothing),
    notified as (${notifyIds('live', 'app-inbox', sql`select id::text as id from receiver`)})
    select (select count(*)::int from receiver) as receivers, (select max(id)::text from receiver) as last, notified.notices from notified`.execute(
    db,
  )
  return { receivers: rows[0]?.receivers ?? 0, last: rows[0]?.last ?? null }
}

/** The group robots and webhooks for a message: those of these organisations that accept its type, or a single one. */
export type TargetWish = Readonly<
  | { organisationIds: readonly string[]; kinds: readonly ('robot' | 'webhook')[]; type: MessageType }
  | { targetId: string }
>

export async function insertTargetDeliveries(
  db: Db,
  { id, month }: MessageKey,
  wish: TargetWish,
  { step, at }: Pick<Sending, 'step' | 'at'>,
): Promise<number> {
  const chosen =
    'targetId' in wish
      ? sql`id = ${wish.targetId}::bigint`
      : sql`organisation_id = any(${wish.organisationIds}::bigint[]) and kind = any(${wish.kinds}::text[])
          and (types = '{}' or ${wish.type} = any(types))`
  const { rows } = await sql<{ n: number }>`
    with made as (
      insert into message_delivery (month, message_id, receiver_kind, receiver_id, channel, state, reason, step, created_at, next_at)
      select ${month}::date, ${id}::bigint, 'target', id, kind, case when enabled then 'queued' else 'skipped' end,
        case when not enabled then 'disabled' end, ${step}, ${iso(at)}::timestamptz, case when enabled then ${iso(at)}::timestamptz end
      from message_target where ${chosen} order by id
      on conflict do nothing returning receiver_id)
    select count(*)::int as n from made`.execute(db)
  await notifyDeliveries(db)
  return rows[0]?.n ?? 0
}

/** The given accounts that may sign in. */
export const openAccounts = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select account.id from account where account.id = any(${ids}::bigint[]) and account.enabled order by account.id`

/** The given accounts, disabled ones too, that were not deleted. */
export const keptAccounts = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select account.id from account where account.id = any(${ids}::bigint[]) and account.removed_at is null order by account.id`

/** The accounts that an act concerned, including those that were deleted since. */
export const theseAccounts = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select account.id from account where account.id = any(${ids}::bigint[]) order by account.id`
export const theseAppUsers = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select app_user.id from app_user where app_user.id = any(${ids}::bigint[]) and app_user.removed_at is null order by app_user.id`

/** The given app users who may use the app. */
export const openAppUsers = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select app_user.id from app_user where app_user.id = any(${ids}::bigint[]) and app_user.enabled and app_user.removed_at is null
  order by app_user.id`
