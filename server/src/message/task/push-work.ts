import { Audience, audienceKindOf } from '@brigade/contract/message/task.model.ts'
import { z } from 'zod'
import { longWork, type Work } from '../../job/long-work.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import {
  insertAccountDeliveries,
  insertAppUserDeliveries,
  insertMessage,
  insertTargetDeliveries,
  type MessageKey,
} from '../announce/announce.store.ts'
import { titlesOf, typedWords } from '../announce/message-words.ts'
import { countAudience, nextOfAudience, type IdWindow } from './audience.store.ts'
import { endTask, holdForBatch, holdSendingTask, noteDone, noteProgress } from './task.store.ts'

/** Receivers of one transaction, which also stores its checkpoint. */
const atOnce = 500
/** Number of accounts, or app users, that are read in one transaction. */
const maxRead = 2000

const Checkpoint = z.object({ last: z.string(), done: z.number(), total: z.number() })
type Checkpoint = z.output<typeof Checkpoint>

type Task = NonNullable<Awaited<ReturnType<typeof holdSendingTask>>>

/**
 * Sends a push task: its message once, then the deliveries in batches, in the order of the receivers' ids. An
 * interrupted run continues after its checkpoint; existing deliveries are not written again, so that a kill costs one
 * batch at most.
 */
export const pushMessages = longWork({
  kind: 'message.push',
  access: 'message-push:create',
  params: z.object({ taskId: z.string() }),
  async run(work, { taskId }) {
    let from: Checkpoint | undefined =
      work.checkpoint === undefined ? await begin(work, taskId) : Checkpoint.parse(work.checkpoint)
    while (from !== undefined) {
      work.signal.throwIfAborted()
      from = await sendBatch(work, taskId, from)
    }
  },
})

/** Writes the message and the deliveries to robots and webhooks. Undefined if the task was cancelled before. */
async function begin(work: Work, taskId: string): Promise<Checkpoint | undefined> {
  const { db, clock } = work
  return transaction(db, async (trx) => {
    const task = await holdSendingTask(trx, taskId)
    if (task === undefined) return undefined
    const at = clock.now()
    const audience = Audience.parse(task.audience)
    const { receivers } = await countAudience(trx, task, audience)
    const key = await insertMessage(
      trx,
      {
        kind: 'task',
        type: task.type,
        isCritical: false,
        organisationId: task.organisationId,
        params: task.words,
        title: titlesOf(typedWords(task.words)),
        audience: audienceKindOf(audience),
        deviceType: task.deviceType,
        opens: task.opens,
        validUntil: task.validUntil,
        taskId,
      },
      at,
    )
    const kinds = (['robot', 'webhook'] as const).filter((kind) => task.channels.includes(kind))
    const wish = { organisationIds: [task.organisationId], kinds, type: task.type }
    if (kinds.length > 0) await insertTargetDeliveries(trx, key, wish, { step: '', at })
    const startedAt = new Date(at).toISOString()
    await noteProgress(trx, taskId, { receivers, messageId: key.id, messageMonth: key.month, startedAt, done: 0 })
    const checkpoint = { last: '0', done: 0, total: receivers }
    await work.progress({ done: 0, total: receivers, checkpoint }, trx)
    return checkpoint
  })
}

/** Returns the start of the next batch; undefined if this was the last, or the task was cancelled. */
async function sendBatch(work: Work, taskId: string, from: Checkpoint): Promise<Checkpoint | undefined> {
  const { db, clock } = work
  return transaction(db, async (trx) => {
    const task = await holdForBatch(trx, taskId, { behind: from.last, most: maxRead })
    if (task === undefined) return undefined
    const { upTo } = task
    if (upTo === null) {
      await noteProgress(trx, taskId, { done: from.done, receivers: from.done })
      await work.progress({ done: from.done, total: from.done }, trx)
      await endTask(trx, taskId, 'sent', '', clock.now())
      return undefined
    }
    const { receivers, last } = await deliver(trx, work, task, { behind: from.last, upTo })
    const done = from.done + receivers
    // A full batch may not have covered all of its window.
    const checkpoint = { ...from, last: receivers < atOnce || last === null ? upTo : last, done }
    await noteDone(trx, taskId, done)
    await work.progress({ done, total: Math.max(from.total, done), checkpoint }, trx)
    return checkpoint
  })
}

type Delivered = Readonly<{ receivers: number; last: string | null }>

async function deliver(trx: Transaction, { clock, settings }: Work, task: Task, window: IdWindow): Promise<Delivered> {
  const { messageId, messageMonth, startedAt, channels } = task
  if (messageId === null || messageMonth === null || startedAt === null)
    throw new Error(`Task ${task.id} has no message`)
  const key: MessageKey = { id: messageId, month: messageMonth }
  const audience = Audience.parse(task.audience)
  const next = nextOfAudience(task, audience, { ...window, before: startedAt, limit: atOnce })
  if (audience.to === 'app-user') return insertAppUserDeliveries(trx, key, next, { type: task.type, at: clock.now() })
  const { accounts, last } = await insertAccountDeliveries(trx, key, next, {
    channels: channels.includes('email') ? ['inbox', 'email'] : ['inbox'],
    isCritical: false,
    hasMailServer: settings.mail !== undefined,
    timeZone: settings.timeZone,
    step: '',
    at: clock.now(),
  })
  return { receivers: accounts, last }
}
