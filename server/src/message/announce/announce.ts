import { messageKinds, type ActKind, type KindParams, type MessageKind } from '@brigade/contract/message/kind.text.ts'
import type { DeliveryChannel, Opens } from '@brigade/contract/message/message.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'
import {
  insertAccountDeliveries,
  insertAppUserDeliveries,
  insertMessage,
  insertTargetDeliveries,
  keptAccounts,
  openAccounts,
  openAppUsers,
  theseAccounts,
  theseAppUsers,
  type MessageKey,
  type Sending,
  type TargetWish,
} from './announce.store.ts'
import { titlesOf, wordsOf } from './message-words.ts'
import type { ActReceiver } from '../../system/notice/act-notice.store.ts'

/** The receivers of an automatic message, and their channels. */
export type Announcement<P> = Readonly<{
  params: P
  /** The organisation concerned: accounts that see it see the message. */
  organisationId: string
  /** Accounts by id. Those that may not sign in learn of acts alone. */
  accounts: readonly string[]
  /** For an act that is announced later: the same accounts, with their properties at the time of the act. */
  asOf?: readonly ActReceiver[]
  /** People of the phone app by id, by default none. */
  appUsers?: readonly string[]
  /** Channels beside the inbox, by default e-mail. */
  channels?: readonly Exclude<DeliveryChannel, 'inbox'>[]
  /** The group robots and webhooks of these organisations get it, by default none. */
  targetsOf?: readonly string[]
  /** A single robot or webhook. */
  targetId?: string
  deviceType?: 'oven' | 'cooler'
  opens?: Opens
  /** ISO; it is not sent after this time. */
  validUntil?: string
  /** The step of the route by which it is sent, for the list of notifications. */
  step?: string
  /** For kinds with an urgency that depends on the event; by default the kind decides. */
  isCritical?: boolean
}>

/** An act that was noted in its own transaction, with its receivers as of that time. */
type Noted = Readonly<{
  kind: ActKind
  params: unknown
  organisationId: string
  accounts: readonly ActReceiver[]
  appUsers: readonly string[]
}>

/** The context for announcing. `db` is the transaction of the event itself: they commit together. */
export type Announcing = Readonly<{ db: Transaction }> & Pick<Platform, 'clock' | 'settings'>

/**
 * Sends an automatic message: the only way for every domain. Content, inboxes and the queue of the other channels are
 * written in the caller's transaction, so that an event is announced exactly when it is committed.
 */
export async function announce<K extends MessageKind>(
  announcing: Announcing,
  kind: K,
  announcement: Announcement<KindParams<K>>,
): Promise<MessageKey> {
  return send(announcing, kind, announcement)
}

/** Announces an act that a domain below messages has noted. */
export async function announceNoted(
  announcing: Announcing,
  { kind, params, accounts, ...noted }: Noted,
): Promise<MessageKey> {
  return send(announcing, kind, { ...noted, params, accounts: accounts.map(({ id }) => id), asOf: accounts })
}

async function send(
  { db, clock, settings }: Announcing,
  kind: MessageKind,
  announcement: Announcement<unknown>,
): Promise<MessageKey> {
  const { organisationId, accounts, asOf, channels = ['email'], targetsOf = [], targetId, step = '' } = announcement
  const { type, about, ...of } = messageKinds[kind]
  const isCritical = announcement.isCritical ?? ('isCritical' in of && of.isCritical === true)
  const isAct = about === 'act'
  const at = clock.now()
  const params = messageKinds[kind].params.parse(announcement.params)
  const words = wordsOf({ kind, params }, { timeZone: settings.timeZone, units: 'metric' })
  const key = await insertMessage(
    db,
    {
      kind,
      type,
      isCritical,
      isAct,
      organisationId,
      params,
      title: titlesOf(words),
      audience: 'concerned',
      deviceType: announcement.deviceType ?? null,
      opens: announcement.opens ?? null,
      // Messages about acts do not expire.
      validUntil: isAct ? null : (announcement.validUntil ?? null),
      taskId: null,
    },
    at,
  )
  const sending: Sending = {
    channels: [...channels],
    isCritical,
    hasMailServer: settings.mail !== undefined,
    timeZone: settings.timeZone,
    step,
    at,
    keepsAddress: isAct,
    ...(asOf === undefined ? {} : { asOf }),
  }
  const receivers = isAct ? (asOf === undefined ? keptAccounts : theseAccounts) : openAccounts
  if (accounts.length > 0) await insertAccountDeliveries(db, key, receivers(accounts), sending)
  const { appUsers = [] } = announcement
  const people = isAct ? theseAppUsers : openAppUsers
  if (appUsers.length > 0) await insertAppUserDeliveries(db, key, people(appUsers), { type, at })
  for (const wish of wishesOf(targetsOf, targetId, type)) await insertTargetDeliveries(db, key, wish, sending)
  return key
}

const wishesOf = (
  organisationIds: readonly string[],
  targetId: string | undefined,
  type: (typeof messageKinds)[MessageKind]['type'],
): readonly TargetWish[] => [
  ...(organisationIds.length === 0 ? [] : [{ organisationIds, kinds: ['robot', 'webhook'] as const, type }]),
  ...(targetId === undefined ? [] : [{ targetId }]),
]
