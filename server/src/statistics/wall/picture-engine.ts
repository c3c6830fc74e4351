import { wallLimits } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { WallEvent, WallNews, WallParts } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { LiveHub } from '../../platform/live/live-hub.ts'
import { newBeat } from './picture-beat.ts'
import { readParts, type PartReader } from './read-parts.ts'
import { takenReaders, type TakenReader } from './read-taken.ts'
import type { ShownOrganisation } from './row/setting.store.ts'
import { firstOf, wallEvents } from './wall-events.ts'

type EngineParts = Pick<Platform, 'db' | 'caches' | 'clock' | 'settings' | 'log' | 'live'>

/** The number of changes that a slow reader can still receive one by one; beyond it gets the whole picture. */
const keptChanges = 8

type Change = Readonly<{ version: number; news: WallNews }>

/** One organisation with a viewer. Its picture is computed once a second, whatever the number of screens. */
type Watched = {
  readonly shown: ShownOrganisation
  readonly viewers: Set<Viewer>
  version: number
  parts: WallParts
  readonly texts: Map<string, string>
  /** Newest first. */
  events: readonly WallEvent[]
  readonly changes: Change[]
  readonly reader: PartReader
  /** When it was last read whole, epoch ms; 0: not yet. */
  readAt: number
  /** One timer for all screens; each change starts it again. */
  heartbeat: NodeJS.Timeout | undefined
}

/**
 * A screen. It is one object for its whole stream, because objects for each screen and change are the cost of another
 * screen.
 */
type Viewer = { wake: (isChanged: boolean) => void }

type Viewing = Readonly<{
  /** Resolves when there is a picture, and whenever it changes after a version; false at a heartbeat and when the screen leaves. */
  changed: (after: number) => Promise<boolean>
  whole: () => { version: number; news: WallNews }
  since: (version: number) => { version: number; news: WallNews }
  /** When it was last read, epoch ms. */
  readAt: () => number
  leave: () => void
}>

const nothing: WallParts = {
  devices: null,
  cooking: null,
  messages: null,
  faults: null,
  excursions: null,
  places: null,
  taken: null,
}

function newEngine(platform: EngineParts) {
  const watched = new Map<string, Watched>()
  /** Pictures that are read for the first time. */
  const beginning = new Set<Watched>()
  const events = wallEvents(platform)
  const takenOf = takenReaders()
  let isRunning = false

  async function run(): Promise<void> {
    const beat = newBeat(platform.live)
    while (watched.size > 0) {
      const startedMs = performance.now()
      const hasSent = await tick()
      await beat.next(startedMs, hasSent)
    }
    beat.end()
    isRunning = false
  }

  /** Answers whether a screen was sent something new. */
  async function tick(): Promise<boolean> {
    const all = [...watched.values()].filter((one) => !beginning.has(one))
    const known = all.filter(({ readAt }) => readAt > 0)
    try {
      const happened =
        known.length === 0 ? new Map<string, never>() : await events.look(known.map(({ shown }) => shown.id))
      const sent = await Promise.all(all.map((one) => refresh(one, happened.get(one.shown.id) ?? [])))
      return sent.includes(true)
    } catch (error) {
      noteFailure(error)
      return false
    }
  }

  /** The picture on screen stays and grows old until the database answers again. */
  const noteFailure = (error: unknown) =>
    platform.log.info({ err: error }, 'The picture of a data wall could not be read')

  /** The first picture does not wait for the next second. */
  async function begin(one: Watched): Promise<void> {
    beginning.add(one)
    try {
      await refresh(one, [])
    } catch (error) {
      noteFailure(error)
    } finally {
      beginning.delete(one)
    }
  }

  async function refresh(one: Watched, happened: readonly WallEvent[]): Promise<boolean> {
    const isFirst = one.readAt === 0
    const [parts, first] = await Promise.all([
      readParts(platform, one.reader),
      isFirst ? events.first(one.shown.id) : undefined,
    ])
    const shownEvents = firstOf(first?.slice(-wallLimits.events) ?? happened, wallLimits.events)
    const changed = changedParts(one, parts)
    one.readAt = platform.clock.now()
    one.events = [...shownEvents.events, ...one.events].slice(0, wallLimits.events)
    if (!isFirst && Object.keys(changed).length === 0 && shownEvents.events.length === 0) return false
    publishChange(one, changed, shownEvents)
    return true
  }

  function enter(shown: ShownOrganisation, until: AbortSignal): Viewing {
    const known = watched.get(shown.id)
    const one = known ?? newWatched(shown, takenOf(shown.id))
    if (known === undefined) {
      watched.set(shown.id, one)
      one.heartbeat = setInterval(() => wakeAll(one, false), wallLimits.heartbeatMs)
      void begin(one)
    }
    const viewer = newViewer(one, until)
    if (!isRunning) {
      isRunning = true
      void run()
    }
    return { ...viewingOf(one, viewer, until), leave: () => leave(one, viewer) }
  }

  function leave(one: Watched, viewer: Viewer) {
    one.viewers.delete(viewer)
    if (one.viewers.size > 0) return
    clearInterval(one.heartbeat)
    watched.delete(one.shown.id)
  }
  return { enter }
}

const newWatched = (shown: ShownOrganisation, taken: TakenReader): Watched => ({
  shown,
  viewers: new Set(),
  version: 0,
  parts: nothing,
  texts: new Map(),
  events: [],
  changes: [],
  reader: { shown, slow: new Map(), taken },
  readAt: 0,
  heartbeat: undefined,
})

function newViewer({ viewers }: Watched, until: AbortSignal): Viewer {
  const viewer: Viewer = { wake: () => {} }
  viewers.add(viewer)
  until.addEventListener('abort', () => viewer.wake(false), { once: true })
  return viewer
}

/** Makes a change the newest version, and wakes all screens. */
function publishChange(one: Watched, parts: Partial<WallParts>, { events, more }: ReturnType<typeof firstOf>): void {
  one.version += 1
  one.parts = { ...one.parts, ...parts }
  const news = { at: one.readAt, isWhole: false, parts, events: [...events], more }
  one.changes.push({ version: one.version, news })
  if (one.changes.length > keptChanges) one.changes.shift()
  one.heartbeat?.refresh()
  wakeAll(one, true)
}

function wakeAll({ viewers }: Watched, isChanged: boolean): void {
  for (const viewer of viewers) viewer.wake(isChanged)
}

/** The parts that changed. */
function changedParts({ texts }: Watched, parts: Partial<WallParts>): Partial<WallParts> {
  const changed: Partial<WallParts> = {}
  const take = <K extends keyof WallParts>(name: K, value: WallParts[K]) => {
    const text = JSON.stringify(value)
    if (texts.get(name) === text) return
    texts.set(name, text)
    changed[name] = value
  }
  if (parts.devices !== undefined) take('devices', parts.devices)
  if (parts.cooking !== undefined) take('cooking', parts.cooking)
  if (parts.messages !== undefined) take('messages', parts.messages)
  if (parts.faults !== undefined) take('faults', parts.faults)
  if (parts.excursions !== undefined) take('excursions', parts.excursions)
  if (parts.places !== undefined) take('places', parts.places)
  if (parts.taken !== undefined) take('taken', parts.taken)
  return changed
}

function viewingOf(one: Watched, viewer: Viewer, until: AbortSignal): Omit<Viewing, 'leave'> {
  const whole = () => ({
    version: one.version,
    news: { at: one.readAt, isWhole: true, parts: one.parts, events: [...one.events], more: 0 },
  })
  return {
    whole,
    readAt: () => one.readAt,
    since: (version) => {
      const next = one.changes.find((change) => change.version === version + 1)
      // All screens that keep up receive the same object.
      return next === undefined ? whole() : { version: next.version, news: next.news }
    },
    changed: (after) =>
      one.version > after || until.aborted
        ? Promise.resolve(true)
        : new Promise((resolve) => {
            viewer.wake = resolve
          }),
  }
}

const engines = new WeakMap<LiveHub, ReturnType<typeof newEngine>>()

/** The engine of this process. */
export function engineOf(platform: EngineParts): ReturnType<typeof newEngine> {
  const engine = engines.get(platform.live) ?? newEngine(platform)
  engines.set(platform.live, engine)
  return engine
}
