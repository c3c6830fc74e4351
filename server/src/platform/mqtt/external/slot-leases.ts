import { repeat } from '../../repeat.ts'
import type { Log } from '../../log.ts'

/** A numbered session at the broker, as all processes see it. */
export type Slot = Readonly<{ slot: number; holder: string | null; filters: string[]; renewedAt: string }>

/** The stored slots; `holder` is this process. */
export type SlotStore = Readonly<{
  holder: string
  list: () => Promise<readonly Slot[]>
  /** Renews the leases of this process, and returns the slots it still holds. */
  renew: () => Promise<readonly number[]>
  /** Adds a slot; false if another process has added it meanwhile. */
  make: (slot: number) => Promise<boolean>
  /**
   * Takes a slot over, unless its owner renewed it after `seen` was read, or is writing its messages. Returns the slot
   * in its state after that.
   */
  takeOver: (seen: Slot) => Promise<Slot | undefined>
  /** Stores the filters that its session may be subscribed to. */
  remember: (slot: number, filters: readonly string[]) => Promise<void>
  /** Removes a slot that has an empty session. */
  remove: (slot: number) => Promise<void>
  /** Releases all slots of this process. */
  leave: () => Promise<void>
  /** Runs `work` with those of the slots that this process holds; none of them is taken over before it ends. */
  whileHeld: (slots: readonly number[], work: (held: ReadonlySet<number>) => Promise<void>) => Promise<void>
}>

/** The slot that receives notices of connections, in their order; the others share the messages of devices. */
export const noticeSlot = 0

const renewEveryMs = 500
/** Lease timeout. */
const leaseMs = 2500
/**
 * The time between two looks counts up to this: the rest passed while this process was not running, and on a busy
 * machine the other one was not either.
 */
const maxBetweenMs = 1000

export type SlotUse = 'share' | 'drain'
type OwnUse = SlotUse | 'leaving'

type Options = Readonly<{
  store: SlotStore
  wanted: number
  log: Log
  onTaken: (slot: Slot, use: SlotUse) => void
  onLost: (slot: number) => void
}>

type State = {
  own: Map<number, OwnUse>
  /** Slots that this process has removed since the last round began. */
  leftMeanwhile: Set<number>
  /** Slots of other processes, and for how long each has not been renewed. */
  watched: Map<number, Readonly<{ renewedAt: string; silentMs: number }>>
  lookedMs: number
}

/**
 * Leases as many slots as this process wants, ensures that some process holds the one for notices, and takes over the
 * slots of a dead process. A lease is timed by this process's own monotonic clock, and only while the database answers:
 * without it no process could renew.
 */
export function leaseSlots(options: Options): {
  stop: () => Promise<void>
  removed: (slot: number) => Promise<void>
} {
  const { store, log } = options
  const state: State = { own: new Map(), leftMeanwhile: new Set(), watched: new Map(), lookedMs: performance.now() }
  const renewal = repeat(
    async () => {
      try {
        await renewAndTake(options, state)
      } catch (error) {
        state.watched.clear()
        throw error
      }
    },
    { pauseMs: renewEveryMs, log, onErrorMessage: 'The sessions at the broker could not be renewed' },
  )
  return {
    stop: async () => {
      await renewal.stop()
      await store.leave()
    },
    removed: async (slot) => {
      state.own.set(slot, 'leaving')
      try {
        await store.remove(slot)
      } finally {
        state.own.delete(slot)
        state.leftMeanwhile.add(slot)
      }
    },
  }
}

function take({ log, onTaken }: Options, { own }: State, slot: Slot, use: SlotUse) {
  own.set(slot.slot, use)
  if (use === 'drain') log.info({ slot: slot.slot, from: slot.holder }, 'Takes over the session of another consumer')
  onTaken(slot, use)
}

const sharing = ({ own }: State) => [...own].filter(([slot, use]) => slot !== noticeSlot && use === 'share').length

const useOf = ({ wanted }: Options, state: State, slot: Slot): SlotUse =>
  slot.slot === noticeSlot || sharing(state) < wanted ? 'share' : 'drain'

async function renewAndTake(options: Options, state: State) {
  const { store, log, onLost, wanted } = options
  const { own } = state
  state.leftMeanwhile = new Set()
  const stillOurs = new Set(await store.renew())
  for (const [slot, use] of own) {
    if (stillOurs.has(slot) || use === 'leaving') continue
    own.delete(slot)
    log.warn({ slot }, 'Another process has taken over a session of ours')
    onLost(slot)
  }
  const slots = await store.list()
  // The database became unavailable before it confirmed our slot, or after we failed to remove it.
  for (const slot of slots)
    if (slot.holder === store.holder && !own.has(slot.slot) && !state.leftMeanwhile.has(slot.slot))
      take(options, state, slot, useOf(options, state, slot))
  for (const slot of abandoned(options, state, slots)) {
    const taken = await store.takeOver(slot)
    if (taken !== undefined) take(options, state, { ...taken, holder: slot.holder }, useOf(options, state, slot))
  }
  const known = new Set(slots.map(({ slot }) => slot))
  for (let slot = noticeSlot; slot === noticeSlot || sharing(state) < wanted; slot += 1) {
    if (known.has(slot) || own.has(slot)) continue
    if (await store.make(slot))
      take(options, state, { slot, holder: store.holder, filters: [], renewedAt: '' }, 'share')
  }
}

/** The slots without a holder, and those with an expired lease. */
function abandoned({ store }: Options, state: State, slots: readonly Slot[]): Slot[] {
  const nowMs = performance.now()
  const passedMs = Math.min(nowMs - state.lookedMs, maxBetweenMs)
  state.lookedMs = nowMs
  const before = state.watched
  const watched: State['watched'] = new Map()
  state.watched = watched
  return slots.filter((slot) => {
    if (state.own.has(slot.slot) || slot.holder === store.holder) return false
    if (slot.holder === null) return true
    const known = before.get(slot.slot)
    const silentMs = known?.renewedAt === slot.renewedAt ? known.silentMs + passedMs : 0
    watched.set(slot.slot, { renewedAt: slot.renewedAt, silentMs })
    return silentMs > leaseMs
  })
}
