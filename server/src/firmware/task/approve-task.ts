import type { z } from 'zod'
import type { TaskApproval } from '@brigade/contract/firmware/reach.model.ts'
import { approverRefusal, fourEyes } from '@brigade/contract/firmware/task.rules.ts'
import { announce } from '../../message/announce/announce.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { requireFirmwareStaff } from '../model/change-models.ts'
import { lockGate } from '../row/gate.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import { notifyUpgrades } from '../row/upgrade-row.store.ts'
import { actOn, digestNow } from './act-on.ts'
import { approverFacts, findAwaited, type Former } from './approval.ts'
import { findSubmitted, instantIn, isAloneDue, isApprover, listAccountNames, listAloneDue } from './approver.store.ts'
import { notAlone } from './save-task.ts'
import { lockTask, writeTask, type HeldTask } from './task.store.ts'

type Announcer = Pick<Platform, 'clock' | 'settings'>
type Counting = Readonly<{ countsAt: string | null }>

/**
 * Approves a submitted task by four eyes: its digest is computed again from the present rows. A sole approval of own
 * work waits a day if others held the code recently: they are told, and an account that gets the code back can approve
 * or reject meanwhile.
 */
export async function approveTask(ctx: Ctx, { body }: { body: z.output<typeof TaskApproval> }): Promise<Counting> {
  await requireFirmwareStaff(ctx)
  const { caller } = ctx
  await requirePassword(ctx, body.password)
  const event = ({ countsAt }: Counting) => (countsAt === null ? 'approved' : 'approved-alone')
  return actOn(ctx, body, { act: 'approve', event, text: body.reason }, async (trx, task): Promise<Counting> => {
    const facts = await approverFacts(trx, caller.accountId, task)
    const refusal = approverRefusal(facts)
    if (refusal !== null) refuse(refusal)
    if (task.aloneBy === caller.accountId) refuse('firmware.approvalWaits')
    const isOwn = facts.tookPart && facts.isSole
    if (isOwn && body.reason === '') refuse('field.refused', undefined, { fields: { reason: 'firmware.reasonNeeded' } })
    const digest = await digestNow(trx, task)
    if (task.digest === null || !task.digest.equals(digest)) refuse('firmware.approvalVoid')
    const awaited = await findAwaited(trx, task.id, facts)
    if (awaited.length > 0) return waitFor(trx, ctx, task, { digest, reason: body.reason, awaited })
    await pass(trx, ctx, task, {
      by: { id: caller.accountId, name: caller.name, organisationId: caller.organisationId },
      digest,
      reason: isOwn ? body.reason : '',
    })
    return { countsAt: null }
  })
}

type Alone = Readonly<{ digest: Buffer; reason: string; awaited: readonly Former[] }>

async function waitFor(
  trx: Transaction,
  { caller, clock, settings }: Ctx,
  { id, name }: HeldTask,
  { digest, reason, awaited }: Alone,
): Promise<Counting> {
  const countsAt = await instantIn(trx, fourEyes.waitHours)
  // A deleted account receives nothing.
  const told = awaited.filter((account) => account.name !== null).map((account) => account.id)
  await writeTask(
    trx,
    id,
    {
      soleReason: reason,
      aloneBy: caller.accountId,
      aloneDigest: digest,
      aloneAt: new Date(clock.now()).toISOString(),
      aloneCountsAt: countsAt,
      aloneTold: told,
    },
    clock.now(),
  )
  await announce({ db: trx, clock, settings }, 'firmware.approved-alone', {
    params: { name, by: caller.name, reason, ...(await findSubmitted(trx, id)), at: countsAt },
    organisationId: caller.organisationId,
    accounts: told,
    opens: { kind: 'task', id },
  })
  return { countsAt }
}

type Passing = Readonly<{
  by: Readonly<{ id: string; name: string; organisationId: string }>
  digest: Buffer
  reason: string
}>

async function pass(
  trx: Transaction,
  announcer: Announcer,
  task: HeldTask,
  { by, digest, reason }: Passing,
): Promise<void> {
  const now = announcer.clock.now()
  await writeTask(
    trx,
    task.id,
    {
      status: 'EXAMINE_PASS',
      approvedDigest: digest,
      approvedBy: by.id,
      approvedAt: new Date(now).toISOString(),
      soleReason: reason,
      ...notAlone,
    },
    now,
  )
  await notifyDecision(trx, announcer, task, { by, isApproved: true, reason: '' })
}

type Decision = Readonly<{ by: Pick<Passing['by'], 'name' | 'organisationId'>; isApproved: boolean; reason: string }>
export async function notifyDecision(
  trx: Transaction,
  { clock, settings }: Announcer,
  { id, name, creatorId }: HeldTask,
  { by, ...decision }: Decision,
): Promise<void> {
  if (creatorId === null) return
  await announce({ db: trx, clock, settings }, 'firmware.decided', {
    params: { name, by: by.name, ...decision },
    organisationId: by.organisationId,
    accounts: [creatorId],
    opens: { kind: 'task', id },
  })
}

/**
 * Approvals that have waited long enough begin to count, by the clock of the database. Every state is a row: a worker that stops, or is
 * killed, leaves them to the next one.
 */
export async function countAlone(
  { db, ...announcer }: Pick<Platform, 'db'> & Announcer,
  platformId: (db: Db) => Promise<string>,
): Promise<void> {
  for (const id of await listAloneDue(db))
    await transaction(db, async (trx) => {
      await lockGate(trx)
      const task = await lockTask(trx, id)
      if (task === undefined || task.aloneBy === null || !(await isAloneDue(trx, id))) return
      const digest = await digestNow(trx, task)
      const holds =
        task.aloneDigest !== null && task.aloneDigest.equals(digest) && (await isApprover(trx, task.aloneBy))
      const at = announcer.clock.now()
      if (holds) {
        const [name = ''] = await listAccountNames(trx, [task.aloneBy])
        const by = { id: task.aloneBy, name, organisationId: await platformId(trx) }
        await pass(trx, announcer, task, { by, digest, reason: task.soleReason })
      } else await writeTask(trx, id, { ...notAlone, soleReason: '' }, at)
      const kind = holds ? 'approved' : 'alone-void'
      await insertTaskEvent(trx, { taskId: id, kind, accountId: task.aloneBy, text: holds ? task.soleReason : '', at })
      await notifyUpgrades(trx, [{ taskId: id, deviceId: '0' }])
    })
}
