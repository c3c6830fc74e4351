import { isMessageKind } from '@brigade/contract/message/kind.text.ts'
import type { Platform } from '../../platform/http/context.ts'
import { hostOf } from '../../platform/mail/frame-mail.ts'
import { openMailer, type Mailer, type MailOutcome } from '../../platform/mail/mailer.ts'
import type { Running } from '../../platform/program/domain.ts'
import { deliveriesMade } from '../announce/announce.store.ts'
import { wordsOf } from '../announce/message-words.ts'
import { mailPause } from './backoff.ts'
import { composeMail } from './compose-mail.ts'
import {
  areMailsDue,
  claimMail,
  endAttempt,
  markBadAddress,
  type DeliveryEnd,
  type MailDelivery,
} from './delivery.store.ts'

/** As many concurrent mails as the mailer has connections. */
const handsPerProcess = 5
/** Longer than any attempt: an older attempt was killed. */
const leaseMs = 120_000
/** This process pauses for this long after a mail server could not be reached. */
const awayMs = 15_000
const busyMs = 1000
/** The delay between an announcement and the search for its mails. */
const announcedMs = 100

/** Sends e-mail with several concurrent workers. Without a mail server there are none. */
export function startMailLane(platform: Platform): Running {
  const { settings, queues } = platform
  if (settings.mail === undefined) return { stop: async () => undefined }
  const mailer = openMailer(settings.mail, { connections: handsPerProcess })
  const lane = { awayUntil: 0 }
  // Senders are independent: a mail server that is slow with one mail delays no other.
  const hands = Array.from({ length: handsPerProcess }, (_, hand) =>
    queues.watch({
      name: `mail-${hand}`,
      waits: areMailsDue,
      wokenBy: { [deliveriesMade]: announcedMs },
      busyMs,
      work: () => sendDue(platform, mailer, lane),
      onErrorMessage: 'E-mail could not be sent yet',
    }),
  )
  return {
    stop: async () => {
      await Promise.all(hands.map((hand) => hand.stop()))
      mailer.close()
    },
  }
}

async function sendDue(platform: Platform, mailer: Mailer, lane: { awayUntil: number }): Promise<void> {
  const { db, clock, settings, stopping } = platform
  while (!stopping.aborted) {
    const at = clock.now()
    if (at < lane.awayUntil) return
    const delivery = await claimMail(db, { at, leaseMs, timeZone: settings.timeZone })
    if (delivery === undefined) return
    if (delivery === 'settled') continue
    const outcome = await mailer.send(mailOf(platform, delivery))
    if (outcome.kind === 'unreachable' || outcome.kind === 'no-answer') lane.awayUntil = clock.now() + awayMs
    await settle(platform, delivery, outcome)
  }
}

function mailOf({ settings }: Platform, delivery: MailDelivery) {
  const { id, month, accountId, address, locale, timeZone, units, kind, params, type } = delivery
  const text = wordsOf({ kind, params }, { timeZone, units })[locale]
  const from = settings.mail?.from ?? ''
  return composeMail({
    to: address,
    locale,
    type,
    text,
    key: `${month}/${id}/${accountId}`,
    host: hostOf(from),
    consoleUrl: settings.publicUrl,
  })
}

function endOf(outcome: MailOutcome, attempts: number, at: number): DeliveryEnd {
  const detail = outcome.answer
  if (outcome.kind === 'sent') return { state: 'sent', reason: null, detail, sentAt: at }
  const isForGood = outcome.kind === 'refused' && outcome.isForGood
  const pause = isForGood ? undefined : mailPause(attempts)
  if (pause === undefined) {
    const reason = outcome.kind === 'refused' ? (outcome.isOfAddress ? 'bad-address' : 'refused') : outcome.kind
    return { state: 'failed', reason, detail }
  }
  return { state: 'queued', reason: 'retrying', detail, nextAt: at + pause }
}

async function settle({ db, clock, log }: Platform, delivery: MailDelivery, outcome: MailOutcome): Promise<void> {
  const { id, month, accountId, address, attempts, kind } = delivery
  const key = { id, month, receiverKind: 'account', receiverId: accountId, channel: 'email' } as const
  if (outcome.kind === 'refused' && outcome.isOfAddress) await markBadAddress(db, accountId, address, outcome.answer)
  await endAttempt(db, [key], endOf(outcome, attempts, clock.now()), attempts)
  if (outcome.kind !== 'sent')
    log.info(
      { messageId: id, accountId, outcome: outcome.kind, isAutomatic: isMessageKind(kind) },
      'An e-mail was not sent',
    )
}
