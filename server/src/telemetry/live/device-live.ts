import { otherOrganisation } from '@brigade/contract/customer/other-organisation.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { chunks } from '@brigade/contract/chunks.ts'
import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import type { LiveDevice, LiveEvent } from '@brigade/contract/telemetry/live.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CachedDb } from '../../platform/caches.ts'
import type { Db } from '../../platform/db/database.ts'
import { accessChanged, anybody, type LiveHub } from '../../platform/live/live-hub.ts'
import { liveDevice } from '../../device/list/device-row.ts'
import { readShadow } from '../shadow/read-shadow.ts'
import { countSeen, listLiveStates, type SeenDevice } from '../../device/list/device.store.ts'
import { seeDevice } from '../../device/list/list-devices.ts'
import { within } from '../../platform/within.ts'

type RequestContext = CachedDb & Readonly<{ clock: Clock; live: LiveHub; caller: DataScope; locale: Locale }>
/** The newest commands of a device, newest first. */
export type NewestCommands = (
  db: Db,
  reader: Readonly<{ organisationId: string; otherwise: string }>,
  device: SeenDevice,
  most: number,
) => Promise<CommandRow[]>
type Watch = Readonly<{
  kind: DeviceKind
  id?: string | undefined
  ids?: string | undefined
  signal: AbortSignal
  newestCommands: NewestCommands
}>

/** Proxies and browsers close a connection without traffic. */
const heartbeatMs = 15_000
/** A fleet that changes at once must not become one statement and one event of any size. */
const maxConcurrent = 500
/** Commands of one device that may still move: more than 60 seconds' worth. */
const watchedCommands = 50
/** Interval at which a page is notified of devices that are not on it, and the limit of their number. */
const othersEveryMs = 1000
const maxOthers = 1000

/**
 * The live stream of a screen. At once an event with the requested devices, or an empty one; then the changed devices
 * in their present state, tick by tick; an empty one every 15 s. Devices that are on no requested page are only
 * counted.
 */
export async function* watchDevices(
  ctx: RequestContext,
  { kind, id, ids, signal, newestCommands }: Watch,
): AsyncGenerator<LiveEvent> {
  const device = id === undefined ? undefined : await seeDevice(ctx, kind, id)
  const leaving = new AbortController()
  // A single device may leave the caller's scope when its customer moves; lists read every device in the caller's scope
  // each time.
  const kinds = id === undefined ? ['device'] : ['device', accessChanged]
  const changes = ctx.live.changes(kinds, AbortSignal.any([signal, leaving.signal]))
  const page = ids === undefined ? watchAll(ctx, kind, changes) : watchPage(ctx, kind, new Set(ids.split(',')), changes)
  try {
    let sentMs = 0
    for await (const event of device === undefined ? page : watchOne({ ...ctx, newestCommands }, device, changes)) {
      // When other devices change all the time and none of these does, the heartbeat has to be sent here.
      if (event === undefined && performance.now() - sentMs < heartbeatMs) continue
      sentMs = performance.now()
      yield event ?? { at: ctx.clock.now(), devices: [] }
    }
  } finally {
    // `changes.return()` would wait for the pending change, so the signal ends it.
    leaving.abort()
  }
}

type OneContext = RequestContext & Pick<Watch, 'newestCommands'>
type Changes = ReturnType<LiveHub['changes']>
/** Undefined means that the change needs no event. */
type LiveEvents = AsyncGenerator<LiveEvent | undefined>

async function* watchOne(ctx: OneContext, device: SeenDevice, changes: Changes): LiveEvents {
  // The next change is requested before the first read, here and below, so that none in between is missed.
  let next = changes.next()
  const sent = new Map<string, string>()
  yield { at: ctx.clock.now(), devices: await readOne(ctx, device, sent) }
  for (;;) {
    const changed = await within(next, heartbeatMs)
    if (changed === 'nothing') {
      yield { at: ctx.clock.now(), devices: [] }
      continue
    }
    if (changed.done === true) return
    const isMeant = changed.value.has(device.id) || changed.value.has(anybody)
    const devices = isMeant ? await readOne(ctx, device, sent) : undefined
    // The device left the caller's scope, alone or with its customer, or it was deleted.
    if (devices?.length === 0) return
    yield devices === undefined ? undefined : { at: ctx.clock.now(), devices }
    next = changes.next()
  }
}

async function* watchAll(ctx: RequestContext, kind: DeviceKind, changes: Changes): LiveEvents {
  let next = changes.next()
  yield { at: ctx.clock.now(), devices: [] }
  for (;;) {
    const changed = await within(next, heartbeatMs)
    if (changed === 'nothing') {
      yield { at: ctx.clock.now(), devices: [] }
      continue
    }
    if (changed.done === true) return
    yield* readMany(ctx, kind, [...changed.value])
    yield undefined
    next = changes.next()
  }
}

async function* watchPage(
  ctx: RequestContext,
  kind: DeviceKind,
  ids: ReadonlySet<string>,
  changes: Changes,
): LiveEvents {
  let next = changes.next()
  const states = async (some: readonly string[]) =>
    (await listLiveStates(ctx.db, ctx.caller, kind, some)).map(liveDevice)
  yield { at: ctx.clock.now(), devices: await states([...ids]), others: 0 }
  let elsewhere = new Set<string>()
  let sentMs = performance.now() - othersEveryMs
  for (;;) {
    const othersInMs = sentMs + othersEveryMs - performance.now()
    const changed = await within(next, elsewhere.size === 0 ? heartbeatMs : Math.max(0, othersInMs))
    const own: string[] = []
    if (changed !== 'nothing') {
      if (changed.done === true) return
      next = changes.next()
      for (const id of changed.value) {
        if (ids.has(id)) own.push(id)
        else elsewhere.add(id)
      }
    }
    const devices = await states(own)
    let others = 0
    if (elsewhere.size > 0 && performance.now() >= sentMs + othersEveryMs) {
      others = await countSeen(ctx.db, ctx.caller, kind, [...elsewhere], maxOthers)
      elsewhere = new Set()
      sentMs = performance.now()
    }
    const isQuiet = changed !== 'nothing' && devices.length + others === 0
    yield isQuiet ? undefined : { at: ctx.clock.now(), devices, others }
  }
}

async function* readMany(ctx: RequestContext, kind: DeviceKind, ids: readonly string[]): AsyncGenerator<LiveEvent> {
  for (const some of chunks(ids, maxConcurrent)) {
    const states = await listLiveStates(ctx.db, ctx.caller, kind, some)
    if (states.length > 0) yield { at: ctx.clock.now(), devices: states.map(liveDevice) }
  }
}

/** Reads one device completely, with the commands that changed their status since they were last sent. */
async function readOne(ctx: OneContext, device: SeenDevice, sent: Map<string, string>): Promise<LiveDevice[]> {
  const [states, shadow, commands] = await Promise.all([
    listLiveStates(ctx.db, ctx.caller, device.kind, [device.id]),
    readShadow(ctx, device),
    ctx.newestCommands(ctx.db, { ...ctx.caller, otherwise: otherOrganisation[ctx.locale] }, device, watchedCommands),
  ])
  const moved = commands.filter((command) => sent.get(command.id) !== standingOf(command))
  for (const command of moved) sent.set(command.id, standingOf(command))
  return states.map(liveDevice).map((state) => ({
    ...state,
    at: Math.max(state.at, ...moved.map(lastMoveOf)),
    shadow,
    commands: moved,
  }))
}

/** The reply may follow the report that has confirmed a command. */
const standingOf = ({ status, byReport }: CommandRow): string => `${status} ${byReport}`

function lastMoveOf(command: CommandRow): number {
  const moves = [command.createdAt, command.sentAt, command.acknowledgedAt, command.finishedAt]
  return Math.max(...moves.map((instant) => (instant === null ? 0 : Date.parse(instant))))
}
