import type { UpgradeTaskChange, UpgradeTaskDraft } from '@brigade/contract/firmware/reach.model.ts'
import type { DryRun } from '@brigade/contract/firmware/task.model.ts'
import { upgradeReasonWords } from '@brigade/contract/firmware/upgrade-words.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { actRefusal, approverRefusal } from '@brigade/contract/firmware/task.rules.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireFirmwareStaff } from '../model/change-models.ts'
import { resolveReach, summarise } from '../reach/dry-run.ts'
import { countReach, listLeftOut, writeReach, type Reach } from '../reach/reach.store.ts'
import { applyEvent } from '../row/apply-events.ts'
import { digestDevices, digestTask } from '../row/digest.store.ts'
import { lockGate } from '../row/gate.store.ts'
import { forgetDevices, holdWaiting } from '../row/held-rows.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import { notifyUpgrades } from '../row/upgrade-row.store.ts'
import { placeOf } from './act-on.ts'
import { announceToApprove, approverFacts } from './approval.ts'
import { insertTask, lockTask, writeTask, type HeldTask } from './task.store.ts'
import { spellingOf } from '../../system/area/spell-name.ts'

/** A draft; with `submit` it waits for approval. */
export async function addTask(ctx: Ctx, { body }: { body: UpgradeTaskDraft }): Promise<{ id: string }> {
  await requireFirmwareStaff(ctx)
  const { db, caller, clock } = ctx
  const { reach, needConfirm } = await resolveReach(db, body)
  requireTimes(ctx, body)
  await requireApprover(ctx, body, [caller.accountId])
  return transaction(db, async (trx) => {
    const at = clock.now()
    const now = new Date(at).toISOString()
    const id = await insertTask(trx, {
      ...columnsOf(body, reach),
      status: 'CREATE',
      creatorId: caller.accountId,
      editorIds: [caller.accountId],
      digest: null,
      deviceDigest: null,
      approvedDigest: null,
      approvedBy: null,
      approvedAt: null,
      startedBy: null,
      startedAt: null,
      endedAt: null,
      tokensAt: null,
      leaseUntil: null,
      createdAt: now,
      updatedAt: now,
    })
    await insertTaskEvent(trx, { taskId: id, kind: 'created', accountId: caller.accountId, at })
    if (body.submit)
      await submit(trx, ctx, { id, body, reach: { ...reach, taskId: id }, needConfirm, wasStarted: false })
    await notifyUpgrades(trx, [{ taskId: id, deviceId: '0' }])
    return { id }
  })
}

const columnsOf = (
  {
    name,
    description,
    type,
    modelId,
    sources,
    listId,
    deviceIds,
    conditions,
    plan,
    approverId,
    startAt,
    endAt,
  }: UpgradeTaskDraft,
  { targets }: Reach,
) => ({
  name,
  description,
  type,
  modelId,
  versionIds: targets.map(({ versionId }) => versionId),
  sources,
  listId,
  deviceIds,
  conditions: JSON.stringify(conditions),
  plan: JSON.stringify(plan),
  approverId,
  startAt,
  endAt,
  spelling: spellingOf(name),
})

function requireTimes({ clock }: Ctx, { endAt }: UpgradeTaskDraft): void {
  if (endAt !== null && Date.parse(endAt) <= clock.now())
    refuse('field.refused', undefined, { fields: { endAt: 'firmware.past' } })
}

/** The account that is asked must be able to approve it. */
async function requireApprover(
  { db }: Pick<Ctx, 'db'>,
  { approverId, versionIds }: UpgradeTaskDraft,
  editorIds: readonly string[],
): Promise<void> {
  if (approverId === null) return
  const facts = await approverFacts(db, approverId, { editorIds, versionIds })
  if (approverRefusal(facts) !== null)
    refuse('field.refused', undefined, { fields: { approverId: 'firmware.approverCannot' } })
}

/** An edit voids the approval. Once it was started, versions and devices stay. */
export async function updateTask(ctx: Ctx, { body }: { body: UpgradeTaskChange }): Promise<{ id: string }> {
  await requireFirmwareStaff(ctx)
  const { db, caller, clock } = ctx
  const { reach, needConfirm } = await resolveReach(db, body, { taskId: body.id })
  requireTimes(ctx, body)
  return transaction(db, async (trx) => {
    await lockGate(trx)
    const task = (await lockTask(trx, body.id)) ?? refuse('firmware.unknownTask')
    if (task.updatedAt !== body.updatedAt) refuse('firmware.changedSince')
    const wasStarted = task.startedAt !== null
    const refusal = actRefusal(placeOf(task), 'update')
    if (refusal !== null) refuse(refusal)
    if (wasStarted) requireSameDevices(task, body, reach)
    const editorIds = [...new Set([...task.editorIds, caller.accountId])]
    await requireApprover({ db: trx }, body, editorIds)
    const at = clock.now()
    await writeTask(
      trx,
      body.id,
      { ...columnsOf(body, reach), editorIds, status: 'CREATE', ...unapproved, rejectReason: '' },
      at,
    )
    await insertTaskEvent(trx, { taskId: body.id, kind: 'updated', accountId: caller.accountId, at })
    if (!wasStarted) await forgetDevices(trx, body.id)
    if (body.submit) await submit(trx, ctx, { id: body.id, body, reach, needConfirm, wasStarted })
    await notifyUpgrades(trx, [{ taskId: body.id, deviceId: '0' }])
    return { id: body.id }
  })
}

/** No approval is pending any more. */
export const notAlone = { aloneBy: null, aloneDigest: null, aloneAt: null, aloneCountsAt: null, aloneTold: [] }
export const unapproved = { approvedDigest: null, approvedBy: null, approvedAt: null, soleReason: '', ...notAlone }

function requireSameDevices(task: HeldTask, body: UpgradeTaskChange, { targets }: Reach): void {
  const same = (a: readonly string[], b: readonly string[]) =>
    a.length === b.length && a.every((item, at) => item === b[at])
  const isSame =
    task.type === body.type &&
    task.modelId === body.modelId &&
    task.listId === body.listId &&
    same(task.sources, body.sources) &&
    same(task.deviceIds, body.deviceIds) &&
    same(
      task.versionIds,
      targets.map(({ versionId }) => versionId),
    )
  if (!isSame) refuse('firmware.fixedOnceStarted')
}

type Submitting = Readonly<{
  id: string
  body: UpgradeTaskDraft
  reach: Reach
  needConfirm: boolean
  wasStarted: boolean
}>

/** Stores its devices, and the content to approve. */
async function submit(
  trx: Transaction,
  ctx: Ctx,
  { id, body, reach, needConfirm, wasStarted }: Submitting,
): Promise<void> {
  const { caller, clock } = ctx
  const at = clock.now()
  const planned = wasStarted
    ? await leaveOut(trx, ctx, { id, reach })
    : await writeDevices(trx, ctx, { id, reach, needConfirm })
  const deviceDigest = await digestDevices(trx, id)
  const digest = await digestTask(
    trx,
    { ...body, versionIds: reach.targets.map(({ versionId }) => versionId) },
    deviceDigest,
  )
  await writeTask(trx, id, { status: 'EXAMINE_WAIT', digest, deviceDigest, ...unapproved, rejectReason: '' }, at)
  await insertTaskEvent(trx, { taskId: id, kind: 'submitted', accountId: caller.accountId, at })
  if (body.approverId === null) return
  await announceToApprove(trx, ctx, body.approverId, {
    id,
    name: body.name,
    by: caller.name,
    devices: planned,
    target: reach.targets.map(({ reportedAs }) => reportedAs).join(', '),
  })
}

type Writing = Readonly<{ id: string; reach: Reach; needConfirm: boolean }>
async function writeDevices(
  trx: Transaction,
  { caller, clock }: Ctx,
  { id, reach, needConfirm }: Writing,
): Promise<number> {
  if (!reach.plan.allowDowngrade) {
    // A confirmation would add these devices: the person who submits has seen their number.
    const counts = await countReach(trx, caller, reach)
    const count = counts
      .filter(({ reason }) => reason === 'version-higher')
      .reduce((sum, { count: own }) => sum + own, 0)
    const others = counts.filter(({ reason }) => reason === null).length
    if (count > 0 && others === 0) refuse('firmware.downgrade', { count })
  }
  const { planned } = await writeReach(trx, caller, reach, { taskId: id, needConfirm, at: clock.now() })
  if (planned > 0) return planned
  const { reasons } = summarise(await countReach(trx, caller, reach))
  return refuse('firmware.nobodyReached', { why: whyOf(reasons) })
}

/** The reasons for skipped devices, with the count of each. */
function whyOf(reasons: DryRun['reasons']): Words {
  const known = reasons.flatMap(({ reason, count }) =>
    reason === null ? [] : [{ ...upgradeReasonWords[reason], count }],
  )
  if (known.length === 0) return { en: 'it names none', zh: '任务未包含任何设备' }
  return {
    en: `left out ${known.map(({ en, count }) => `${count} × ${en}`).join('; ')}`,
    zh: `排除 ${known.map(({ zh, count }) => `${count} 台（${zh}）`).join('、')}`,
  }
}

/** Removes from a started task waiting devices that conditions or confirmations now exclude. */
async function leaveOut(
  trx: Transaction,
  { caller, clock }: Ctx,
  { id, reach }: Pick<Writing, 'id' | 'reach'>,
): Promise<number> {
  const left = await listLeftOut(trx, caller, { ...reach, taskId: id })
  const rows = await holdWaiting(trx, id)
  const gone = rows.filter(({ key }) => left.has(`${key.deviceId} ${key.place}`))
  await applyEvent(trx, gone, () => ({ kind: 'taken-out' }), clock.now())
  return rows.length - gone.length
}
