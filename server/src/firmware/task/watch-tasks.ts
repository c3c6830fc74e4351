import type { TaskLiveEvent, UpgradeNews } from '@brigade/contract/firmware/task.model.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { areSeenTasks } from '../row/seen-task.store.ts'
import { moves, newsAtMostEveryMs, taskIdsIn, type Streamed } from '../row/upgrade-moves.ts'
import { deviceRowOf, requireTask, seeingOf } from './list-task-devices.ts'
import { listMovedDevices } from './task-device.store.ts'

const atMostEveryMs = 500
const maxDevices = 200

/**
 * Streams one task as it moves, with the devices that moved. It is read again before every event: the stream ends when the caller no longer
 * sees it.
 */
export async function* watchTask(
  ctx: Ctx,
  { query: { id }, signal }: { query: { id: string } } & Streamed,
): AsyncGenerator<TaskLiveEvent> {
  const { clock, db } = ctx
  let isFirst = true
  for await (const moved of moves({ ctx, signal, everyMs: atMostEveryMs })) {
    if (moved.size > 0 && !moved.has(id)) continue
    const task = await requireTask(ctx, id)
    const deviceIds = [...moved].flatMap((key) => (key.startsWith(`${id}.`) ? [key.slice(id.length + 1)] : []))
    const devices =
      deviceIds.length === 0 ? [] : await listMovedDevices(db, seeingOf(ctx), id, deviceIds.slice(0, maxDevices))
    const isShown = isFirst || moved.size > 0
    isFirst = false
    yield { at: clock.now(), task: isShown ? task : null, devices: devices.map(deviceRowOf) }
  }
}

/** Reports that visible tasks have changed. A deleted task is reported to accounts that see all tasks. */
export async function* watchTasks(ctx: Ctx, { signal }: Streamed): AsyncGenerator<UpgradeNews> {
  const { clock, db, caller } = ctx
  for await (const moved of moves({ ctx, signal, everyMs: newsAtMostEveryMs })) {
    const hasNews =
      moved.size > 0 && ((await isPlatformStaff(ctx)) || (await areSeenTasks(db, caller, taskIdsIn(moved))))
    if (moved.size === 0 || hasNews) yield { at: clock.now(), hasNews }
  }
}
