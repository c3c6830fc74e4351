import type { UpgradeNews } from '@brigade/contract/firmware/task.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { isInTasks } from '../row/seen-task.store.ts'
import { moves, newsAtMostEveryMs, taskIdsIn, type Streamed } from '../row/upgrade-moves.ts'
import { everything } from '../row/upgrade-row.store.ts'
import { seeingOf } from '../task/list-task-devices.ts'
import { listUpgradesOf } from '../task/task-device.store.ts'
import { findFirmwareDevice } from './firmware-device.store.ts'

const maxUpgrades = 50

/**
 * Streams that an upgrade of one device, or its task, has changed. The reason for waiting depends on the device itself, and is read again
 * with every heartbeat. The stream ends when the caller no longer sees the device.
 */
export async function* watchDevice(
  ctx: Ctx,
  { query: { deviceId }, signal }: { query: { deviceId: string } } & Streamed,
): AsyncGenerator<UpgradeNews> {
  const { clock, db, caller } = ctx
  let last: string | undefined
  for await (const moved of moves({ ctx, signal, everyMs: newsAtMostEveryMs })) {
    if ((await findFirmwareDevice(db, caller, deviceId)) === undefined) refuse('firmware.unknownDevice')
    const isOwn = moved.has(everything) || [...moved].some((key) => key.endsWith(`.${deviceId}`))
    if (moved.size > 0 && !isOwn && !(await isInTasks(db, deviceId, taskIdsIn(moved)))) continue
    const upgrades = await listUpgradesOf(db, seeingOf(ctx), deviceId, maxUpgrades)
    const now = JSON.stringify(
      upgrades.map(({ taskId, taskStatus, module, state, reason, progress }) => [
        taskId,
        taskStatus,
        module,
        state,
        reason,
        progress,
      ]),
    )
    yield { at: clock.now(), hasNews: moved.size > 0 || (last !== undefined && last !== now) }
    last = now
  }
}
