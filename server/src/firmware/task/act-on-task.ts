import type { z } from 'zod'
import type {
  TaskApproval,
  TaskConfirmed,
  TaskPlain,
  TaskRejection,
  TaskRemoval,
} from '@brigade/contract/firmware/reach.model.ts'
import type { TaskEventKind } from '@brigade/contract/firmware/task.model.ts'
import { actRefusal, approverRefusal, type TaskAct } from '@brigade/contract/firmware/task.rules.ts'
import { announce } from '../../message/announce/announce.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { requireFirmwareStaff } from '../model/change-models.ts'
import { applyEvent } from '../row/apply-events.ts'
import { digestDevices, digestTask } from '../row/digest.store.ts'
import { lockGate } from '../row/gate.store.ts'
import { cancelPlanned, holdUninstalled } from '../row/held-rows.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import { tellUpgrades } from '../row/upgrade-row.store.ts'
import { approverFacts } from './approval.ts'
import { unapproved } from './save-task.ts'
import { deleteTask, lockTask, writeTask, type HeldTask } from './task.store.ts'

type Version = Readonly<{ id: string; updatedAt: string }>
type Acting = Readonly<{ act: TaskAct; event: TaskEventKind; text?: string }>

/** Does something to a task in the status in which it may be done, made from the version that the caller saw. */
async function actOn(
  ctx: Ctx,
  { id, updatedAt }: Version,
  { act, event, text = '' }: Acting,
  work: (trx: Transaction, task: HeldTask) => Promise<void>,
): Promise<null> {
  const { db, caller, clock } = ctx
  await transaction(db, async (trx) => {
    await lockGate(trx)
    const task = (await lockTask(trx, id)) ?? refuse('firmware.unknownTask')
    if (task.updatedAt !== updatedAt) refuse('firmware.changedSince')
    const refusal = actRefusal({ status: task.status, wasStarted: task.startedAt !== null }, act)
    if (refusal !== null) refuse(refusal)
    await work(trx, task)
    await insertTaskEvent(trx, { taskId: id, kind: event, accountId: caller.accountId, text, at: clock.now() })
    await tellUpgrades(trx, [{ taskId: id, deviceId: '0' }])
  })
  return null
}

/** Approves a submitted task by four eyes: its digest is computed again from the present rows. */
export async function approveTask(ctx: Ctx, { body }: { body: z.output<typeof TaskApproval> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  const { caller, clock } = ctx
  await requirePassword(ctx, body.password)
  return actOn(ctx, body, { act: 'approve', event: 'approved', text: body.reason }, async (trx, task) => {
    const facts = await approverFacts(trx, caller.accountId, task)
    const refusal = approverRefusal(facts)
    if (refusal !== null) refuse(refusal)
    const isOwn = facts.tookPart && facts.isSole
    if (isOwn && body.reason === '') refuse('field.refused', undefined, { fields: { reason: 'firmware.reasonNeeded' } })
    const digest = await digestNow(trx, task)
    if (task.digest === null || !task.digest.equals(digest)) refuse('firmware.approvalVoid')
    await writeTask(
      trx,
      body.id,
      {
        status: 'EXAMINE_PASS',
        approvedDigest: digest,
        approvedBy: caller.accountId,
        approvedAt: new Date(clock.now()).toISOString(),
        soleReason: isOwn ? body.reason : '',
      },
      clock.now(),
    )
    await notifyDecision(trx, ctx, task, { isApproved: true, reason: '' })
  })
}

/** For a task that was started, the devices count as they were submitted: some have ended since. */
async function digestNow(trx: Transaction, task: HeldTask): Promise<Buffer> {
  const devices =
    task.startedAt === null || task.deviceDigest === null ? await digestDevices(trx, task.id) : task.deviceDigest
  return digestTask(trx, task, devices)
}

type Decision = Readonly<{ isApproved: boolean; reason: string }>
async function notifyDecision(
  trx: Transaction,
  { caller, clock, settings }: Ctx,
  { id, name, creatorId }: HeldTask,
  decision: Decision,
): Promise<void> {
  if (creatorId === null) return
  await announce({ db: trx, clock, settings }, 'firmware.decided', {
    params: { name, by: caller.name, ...decision },
    organisationId: caller.organisationId,
    accounts: [creatorId],
    opens: { kind: 'task', id },
  })
}

export async function rejectTask(ctx: Ctx, { body }: { body: z.output<typeof TaskRejection> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  const { reason } = body
  return actOn(ctx, body, { act: 'reject', event: 'rejected', text: reason }, async (trx, task) => {
    await writeTask(trx, body.id, { status: 'EXAMINE_REJECT', rejectReason: reason, ...unapproved }, ctx.clock.now())
    await notifyDecision(trx, ctx, task, { isApproved: false, reason })
  })
}

/** At its start time a worker begins. */
export async function startTask(ctx: Ctx, { body }: { body: z.output<typeof TaskConfirmed> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  const { caller, clock } = ctx
  await requirePassword(ctx, body.password)
  return actOn(ctx, body, { act: 'start', event: 'started' }, async (trx, task) => {
    if (task.approvedDigest === null || !task.approvedDigest.equals(await digestNow(trx, task)))
      refuse('firmware.approvalVoid')
    if (task.endAt !== null && Date.parse(task.endAt) <= clock.now())
      refuse('field.refused', undefined, { fields: { endAt: 'firmware.past' } })
    await writeTask(trx, body.id, { status: 'ENABLE', startedBy: caller.accountId }, clock.now())
  })
}

/** Stops new offers; devices that already got one continue. */
export async function stopTask(ctx: Ctx, { body }: { body: z.output<typeof TaskPlain> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  return actOn(ctx, body, { act: 'stop', event: 'stopped' }, async (trx) => {
    await writeTask(trx, body.id, { status: 'DISABLE' }, ctx.clock.now())
  })
}

/** For good. Alink has no cancel: what installs ends by itself, and is recorded. */
export async function withdrawTask(ctx: Ctx, { body }: { body: z.output<typeof TaskConfirmed> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  const { clock } = ctx
  await requirePassword(ctx, body.password)
  return actOn(ctx, body, { act: 'withdraw', event: 'withdrawn' }, async (trx) => {
    const now = clock.now()
    await applyEvent(trx, await holdUninstalled(trx, body.id), () => ({ kind: 'withdrawn' }), now)
    const at = new Date(now).toISOString()
    await writeTask(trx, body.id, { status: 'CANCEL', endedAt: at }, now)
    await cancelPlanned(trx, body.id, now)
  })
}

/** Removes tasks that never started, all of them or none. */
export async function removeTasks(ctx: Ctx, { body }: { body: z.output<typeof TaskRemoval> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  await transaction(ctx.db, async (trx) => {
    await lockGate(trx)
    for (const id of [...new Set(body.ids)].toSorted((a, b) => Number(a) - Number(b))) {
      const task = (await lockTask(trx, id)) ?? refuse('firmware.unknownTask')
      const refusal = actRefusal({ status: task.status, wasStarted: task.startedAt !== null }, 'remove')
      if (refusal !== null) refuse(refusal)
      await deleteTask(trx, id)
      await tellUpgrades(trx, [{ taskId: id, deviceId: '0' }])
    }
  })
  return null
}
