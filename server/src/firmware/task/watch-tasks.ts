import { setTimeout as pause } from 'node:timers/promises'
import type { TaskLiveEvent, UpgradeNews } from '@brigade/contract/firmware/task.model.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { within } from '../../platform/within.ts'
import { findFirmwareDevice } from '../device/firmware-device.store.ts'
import { areSeenTasks, isInTasks } from '../row/seen-task.store.ts'
import { everything, upgradeMoved } from '../row/upgrade-row.store.ts'
import { deviceRowOf, requireTask, seeingOf } from './list-task-devices.ts'
import { listMovedDevices, listUpgradesOf } from './task-device.store.ts'

/** Proxies and browsers give up on a connection that says nothing. */
const heartbeatMs = 15_000
const atMostEveryMs = 500
/** What is read anew costs more than what is sent. */
const newsAtMostEveryMs = 2000
const mostDevices = 200

type Following = Readonly<{ ctx: Ctx; signal: AbortSignal; everyMs: number }>

/** What moved, in sets, at most so often; an empty set at once and every 15 s. */
async function* moves({ ctx, signal, everyMs }: Following): AsyncGenerator<ReadonlySet<string>> {
  const leaving = new AbortController()
  const isOver = AbortSignal.any([signal, leaving.signal])
  const changes = ctx.live.changes(upgradeMoved, isOver)
  try {
    // Asked for before the first read: what changes in between is not missed.
    let next = changes.next()
    yield new Set()
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield new Set()
        continue
      }
      if (changed.done === true) return
      yield changed.value
      await pause(everyMs, undefined, { signal: isOver }).catch(() => undefined)
      next = changes.next()
    }
  } finally {
    leaving.abort()
  }
}

type Streamed = Readonly<{ signal: AbortSignal }>

/** One task as it moves, with the devices that moved. It is looked for before every event: the stream ends when the caller sees it no more. */
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
      deviceIds.length === 0 ? [] : await listMovedDevices(db, seeingOf(ctx), id, deviceIds.slice(0, mostDevices))
    const isShown = isFirst || moved.size > 0
    isFirst = false
    yield { at: clock.now(), task: isShown ? task : null, devices: devices.map(deviceRowOf) }
  }
}

const taskIdsIn = (moved: ReadonlySet<string>): string[] => [...moved].filter((key) => /^\d+$/.test(key))

/** That tasks which the caller sees have changed. One that was deleted is news to those who see all. */
export async function* watchTasks(ctx: Ctx, { signal }: Streamed): AsyncGenerator<UpgradeNews> {
  const { clock, db, caller } = ctx
  for await (const moved of moves({ ctx, signal, everyMs: newsAtMostEveryMs })) {
    const hasNews =
      moved.size > 0 && ((await isPlatformStaff(ctx)) || (await areSeenTasks(db, caller, taskIdsIn(moved))))
    if (moved.size === 0 || hasNews) yield { at: clock.now(), hasNews }
  }
}

/**
 * That an upgrade of one device, or the task of it, has changed; what a waiting one waits for changes with the device itself, and is
 * looked at with every heartbeat. The stream ends when the caller sees the device no more.
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
    const upgrades = await listUpgradesOf(db, seeingOf(ctx), deviceId, mostDevices)
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
