import type { DeliveryReason, DeliveryState, MessageType, Opens } from '@brigade/contract/message/message.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { storableText } from '../../platform/storable-text.ts'
import type { MessageKey } from '../announce/announce.store.ts'
import { messageLimits } from '@brigade/contract/message/message.model.ts'
import { iso } from '@brigade/contract/time.ts'

/** The content of a message, the same for every receiver. */
export type Content = MessageKey &
  Readonly<{
    kind: string
    type: MessageType
    params: unknown
    pushedAt: string
    organisation: string
    deviceType: 'oven' | 'cooler' | null
    opens: Opens | null
    validUntil: string | null
  }>

/** A delivery by e-mail in progress: no other process takes it before `leaseMs` are over. */
export type MailDelivery = Content &
  Readonly<{
    accountId: string
    address: string
    locale: Locale
    timeZone: string
    units: 'metric' | 'british'
    attempts: number
  }>

const content = sql`m.id::text, m.month::text, m.kind, m.type, m.params, m.pushed_at as "pushedAt", o.name as organisation,
  m.device_type as "deviceType", m.opens, m.valid_until as "validUntil"`

/** Whether `claimMail` would find one. */
export const areMailsDue = (now: string) => sql<boolean>`
  exists (select from message_delivery where channel = 'email' and state in ('queued', 'held') and next_at <= ${now}::timestamptz)`

/**
 * Claims the next e-mail that is due. Deliveries that must not be sent any more are settled first: expired or deleted
 * messages, accounts that may not sign in, quiet hours. A mail with an address of its own belongs to an act: the
 * receiver's settings were read at that time, and are not read again. Undefined if nothing is due.
 */
export async function claimMail(
  db: Db,
  { at, leaseMs, timeZone }: Readonly<{ at: number; leaseMs: number; timeZone: string }>,
): Promise<MailDelivery | 'settled' | undefined> {
  const now = sql`${iso(at)}::timestamptz`
  const { rows } = await sql<MailDelivery & { verdict: string }>`
    with due as (
      select d.month, d.message_id, d.receiver_id, d.address from message_delivery d
      where d.channel = 'email' and d.state in ('queued', 'held') and d.next_at <= ${now}
      order by d.next_at limit 1 for update skip locked),
    judged as (
      select due.*, coalesce(due.address, a.email) as email, coalesce(n.locale, a.locale, 'en') as locale, z.time_zone,
        coalesce(n.units, 'metric') as units,
        case when due.address is null then quiet_until(${now}, z.time_zone, n.quiet_from, n.quiet_to) end as held,
        case when due.address is not null then null
          when m.removed_at is not null or not a.enabled then 'disabled'
          when m.valid_until <= ${now} then 'too-late'
          when a.email = '' then 'no-address'
          when not coalesce(n.email, true) then 'switched-off'
          when n.bad_address = a.email then 'bad-address' end as reason,
        m.is_critical
      from due join message m on m.id = due.message_id and m.month = due.month
      join account a on a.id = due.receiver_id left join account_notify n on n.account_id = a.id
      cross join lateral (
        select coalesce(known_time_zone(n.time_zone), known_time_zone(a.time_zone), ${timeZone}) as time_zone offset 0) as z),
    taken as (
      update message_delivery d set
        state = case when j.reason = 'too-late' then 'expired' when j.reason is not null then 'skipped'
          when j.held is not null and not j.is_critical then 'held' else 'queued' end,
        reason = case when j.reason is not null then j.reason when j.held is not null and not j.is_critical then 'quiet-hours' else d.reason end,
        next_at = case when j.reason is not null then null when j.held is not null and not j.is_critical then j.held
          else ${iso(at + leaseMs)}::timestamptz end,
        attempts = d.attempts + case when j.reason is null and (j.held is null or j.is_critical) then 1 else 0 end
      from judged j
      where d.month = j.month and d.message_id = j.message_id and d.receiver_kind = 'account' and d.receiver_id = j.receiver_id
        and d.channel = 'email'
      returning d.month, d.message_id, d.receiver_id, d.attempts,
        case when j.reason is not null or (j.held is not null and not j.is_critical) then 'settled' else 'send' end as verdict,
        j.email, j.locale, j.time_zone, j.units)
    select ${content}, taken.receiver_id::text as "accountId", taken.email as address, taken.locale, taken.time_zone as "timeZone",
      taken.units, taken.attempts, taken.verdict
    from taken join message m on m.id = taken.message_id and m.month = taken.month join organisation o on o.id = m.organisation_id`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { verdict, ...delivery } = row
  return verdict === 'send' ? delivery : 'settled'
}

/** The delivery to one receiver by one channel. */
export type DeliveryKey = MessageKey &
  Readonly<{ receiverKind: 'account' | 'target'; receiverId: string; channel: 'email' | 'robot' | 'webhook' }>

export type DeliveryEnd = Readonly<{
  state: DeliveryState
  reason: DeliveryReason | null
  detail: string
  /** Epoch ms. */
  nextAt?: number
  sentAt?: number
}>

/**
 * Stores the outcome of an attempt. A delivery that was settled otherwise meanwhile stays unchanged, and so does one
 * that another process tries by now: `attempt` is the number of the attempt that ended.
 */
export async function endAttempt(
  db: Db,
  keys: readonly DeliveryKey[],
  end: DeliveryEnd,
  attempt?: number,
): Promise<void> {
  for (const { id, month, receiverKind, receiverId, channel } of keys)
    await db
      .updateTable('messageDelivery')
      .set({
        state: end.state,
        reason: end.reason,
        detail: storableText(end.detail).slice(0, messageLimits.detail),
        nextAt: end.nextAt === undefined ? null : iso(end.nextAt),
        ...(end.nextAt === undefined ? { address: null } : {}),
        ...(end.sentAt === undefined ? {} : { sentAt: iso(end.sentAt) }),
      })
      .where('month', '=', month)
      .where('messageId', '=', id)
      .where('receiverKind', '=', receiverKind)
      .where('receiverId', '=', receiverId)
      .where('channel', '=', channel)
      .where('state', 'in', ['queued', 'held'])
      .$if(attempt !== undefined, (query) => query.where('attempts', '=', attempt ?? 0))
      .execute()
}

/** Blocks this address until the account has another. */
export async function markBadAddress(db: Db, accountId: string, address: string, detail: string): Promise<void> {
  const bad = { badAddress: address, badAddressDetail: storableText(detail).slice(0, messageLimits.detail) }
  await db
    .insertInto('accountNotify')
    .values({ accountId, ...bad, locale: null, timeZone: null, quietFrom: null, quietTo: null, updatedAt: null })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(bad))
    .execute()
}

/** Due deliveries to one target, the oldest first; they are not claimed, because the target's lease protects them. */
export async function listDueForTarget(
  db: Db,
  targetId: string,
  at: number,
  limit: number,
): Promise<(Content & { attempts: number; createdAt: string; isRemoved: boolean })[]> {
  const { rows } = await sql<Content & { attempts: number; createdAt: string; isRemoved: boolean }>`
    select ${content}, d.attempts, d.created_at as "createdAt", m.removed_at is not null as "isRemoved"
    from message_delivery d join message m on m.id = d.message_id and m.month = d.month join organisation o on o.id = m.organisation_id
    where d.receiver_kind = 'target' and d.receiver_id = ${targetId}::bigint and d.state = 'queued' and d.next_at <= ${iso(at)}::timestamptz
    order by d.next_at, d.message_id limit ${limit}`.execute(db)
  return rows
}

export async function noteAttempts(db: Db, keys: readonly DeliveryKey[]): Promise<void> {
  for (const { id, month, receiverId } of keys)
    await sql`update message_delivery set attempts = attempts + 1
      where month = ${month}::date and message_id = ${id}::bigint and receiver_kind = 'target' and receiver_id = ${receiverId}::bigint`.execute(
      db,
    )
}
