import {
  mostUnconfirmed,
  type Audience,
  type AudienceCount,
  type TaskChange,
  type TaskDraft,
  type TaskTest,
} from '@brigade/contract/message/task.model.ts'
import { isWithin } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { storableJson } from '../../platform/storable-text.ts'
import { requirePassword } from '../../session/require-password.ts'
import { insertAccountDeliveries, insertMessage, openAccounts } from '../announce/announce.store.ts'
import { titlesOf, typedWords } from '../announce/say-message.ts'
import { withNumbers } from './app-audience.store.ts'
import { countAudience, countTargetsOf, findPlaces, listUnknownNames } from './audience.store.ts'
import { insertTask, lockTasks, writeTask } from './task.store.ts'

const mostUnknown = 20
/** A time that has just passed while somebody pressed the button is now. */
const latenessMs = 5 * 60_000

/** Whoever an audience is limited to is within the sender's scope and exists. */
async function requireAudience({ db, caller }: Ctx, audience: Audience): Promise<void> {
  const { organisationId } = audience
  if (organisationId !== null && !(await isWithin(db, caller, organisationId)))
    refuse('field.refused', undefined, { fields: { 'audience.organisationId': 'message.unknownOrganisation' } })
  const places = await findPlaces(db, audience)
  for (const [id, found, field] of [
    [audience.seriesId, places.series, 'seriesId'],
    [audience.productId, places.product, 'productId'],
  ] as const)
    if (id !== null && found === null)
      refuse('field.refused', undefined, { fields: { [`audience.${field}`]: 'message.unknownProduct' } })
}

export async function countReceivers(
  ctx: Ctx,
  { body: { audience } }: { body: { audience: Audience } },
): Promise<AudienceCount> {
  const { db, caller, settings } = ctx
  await requireAudience(ctx, audience)
  const listed = await withNumbers(db, { scope: caller, secretKey: settings.secretKey }, audience)
  const { receivers, email } = await countAudience(db, caller, listed.audience)
  const unknownNames =
    audience.to === 'staff' ? await listUnknownNames(db, caller, audience.names, mostUnknown) : listed.unknownNames
  return {
    receivers,
    email: settings.mail === undefined ? 0 : email,
    ...(await countTargetsOf(db, caller.organisationId)),
    unknownNames: unknownNames.slice(0, mostUnknown),
    needsPassword: receivers > mostUnconfirmed,
  }
}

type Sendable = Readonly<{ receivers: number; audience: Audience }>

/** Refuses a task that reaches nobody, that lies in the past, or that needs a password. Answers its receivers, and its audience as it is kept. */
async function requireSendable(ctx: Ctx, { pushAt, validUntil, password, ...draft }: TaskDraft): Promise<Sendable> {
  const { db, caller, clock, settings } = ctx
  if (pushAt !== null && Date.parse(pushAt) < clock.now() - latenessMs)
    refuse('field.refused', undefined, { fields: { pushAt: 'message.past' } })
  if (validUntil !== null && Date.parse(validUntil) <= clock.now())
    refuse('field.refused', undefined, { fields: { validUntil: 'message.validTooShort' } })
  await requireAudience(ctx, draft.audience)
  const { audience } = await withNumbers(db, { scope: caller, secretKey: settings.secretKey }, draft.audience)
  const { receivers } = await countAudience(db, caller, audience)
  if (receivers === 0) refuse('message.noReceiver')
  if (receivers > mostUnconfirmed) {
    if (password === undefined || password === '')
      refuse('field.refused', undefined, { fields: { password: 'message.confirm' } })
    await requirePassword(ctx, password)
  }
  return { receivers, audience }
}

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
  const { receivers, audience } = await requireSendable(ctx, body)
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

/** A task as somebody saw it, before it began to send. */
async function lockWaiting(trx: Db, { caller }: Ctx, { id, updatedAt }: { id: string; updatedAt: string }) {
  const [task] = await lockTasks(trx, caller, [id])
  if (task === undefined) return refuse('message.unknownTask')
  if (task.state === 'sending') refuse('message.begun')
  if (task.state !== 'planned' && task.state !== 'paused') refuse('message.ended')
  if (Date.parse(task.updatedAt) !== Date.parse(updatedAt)) refuse('message.changedSince')
  return task
}

/**
 * Until it begins to send. Its organisation stays: whoever below or above changes it, it reaches nobody else's staff. The audience
 * is judged by who changes it, whose scope holds that organisation.
 */
export async function updateTask(ctx: Ctx, { body }: { body: TaskChange }): Promise<{ receivers: number }> {
  const { db, clock } = ctx
  const { id, updatedAt, ...draft } = body
  const { receivers, audience } = await requireSendable(ctx, draft)
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

/** Also while it sends: the batch under way ends, the next finds it cancelled. The version then counts up by itself, and is not asked. */
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

/** The tasks alone: what was sent stays. */
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

/** What the push would look like, to the sender alone. */
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
