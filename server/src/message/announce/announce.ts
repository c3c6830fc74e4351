import { messageKinds, type KindParams, type MessageKind } from '@brigade/contract/message/kind.text.ts'
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
  type MessageKey,
  type TargetWish,
} from './announce.store.ts'
import { titlesOf, wordsOf } from './message-words.ts'

/** The receivers of an automatic message, and their channels. */
export type Announcement<P> = Readonly<{
  params: P
  /** The organisation concerned: accounts that see it see the message. */
  organisationId: string
  /** Accounts by id. Those that may not sign in are left out, unless the kind reaches them too. */
  accounts: readonly string[]
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

/** The context for announcing. `db` is the transaction of the event itself: they commit together. */
export type Announcing = Readonly<{ db: Transaction }> & Pick<Platform, 'clock' | 'settings'>

/**
 * Sends an automatic message: the only way for every domain. Content, inboxes and the queue of the other channels are
 * written in the caller's transaction, so that an event is announced exactly when it is committed.
 */
export async function announce<K extends MessageKind>(
  { db, clock, settings }: Announcing,
  kind: K,
  announcement: Announcement<KindParams<K>>,
): Promise<MessageKey> {
  const { params, organisationId, accounts, channels = ['email'], targetsOf = [], targetId, step = '' } = announcement
  const { type, ...of } = messageKinds[kind]
  const reachesDisabled = 'reachesDisabled' in of
  const isCritical = announcement.isCritical ?? ('isCritical' in of && of.isCritical === true)
  const at = clock.now()
  const kept = messageKinds[kind].params.parse(params)
  const words = wordsOf({ kind, params: kept }, { timeZone: settings.timeZone, units: 'metric' })
  const key = await insertMessage(
    db,
    {
      kind,
      type,
      isCritical,
      organisationId,
      params: kept,
      title: titlesOf(words),
      audience: 'concerned',
      deviceType: announcement.deviceType ?? null,
      opens: announcement.opens ?? null,
      validUntil: announcement.validUntil ?? null,
      taskId: null,
    },
    at,
  )
  const sending = {
    channels: [...channels],
    isCritical,
    hasMailServer: settings.mail !== undefined,
    timeZone: settings.timeZone,
    step,
    at,
  }
  if (accounts.length > 0)
    await insertAccountDeliveries(db, key, reachesDisabled ? keptAccounts(accounts) : openAccounts(accounts), sending)
  const { appUsers = [] } = announcement
  if (appUsers.length > 0) await insertAppUserDeliveries(db, key, openAppUsers(appUsers), { type, at })
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
