import type { TaskChange, TaskDraft, TaskTest } from '@brigade/contract/message/task.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { storableJson } from '../../platform/storable-text.ts'
import { insertAccountDeliveries, insertMessage, openAccounts } from '../announce/announce.store.ts'
import { titlesOf, typedWords } from '../announce/message-words.ts'
import { requireSendable, scopeOfPush } from './require-sendable.ts'
import { insertTask, lockTasks, writeTask } from './task.store.ts'

const fieldsOf = (
  { type, words, audience, channels, deviceType, opens, pushAt, validUntil }: TaskDraft,
  now: string,
) => ({
  type,
  words: storableJson(words),
  title: titlesOf(typedWords(words)),
  audience: storableJson(audience),
  channels: [...new Set(channels)],
  deviceType,
  opens: opens === null ? null : storableJson(opens),
  pushAt: pushAt ?? now,
  validUntil,
})

export async function addTask(ctx: Ctx, { body }: { body: TaskDraft }): Promise<{ id: string; receivers: number }> {
  const { db, caller, clock } = ctx
  const { receivers, audience } = await requireSendable(ctx, await scopeOfPush(ctx, undefined), body)
  const now = new Date(clock.now()).toISOString()
  const id = await transaction(db, (trx) =>
    insertTask(trx, {
      ...fieldsOf({ ...body, audience }, now),
      organisationId: caller.organisationId,
      accountId: caller.accountId,
      state: 'planned',
      receivers,
      jobId: null,
      messageId: null,
      messageMonth: null,
      createdAt: now,
      updatedAt: now,
      startedAt: null,
      endedAt: null,
      removedAt: null,
    }),
  )
  return { id, receivers }
}

/** Locks a task in the version that the caller saw, before it began to send. */
async function lockWaiting(trx: Db, { caller }: Ctx, { id, updatedAt }: { id: string; updatedAt: string }) {
  const [task] = await lockTasks(trx, caller, [id])
  if (task === undefined) return refuse('message.unknownTask')
  if (task.state === 'sending') refuse('message.begun')
  if (task.state !== 'planned' && task.state !== 'paused') refuse('message.ended')
  if (Date.parse(task.updatedAt) !== Date.parse(updatedAt)) refuse('message.changedSince')
  return task
}

/** Updates a task until it begins to send. It is validated and counted with the scope of its own organisation, with which it is sent. */
export async function updateTask(ctx: Ctx, { body }: { body: TaskChange }): Promise<{ receivers: number }> {
  const { db, clock } = ctx
  const { id, updatedAt, ...draft } = body
  const { receivers, audience } = await requireSendable(ctx, await scopeOfPush(ctx, id), draft)
  await transaction(db, async (trx) => {
    await lockWaiting(trx, ctx, { id, updatedAt })
    const now = new Date(clock.now()).toISOString()
    await writeTask(trx, id, { ...fieldsOf({ ...draft, audience }, now), receivers }, clock.now())
  })
  return { receivers }
}

export async function setTaskState(
  ctx: Ctx,
  { body }: { body: { id: string; updatedAt: string; isPaused: boolean } },
): Promise<null> {
  const { db, clock } = ctx
  await transaction(db, async (trx) => {
    await lockWaiting(trx, ctx, body)
    await writeTask(trx, body.id, { state: body.isPaused ? 'paused' : 'planned' }, clock.now())
  })
  return null
}

/**
 * Works also while it sends: the current batch completes, the next finds it cancelled. Progress changes the version
 * then, so the version is not checked.
 */
export async function cancelTask(ctx: Ctx, { body }: { body: { id: string; updatedAt: string } }): Promise<null> {
  const { db, caller, clock } = ctx
  await transaction(db, async (trx) => {
    const [task] = await lockTasks(trx, caller, [body.id])
    if (task === undefined) return refuse('message.unknownTask')
    if (task.state !== 'sending') await lockWaiting(trx, ctx, body)
    await writeTask(trx, body.id, { state: 'cancelled', endedAt: new Date(clock.now()).toISOString() }, clock.now())
    return undefined
  })
  return null
}

/** Removes only the tasks: their messages stay. */
export async function removeTasks({ db, caller, clock }: Ctx, { body }: { body: { ids: string[] } }): Promise<null> {
  await transaction(db, async (trx) => {
    const tasks = await lockTasks(trx, caller, body.ids)
    if (tasks.length < new Set(body.ids).size) refuse('message.unknownTask')
    if (tasks.some(({ state }) => state === 'sending')) refuse('message.stopFirst')
    const removedAt = new Date(clock.now()).toISOString()
    for (const { id, state } of tasks) {
      const ended = state === 'planned' || state === 'paused' ? { state: 'cancelled' as const, endedAt: removedAt } : {}
      await writeTask(trx, id, { ...ended, removedAt }, clock.now())
    }
  })
  return null
}

/** Sends a preview of the push to the sender alone. */
export async function testTask({ db, caller, clock, settings }: Ctx, { body }: { body: TaskTest }): Promise<null> {
  const at = clock.now()
  await transaction(db, async (trx) => {
    const key = await insertMessage(
      trx,
      {
        kind: 'task',
        type: body.type,
        isCritical: false,
        organisationId: caller.organisationId,
        params: body.words,
        title: titlesOf(typedWords(body.words)),
        audience: 'list',
        deviceType: null,
        opens: null,
        validUntil: null,
        taskId: null,
      },
      at,
    )
    await insertAccountDeliveries(trx, key, openAccounts([caller.accountId]), {
      channels: ['inbox', 'email'],
      isCritical: false,
      hasMailServer: settings.mail !== undefined,
      timeZone: settings.timeZone,
      step: '',
      at,
    })
  })
  return null
}
