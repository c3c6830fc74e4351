import type { CommandRow, LiveDevice, LiveEvent } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { LiveHub } from '../../platform/live/live-hub.ts'
import { listNewestCommands } from '../device-record.store.ts'
import { liveDevice } from '../device-row.ts'
import { readShadow } from '../device-shadow.ts'
import { listLiveStates, type SeenDevice } from '../device.store.ts'
import { seeDevice } from '../list-devices.ts'
import { within } from '../../platform/within.ts'

type Asked = Readonly<{ db: Db; clock: Clock; live: LiveHub; caller: DataScope }>
type Watch = Readonly<{ kind: DeviceKind; id?: string | undefined; signal: AbortSignal }>

/** Proxies and browsers give up on a connection that says nothing. */
const heartbeatMs = 15_000
/** So that a fleet that changes at once does not become one statement and one event of any size. */
const mostAtOnce = 500
/** Commands of one device that may still move: more than 60 seconds' worth. */
const watchedCommands = 50

/**
 * What a screen shows without reloading. At once an event with the device asked for, or an empty one; then those that
 * changed, as they are now, tick by tick; an empty one every 15 s.
 */
export async function* watchDevices(ctx: Asked, { kind, id, signal }: Watch): AsyncGenerator<LiveEvent> {
  const device = id === undefined ? undefined : await seeDevice(ctx, kind, id)
  const leaving = new AbortController()
  const changes = ctx.live.changes('device', AbortSignal.any([signal, leaving.signal]))
  try {
    // Asked for before the first read: what changes in between is not missed.
    let next = changes.next()
    const told = new Map<string, string>()
    const firstly = device === undefined ? [] : await readOne(ctx, device, told)
    yield { at: ctx.clock.now(), devices: firstly }
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield { at: ctx.clock.now(), devices: [] }
        continue
      }
      if (changed.done === true) return
      if (device === undefined) yield* readMany(ctx, kind, [...changed.value])
      else if (changed.value.has(device.id)) yield { at: ctx.clock.now(), devices: await readOne(ctx, device, told) }
      next = changes.next()
    }
  } finally {
    // Not `changes.return()`: that waits for the change being waited for.
    leaving.abort()
  }
}

async function* readMany(ctx: Asked, kind: DeviceKind, ids: readonly string[]): AsyncGenerator<LiveEvent> {
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const states = await listLiveStates(ctx.db, ctx.caller, kind, ids.slice(from, from + mostAtOnce))
    if (states.length > 0) yield { at: ctx.clock.now(), devices: states.map(liveDevice) }
  }
}

/** One device whole, with the commands whose status is not the one last told. */
async function readOne(ctx: Asked, device: SeenDevice, told: Map<string, string>): Promise<LiveDevice[]> {
  const [states, shadow, commands] = await Promise.all([
    listLiveStates(ctx.db, ctx.caller, device.kind, [device.id]),
    readShadow(ctx.db, device),
    listNewestCommands(ctx.db, device, watchedCommands),
  ])
  const moved = commands.filter((command) => told.get(command.id) !== command.status)
  for (const command of moved) told.set(command.id, command.status)
  return states.map(liveDevice).map((state) => ({
    ...state,
    at: Math.max(state.at, ...moved.map(lastMoveOf)),
    shadow,
    commands: moved,
  }))
}

function lastMoveOf(command: CommandRow): number {
  const moves = [command.createdAt, command.sentAt, command.acknowledgedAt, command.finishedAt]
  return Math.max(...moves.map((instant) => (instant === null ? 0 : Date.parse(instant))))
}
