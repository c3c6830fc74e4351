import type { TaskEventKind } from '@brigade/contract/firmware/task.model.ts'
import { actRefusal, type TaskAct, type TaskPlace } from '@brigade/contract/firmware/task.rules.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { digestDevices, digestTask } from '../row/digest.store.ts'
import { lockGate } from '../row/gate.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import { notifyUpgrades } from '../row/upgrade-row.store.ts'
import { lockTask, type HeldTask } from './task.store.ts'

/** Each submission writes a digest, and nothing removes it. */
export const placeOf = ({
  status,
  digest,
  startedAt,
}: Pick<HeldTask, 'status' | 'digest' | 'startedAt'>): TaskPlace => ({
  status,
  wasSubmitted: digest !== null,
  wasStarted: startedAt !== null,
})

type Version = Readonly<{ id: string; updatedAt: string }>
/** `event`: the entry of the history; for some acts it depends on the result of the work. */
type Acting<T> = Readonly<{ act: TaskAct; event: TaskEventKind | ((done: T) => TaskEventKind); text?: string }>

/** Does something to a task in the status in which it may be done, made from the version that the caller saw. */
export async function actOn<T>(
  ctx: Ctx,
  { id, updatedAt }: Version,
  { act, event, text = '' }: Acting<T>,
  work: (trx: Transaction, task: HeldTask) => Promise<T>,
): Promise<T> {
  const { db, caller, clock } = ctx
  return transaction(db, async (trx) => {
    await lockGate(trx)
    const task = (await lockTask(trx, id)) ?? refuse('firmware.unknownTask')
    if (task.updatedAt !== updatedAt) refuse('firmware.changedSince')
    const refusal = actRefusal(placeOf(task), act)
    if (refusal !== null) refuse(refusal)
    const done = await work(trx, task)
    const kind = typeof event === 'function' ? event(done) : event
    await insertTaskEvent(trx, { taskId: id, kind, accountId: caller.accountId, text, at: clock.now() })
    await notifyUpgrades(trx, [{ taskId: id, deviceId: '0' }])
    return done
  })
}

/** For a task that was started, the devices count as they were submitted: some have ended since. */
export async function digestNow(trx: Transaction, task: HeldTask): Promise<Buffer> {
  const devices =
    task.startedAt === null || task.deviceDigest === null ? await digestDevices(trx, task.id) : task.deviceDigest
  return digestTask(trx, task, devices)
}
