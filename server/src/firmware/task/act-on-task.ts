import type { z } from 'zod'
import type { TaskConfirmed, TaskPlain, TaskRejection, TaskRemoval } from '@brigade/contract/firmware/reach.model.ts'
import { actRefusal } from '@brigade/contract/firmware/task.rules.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { requireFirmwareStaff } from '../model/change-models.ts'
import { applyEvent } from '../row/apply-events.ts'
import { lockGate } from '../row/gate.store.ts'
import { cancelPlanned, holdUninstalled } from '../row/held-rows.store.ts'
import { notifyUpgrades } from '../row/upgrade-row.store.ts'
import { actOn, digestNow, placeOf } from './act-on.ts'
import { notifyDecision } from './approve-task.ts'
import { notAlone, unapproved } from './save-task.ts'
import { deleteTask, lockTask, writeTask } from './task.store.ts'

export async function rejectTask(ctx: Ctx, { body }: { body: z.output<typeof TaskRejection> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  const { reason } = body
  return actOn(ctx, body, { act: 'reject', event: 'rejected', text: reason }, async (trx, task): Promise<null> => {
    await writeTask(trx, body.id, { status: 'EXAMINE_REJECT', rejectReason: reason, ...unapproved }, ctx.clock.now())
    await notifyDecision(trx, ctx, task, { by: ctx.caller, isApproved: false, reason })
    return null
  })
}

/** At its start time a worker begins. */
export async function startTask(ctx: Ctx, { body }: { body: z.output<typeof TaskConfirmed> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  const { caller, clock } = ctx
  await requirePassword(ctx, body.password)
  return actOn(ctx, body, { act: 'start', event: 'started' }, async (trx, task): Promise<null> => {
    if (task.approvedDigest === null || !task.approvedDigest.equals(await digestNow(trx, task)))
      refuse('firmware.approvalVoid')
    if (task.endAt !== null && Date.parse(task.endAt) <= clock.now())
      refuse('field.refused', undefined, { fields: { endAt: 'firmware.past' } })
    await writeTask(trx, body.id, { status: 'ENABLE', startedBy: caller.accountId }, clock.now())
    return null
  })
}

/** Stops new offers; devices that already got one continue. */
export async function stopTask(ctx: Ctx, { body }: { body: z.output<typeof TaskPlain> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  return actOn(ctx, body, { act: 'stop', event: 'stopped' }, async (trx): Promise<null> => {
    await writeTask(trx, body.id, { status: 'DISABLE' }, ctx.clock.now())
    return null
  })
}

/** Withdraws a task for good. Alink cannot cancel, so an installation ends by itself and is recorded. */
export async function withdrawTask(ctx: Ctx, { body }: { body: z.output<typeof TaskConfirmed> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  const { clock } = ctx
  await requirePassword(ctx, body.password)
  return actOn(ctx, body, { act: 'withdraw', event: 'withdrawn' }, async (trx): Promise<null> => {
    const now = clock.now()
    await applyEvent(trx, await holdUninstalled(trx, body.id), () => ({ kind: 'withdrawn' }), now)
    const at = new Date(now).toISOString()
    await writeTask(trx, body.id, { status: 'CANCEL', endedAt: at, ...notAlone }, now)
    await cancelPlanned(trx, body.id, now)
    return null
  })
}

/** Removes drafts that were never submitted, all of them or none. */
export async function removeTasks(ctx: Ctx, { body }: { body: z.output<typeof TaskRemoval> }): Promise<null> {
  await requireFirmwareStaff(ctx)
  await transaction(ctx.db, async (trx) => {
    await lockGate(trx)
    for (const id of [...new Set(body.ids)].toSorted((a, b) => Number(a) - Number(b))) {
      const task = (await lockTask(trx, id)) ?? refuse('firmware.unknownTask')
      const refusal = actRefusal(placeOf(task), 'remove')
      if (refusal !== null) refuse(refusal)
      await deleteTask(trx, id)
      await notifyUpgrades(trx, [{ taskId: id, deviceId: '0' }])
    }
  })
  return null
}
