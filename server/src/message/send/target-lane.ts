import { targetLimits } from '@brigade/contract/message/target.model.ts'
import { open } from '../../platform/secret/secret-box.ts'
import type { DeliveryReason } from '@brigade/contract/message/message.model.ts'
import type { Platform } from '../../platform/http/context.ts'
import { guardedPost, type PostOutcome } from '../../platform/outgoing/guarded-post.ts'
import type { Running } from '../../platform/program/domain.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { announce } from '../announce/announce.ts'
import { deliveriesMade } from '../announce/announce.store.ts'
import { wordsOf } from '../announce/message-words.ts'
import {
  areTargetsDue,
  claimTarget,
  giveUpTarget,
  holdTarget,
  keepTarget,
  listDueTargets,
  noteFailure,
  noteSent,
  postpone,
  readBudget,
  releaseTarget,
  skipWaiting,
  type ClaimedTarget,
} from '../target/target.store.ts'
import { targetPatienceMs, targetPause } from './backoff.ts'
import { endAttempt, listDueForTarget, noteAttempts, type Content, type DeliveryKey } from './delivery.store.ts'
import { isAccepted, robotPost } from './robot-body.ts'
import { webhookHeaders } from './sign-webhook.ts'
import { listAccountsHolding } from '../../system/account/account.store.ts'

const busyMs = 500
/** The delay between an announcement and the search for its targets. */
const announcedMs = 100
/** Number of concurrent targets per process: each has a separate lane, so that a slow one delays only itself. */
const maxLanes = 40
const takenAtOnce = 40
/** A lane releases its target after this time, so that its lease never expires. */
const longestMs = 40_000
/** Number of titles that a digest lists. */
const maxListed = 20

type Due = Awaited<ReturnType<typeof listDueForTarget>>[number]
/** The platform within the transaction that has the lease. */
type Sender = Omit<Platform, 'db'> & Readonly<{ db: Transaction }>
type Lane = Readonly<{ platform: Platform; target: ClaimedTarget; address: string; secret: string | undefined }>

/** Sends to group robots and webhooks: each target with a due delivery gets a separate lane. */
export function startTargetLanes(platform: Platform): Running {
  const { db, clock, log, queues, stopping } = platform
  const lanes = new Map<string, Promise<void>>()
  const look = async () => {
    const room = maxLanes - lanes.size
    if (room <= 0) return
    for (const id of await listDueTargets(db, clock.now(), room)) {
      if (stopping.aborted) return
      if (lanes.has(id)) continue
      const lane = runLane(platform, id)
        .catch((error: unknown) =>
          log.warn({ err: error, targetId: id }, 'A group robot or webhook could not be sent to yet'),
        )
        .finally(() => lanes.delete(id))
      lanes.set(id, lane)
    }
  }
  const looking = queues.watch({
    name: 'targets',
    waits: areTargetsDue,
    wokenBy: { [deliveriesMade]: announcedMs },
    busyMs,
    work: look,
    onErrorMessage: 'What is due for robots and webhooks could not be read',
  })
  return {
    stop: async () => {
      await looking.stop()
      await Promise.all(lanes.values())
    },
  }
}

async function runLane(platform: Platform, id: string): Promise<void> {
  const { db, settings, stopping } = platform
  const target = await claimTarget(db, id)
  if (target === undefined) return
  const until = performance.now() + longestMs
  try {
    const lane = {
      platform,
      target,
      address: open(settings.secretKey, target.address),
      secret: target.secret === null ? undefined : open(settings.secretKey, target.secret),
    }
    while (!stopping.aborted && performance.now() < until && (await sendNext(lane)))
      if (!(await keepTarget(db, target))) return
  } finally {
    await releaseTarget(db, target)
  }
}

/**
 * Works while this lane has the lease; false if another process took it meanwhile, because this one was delayed: then
 * the other sends, and the result of this one's last message is not recorded.
 */
async function whileHeld({ platform, target }: Lane, work: (trx: Transaction) => Promise<void>): Promise<boolean> {
  const isHeld = await transaction(platform.db, async (trx) => {
    const held = await holdTarget(trx, target)
    if (held) await work(trx)
    return held
  })
  if (!isHeld) platform.log.warn({ targetId: target.id }, 'Another process sends to this robot or webhook now')
  return isHeld
}

/**
 * Sends the next delivery, or a digest if there are too many for this minute. Returns false if the lane has nothing
 * more to do now.
 */
async function sendNext(lane: Lane): Promise<boolean> {
  const { platform, target } = lane
  const { db, clock } = platform
  const at = clock.now()
  const due = await listDueForTarget(db, target.id, at, takenAtOnce)
  const sendable = due.filter((each) => !each.isRemoved && !isLate(each, at))
  if (sendable.length < due.length) return whileHeld(lane, (trx) => settleUnwanted(trx, target, due, at))
  const [first] = sendable
  if (first === undefined) return false
  if (target.kind === 'webhook') return attempt(lane, [first])
  const { left, nextAt } = await readBudget(db, target.id, at, targetLimits.perMinute)
  if (left === 0) {
    await whileHeld(lane, (trx) => postpone(trx, target.id, nextAt))
    return false
  }
  // The last message allowed in a minute is a digest of everything that would have to wait.
  return attempt(lane, left === 1 ? sendable : [first])
}

const isLate = ({ validUntil }: Due, at: number) => validUntil !== null && Date.parse(validUntil) <= at

/** Settles deliveries that must not be sent any more. */
async function settleUnwanted(trx: Transaction, target: ClaimedTarget, due: readonly Due[], at: number): Promise<void> {
  for (const each of due)
    if (each.isRemoved)
      await endAttempt(trx, [keyOf(target, each)], { state: 'skipped', reason: 'disabled', detail: '' })
    else if (isLate(each, at))
      await endAttempt(trx, [keyOf(target, each)], { state: 'expired', reason: 'too-late', detail: '' })
}

const keyOf = ({ id: receiverId, kind }: ClaimedTarget, { id, month }: Due): DeliveryKey => ({
  id,
  month,
  receiverKind: 'target',
  receiverId,
  channel: kind,
})

type Verdict = Readonly<
  { isAccepted: true; detail: string } | { isAccepted: false; reason: DeliveryReason; detail: string; isForGood?: true }
>

async function attempt(lane: Lane, deliveries: readonly Due[]): Promise<boolean> {
  const { platform, target } = lane
  const keys = deliveries.map((each) => keyOf(target, each))
  if (!(await whileHeld(lane, (trx) => noteAttempts(trx, keys)))) return false
  const verdict = verdictOf(target, await post(lane, deliveries))
  const at = platform.clock.now()
  const isNoted = await whileHeld(lane, async (trx) => {
    if (!verdict.isAccepted) return fail({ ...platform, db: trx }, target, deliveries, { ...verdict, at })
    await endAttempt(trx, keys, { state: 'delivered', reason: null, detail: verdict.detail, sentAt: at })
    return noteSent(trx, target.id, at)
  })
  return isNoted && verdict.isAccepted
}

type Failure = Readonly<{ reason: DeliveryReason; detail: string; isForGood?: true; at: number }>

async function fail(
  platform: Sender,
  target: ClaimedTarget,
  deliveries: readonly Due[],
  { reason, detail, isForGood, at }: Failure,
): Promise<void> {
  const { db, log } = platform
  const attempts = Math.max(...deliveries.map((each) => each.attempts)) + 1
  const retryAt = at + targetPause(attempts)
  for (const each of deliveries) {
    const isOver = isForGood === true || at - Date.parse(each.createdAt) >= targetPatienceMs
    await endAttempt(
      db,
      [keyOf(target, each)],
      isOver ? { state: 'failed', reason, detail } : { state: 'queued', reason: 'retrying', detail, nextAt: retryAt },
    )
  }
  const since = await noteFailure(db, target.id, { reason, detail, at, retryAt })
  log.info({ targetId: target.id, kind: target.kind, reason }, 'A group robot or webhook accepted nothing')
  if (target.kind === 'webhook' && (isForGood === true || at - since >= targetPatienceMs))
    await giveUp(platform, target, { since, detail: detail === '' ? reason : detail })
}

/**
 * Disables a target after a day of failures, or when the receiver reports that it no longer exists, and notifies the
 * people who maintain it.
 */
async function giveUp(
  sender: Sender,
  { id, name, organisationId }: ClaimedTarget,
  { since, detail }: { since: number; detail: string },
): Promise<void> {
  const { db } = sender
  if (!(await giveUpTarget(db, id))) return
  await skipWaiting(db, id, 'gave-up')
  await announce(sender, 'message.webhook-disabled', {
    params: { name, since: new Date(since).toISOString(), detail },
    organisationId,
    accounts: await listAccountsHolding(db, organisationId, 'message:channel'),
  })
}

function post(lane: Lane, deliveries: readonly Due[]): Promise<PostOutcome> {
  const { platform, target } = lane
  const allowPrivate = platform.settings.webhookPrivate
  const json = { 'content-type': 'application/json', 'user-agent': 'Brigade' }
  const at = platform.clock.now()
  const [first] = deliveries
  if (target.kind === 'webhook' && first !== undefined) {
    const body = webhookBody(first, platform.settings.timeZone)
    const headers = webhookHeaders({ id: `msg_${first.id}_${target.id}`, at, body, secret: lane.secret ?? '' })
    return guardedPost({ url: lane.address, body, headers: { ...json, ...headers }, allowPrivate })
  }
  const { maker, phones } = target
  const content = robotText(target, deliveries, platform.settings.timeZone)
  const given = { maker: maker ?? 'wecom', address: lane.address, secret: lane.secret, content, phones, at }
  const { url, body } = robotPost(given)
  return guardedPost({ url, body: JSON.stringify(body), headers: json, allowPrivate })
}

function robotText({ locale }: ClaimedTarget, deliveries: readonly Due[], timeZone: string): string {
  const texts = deliveries.map((each) => wordsOf(each, { timeZone, units: 'metric' })[locale])
  const [only] = texts
  if (texts.length === 1 && only !== undefined) return `${only.title}\n${only.content}`
  const more = texts.length - maxListed
  const lines = texts.slice(0, maxListed).map(({ title }) => `· ${title}`)
  const head = locale === 'zh' ? `${texts.length} 条新消息` : `${texts.length} new messages`
  const rest = more > 0 ? [locale === 'zh' ? `另有 ${more} 条` : `and ${more} more`] : []
  return [head, ...lines, ...rest].join('\n')
}

/** Times and temperatures in texts are in the installation's zone and °C; `data` contains the raw values. */
function webhookBody(message: Content, timeZone: string): string {
  const { id, kind, type, params, pushedAt, organisation, deviceType, opens, validUntil } = message
  const words = wordsOf({ kind, params }, { timeZone, units: 'metric' })
  const data = { id, kind, organisation, words, params: kind === 'task' ? {} : params, deviceType, opens, validUntil }
  return JSON.stringify({ type: `message.${type}`, timestamp: pushedAt, data })
}

const isGone = 410

function verdictOf({ kind, maker }: ClaimedTarget, outcome: PostOutcome): Verdict {
  if (outcome.kind !== 'answered') return { isAccepted: false, reason: outcome.kind, detail: outcome.detail }
  const { status, body } = outcome
  const detail = `HTTP ${status}${body === '' ? '' : `: ${body.slice(0, 200)}`}`
  if (status >= 300 && status < 400) return { isAccepted: false, reason: 'redirected', detail: `HTTP ${status}` }
  if (status === isGone && kind === 'webhook') return { isAccepted: false, reason: 'refused', detail, isForGood: true }
  if (status < 200 || status >= 300) return { isAccepted: false, reason: 'refused', detail }
  if (kind === 'webhook') return { isAccepted: true, detail: `HTTP ${status}` }
  const isTaken = isAccepted(maker ?? 'wecom', body)
  if (isTaken === true) return { isAccepted: true, detail: `HTTP ${status}` }
  return { isAccepted: false, reason: isTaken === undefined ? 'bad-answer' : 'refused', detail }
}
