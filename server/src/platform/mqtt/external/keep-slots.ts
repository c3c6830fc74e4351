import { repeat } from '../../repeat.ts'
import type { Log } from '../../log.ts'

/** A numbered session at the broker, as all processes see it. */
export type Slot = Readonly<{ slot: number; holder: string | null; filters: string[]; renewedAt: string }>

/** Where slots are kept; `holder` is this process. */
export type SlotStore = Readonly<{
  holder: string
  list: () => Promise<readonly Slot[]>
  /** Says that this process lives, and answers the slots it still has. */
  renew: () => Promise<readonly number[]>
  /** A new one, if nobody else has made it meanwhile. */
  make: (slot: number) => Promise<boolean>
  /** One that nobody has renewed since it was seen so, and of which nothing is being written; as it is then. */
  takeOver: (seen: Slot) => Promise<Slot | undefined>
  /** What its session may be subscribed to. */
  remember: (slot: number, filters: readonly string[]) => Promise<void>
  /** Ends it: its session is empty. */
  remove: (slot: number) => Promise<void>
  /** Gives all of this process to the others. */
  leave: () => Promise<void>
  /** Runs `work` with those of the slots that are this process's; none of them changes hands before it is over. */
  whileHeld: (slots: readonly number[], work: (held: ReadonlySet<number>) => Promise<void>) => Promise<void>
}>

/** The slot that hears of connections, in their order; the others share what devices say. */
export const noticeSlot = 0

const renewEveryMs = 500
/** Of silence, after which another takes a slot over. */
const leaseMs = 2500

export type SlotUse = 'share' | 'drain'
type OwnUse = SlotUse | 'leaving'

/**
 * Sees to it that this process has as many slots as it wants, that somebody has the one for notices, and that what a dead
 * process held is emptied by one that lives. Silence is measured by this process's own stopwatch, and only while the
 * database answers: where it was away nobody could renew.
 */
export function keepSlots({
  store,
  wanted,
  log,
  onTaken,
  onLost,
}: {
  store: SlotStore
  wanted: number
  log: Log
  onTaken: (slot: Slot, use: SlotUse) => void
  onLost: (slot: number) => void
}): { stop: () => Promise<void>; removed: (slot: number) => Promise<void> } {
  const own = new Map<number, OwnUse>()
  let leftMeanwhile = new Set<number>()
  let watched = new Map<number, { renewedAt: string; sinceMs: number }>()

  function take(slot: Slot, use: SlotUse) {
    own.set(slot.slot, use)
    if (use === 'drain') log.info({ slot: slot.slot, from: slot.holder }, 'Takes over the session of another consumer')
    onTaken(slot, use)
  }

  const sharing = () => [...own].filter(([slot, use]) => slot !== noticeSlot && use === 'share').length

  const useOf = (slot: Slot): SlotUse => (slot.slot === noticeSlot || sharing() < wanted ? 'share' : 'drain')

  async function look() {
    leftMeanwhile = new Set()
    const stillOurs = new Set(await store.renew())
    for (const [slot, use] of own) {
      if (stillOurs.has(slot) || use === 'leaving') continue
      own.delete(slot)
      log.warn({ slot }, 'Another process has taken over a session of ours')
      onLost(slot)
    }
    const slots = await store.list()
    // The database went away before it could say that one is ours, or after we failed to remove it.
    for (const slot of slots)
      if (slot.holder === store.holder && !own.has(slot.slot) && !leftMeanwhile.has(slot.slot)) take(slot, useOf(slot))
    for (const slot of abandoned(slots)) {
      const taken = await store.takeOver(slot)
      if (taken !== undefined) take({ ...taken, holder: slot.holder }, useOf(slot))
    }
    const known = new Set(slots.map(({ slot }) => slot))
    for (let slot = noticeSlot; slot === noticeSlot || sharing() < wanted; slot += 1) {
      if (known.has(slot) || own.has(slot)) continue
      if (await store.make(slot)) take({ slot, holder: store.holder, filters: [], renewedAt: '' }, 'share')
    }
  }

  function abandoned(slots: readonly Slot[]): Slot[] {
    const nowMs = performance.now()
    const before = watched
    watched = new Map()
    return slots.filter((slot) => {
      if (own.has(slot.slot) || slot.holder === store.holder) return false
      if (slot.holder === null) return true
      const known = before.get(slot.slot)
      const sinceMs = known?.renewedAt === slot.renewedAt ? known.sinceMs : nowMs
      watched.set(slot.slot, { renewedAt: slot.renewedAt, sinceMs })
      return nowMs - sinceMs > leaseMs
    })
  }

  const keeping = repeat(
    async () => {
      try {
        await look()
      } catch (error) {
        watched.clear()
        throw error
      }
    },
    { pauseMs: renewEveryMs, log, onErrorMessage: 'The sessions at the broker could not be renewed' },
  )
  return {
    stop: async () => {
      await keeping.stop()
      await store.leave()
    },
    removed: async (slot) => {
      own.set(slot, 'leaving')
      try {
        await store.remove(slot)
      } finally {
        own.delete(slot)
        leftMeanwhile.add(slot)
      }
    },
  }
}
